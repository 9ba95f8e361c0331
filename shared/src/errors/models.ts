// Lists errors of the services that models run on.
import type { ErrorEntry } from "./error-entry.ts";

export const modelErrors = {
  "model-unauthorized": {
    summary: "The model's service was given no key, or refused the one it was given.",
    next: "Put a valid key into the environment variable, or name another with --api-key-env.",
  },
  "model-failed": {
    summary: "The model's service did not answer, although it was asked again if that could help.",
    next: "Check --model, --api and --base-url, and try again later.",
  },
} as const satisfies Record<string, ErrorEntry>;
