// Masks secrets in an error, which quotes the refused value.
import type { SecretWords } from "./text/secret-words.ts";
import type { StepError } from "./step.ts";

/** Details that name elements: an agent can't go on without them, and a secret may be the same word as one. */
const IDS: ReadonlySet<string> = new Set(["id", "nearest", "candidates"]);

export function maskedError(
  { code, message, next, details }: StepError,
  words: SecretWords,
): StepError {
  return {
    code,
    message: words.maskText(message),
    next: words.maskText(next),
    details: Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        name,
        IDS.has(name) ? value : words.mask(value),
      ]),
    ),
  };
}
