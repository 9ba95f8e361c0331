// Describes what is asked of a new sandbox, and tells whether one that already has its id fits that.
import type { BackendChoice, Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { taken } from "../../sandbox/lifecycle/sandbox-register.ts";

export interface SandboxWish {
  readonly site: string;
  readonly sandboxId: string;
  readonly backend?: BackendChoice;
  /** The lease, in ms; without one it is kept until it is deleted. */
  readonly leaseMs?: number | undefined;
}

export interface BranchWish {
  readonly newSandboxId: string;
  readonly checkpoint?: string | undefined;
  readonly leaseMs?: number | undefined;
}

/** @throws WebservError `sandbox-exists`. */
export function assertSame(known: Sandbox, { site, backend = "auto" }: SandboxWish): void {
  if (known.site === site && (backend === "auto" || backend === known.backend)) return;
  throw taken(known);
}

/** Makes the error for an id that may belong to a backend which can't be asked. */
export function away(sandboxId: string): WebservError {
  return new WebservError(
    "backend-unavailable",
    `the backend that has the sandbox "${sandboxId}" can't be asked now`,
    {
      next: "Ask again later; `webserv daemon status` says why, and the sandbox is kept meanwhile.",
    },
  );
}
