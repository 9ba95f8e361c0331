// Declares what agents call on the daemon about environments: many isolated ones in few headless browsers.
import * as z from "zod/mini";

import {
  environment,
  environmentId,
  environmentStats,
  FREEZE_AFTER_MS,
  MAX_ENVIRONMENTS,
} from "../../model/environment.ts";
import { backendChoice } from "../../model/sandbox.ts";
import { siteName } from "../../model/site.ts";
import { nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const agentEnvironmentMethods = {
  "env.create": {
    link: "agent-daemon",
    summary: "Make isolated environments: a browser context each, and sandboxes if sites are named",
    params: z.strictObject({
      count: z._default(
        z
          .int()
          .check(z.minimum(1), z.maximum(MAX_ENVIRONMENTS), z.describe("How many; 1 if left out")),
        1,
      ),
      sites: z._default(
        z
          .array(siteName)
          .check(z.maxLength(20), z.describe("Sites of which each gets a fresh sandbox")),
        [],
      ),
      backend: z._default(backendChoice, "auto"),
      freezeAfterMs: z._default(
        z
          .int()
          .check(
            z.minimum(0),
            z.maximum(86_400_000),
            z.describe("Freeze the pages after so long without a call, in ms; 0: never"),
          ),
        FREEZE_AFTER_MS,
      ),
    }),
    result: z.object({ environments: z.array(environment) }),
  },
  "env.list": {
    link: "agent-daemon",
    summary: "List the environments",
    params: nothing,
    result: z.object({ environments: z.array(environment) }),
  },
  "env.reset": {
    link: "agent-daemon",
    summary:
      "Close an environment's sessions; give it a new context and its sandboxes their beginning",
    params: z.strictObject({ environmentId }),
    result: environment,
    positional: ["environmentId"],
  },
  "env.delete": {
    link: "agent-daemon",
    summary: "Close an environment's sessions, and delete it with its sandboxes",
    params: z.strictObject({ environmentId }),
    result: z.object({}),
    positional: ["environmentId"],
  },
  "env.stats": {
    link: "agent-daemon",
    summary: "Say what memory and processor an environment takes",
    params: z.strictObject({ environmentId }),
    result: environmentStats,
    positional: ["environmentId"],
  },
} as const satisfies Record<string, MethodSpec>;
