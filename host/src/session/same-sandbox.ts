// Whether the sandbox that has an id already is the one that is asked for.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { SandboxWish } from "./sandboxes.ts";

/** @throws WebservError `sandbox-exists`. */
export function assertSame(known: Sandbox, { site, backend = "auto" }: SandboxWish): void {
  if (known.site === site && (backend === "auto" || backend === known.backend)) return;
  throw taken(known);
}

export function taken({ sandboxId, site, backend }: Sandbox): WebservError {
  return new WebservError(
    "sandbox-exists",
    `there is a sandbox "${sandboxId}" of the site "${site}" on ${backend} already`,
  );
}
