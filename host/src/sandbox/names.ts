// Checks names that become parts of paths.
import * as z from "zod/mini";

import { checkpointName, sandboxId } from "@webserv/shared/model/sandbox.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

export function assertSandboxId(id: string): void {
  assertFits(sandboxId, id, "sandbox id");
}

export function assertCheckpointName(name: string): void {
  assertFits(checkpointName, name, "checkpoint name");
}

function assertFits(schema: z.ZodMiniType, value: string, what: string): void {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return;
  throw new WebservError(
    "invalid-params",
    `${what}: ${describeIssues(parsed.error.issues, value)}`,
  );
}
