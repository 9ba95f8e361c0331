// Holds the sandboxes of one backend, by id.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { SandboxIds } from "../sandbox-ids.ts";

/** The part of a sandbox that the register reads. */
export interface Registered {
  readonly state: {
    readonly sandboxId: string;
    /** The template that it is reset to. */
    readonly template: string;
  };
  readonly view: Sandbox;
}

export class SandboxRegister<Kept extends Registered> {
  readonly #ids: SandboxIds;
  readonly #sandboxes = new Map<string, Kept>();

  constructor(ids: SandboxIds) {
    this.#ids = ids;
  }

  get ids(): readonly string[] {
    return [...this.#sandboxes.keys()];
  }

  get all(): readonly Kept[] {
    return [...this.#sandboxes.values()];
  }

  /** The views of all sandboxes, the oldest first. */
  get views(): readonly Sandbox[] {
    return this.all
      .map((sandbox) => sandbox.view)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  add(sandbox: Kept): void {
    const { sandboxId } = sandbox.state;
    this.#sandboxes.set(sandboxId, sandbox);
    this.#ids.add(sandboxId);
  }

  remove(sandboxId: string): void {
    if (this.#sandboxes.delete(sandboxId)) this.#ids.remove(sandboxId);
  }

  find(sandboxId: string): Kept | undefined {
    return this.#sandboxes.get(sandboxId);
  }

  /** @throws WebservError `unknown-sandbox`. */
  get(sandboxId: string): Kept {
    const sandbox = this.#sandboxes.get(sandboxId);
    if (sandbox === undefined) {
      throw new WebservError("unknown-sandbox", `no sandbox has the id "${sandboxId}"`);
    }
    return sandbox;
  }

  /** @throws WebservError `sandbox-exists`. */
  assertFree(sandboxId: string): void {
    const known = this.#sandboxes.get(sandboxId);
    if (known !== undefined) throw taken(known.view);
  }

  uses(template: string): boolean {
    return this.all.some((sandbox) => sandbox.state.template === template);
  }
}

export function taken({ sandboxId, site, backend }: Sandbox): WebservError {
  return new WebservError(
    "sandbox-exists",
    `there is a sandbox "${sandboxId}" of the site "${site}" on ${backend} already`,
  );
}
