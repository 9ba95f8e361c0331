// The sandboxes a backend has, by id.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { LocalSandbox } from "./local-sandbox.ts";

export class SandboxRegister {
  readonly #sandboxes = new Map<string, LocalSandbox>();

  get ids(): readonly string[] {
    return [...this.#sandboxes.keys()];
  }

  /** The oldest first. */
  get views(): readonly Sandbox[] {
    return [...this.#sandboxes.values()]
      .map((sandbox) => sandbox.view)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  add(sandbox: LocalSandbox): void {
    this.#sandboxes.set(sandbox.state.sandboxId, sandbox);
  }

  remove(sandboxId: string): void {
    this.#sandboxes.delete(sandboxId);
  }

  find(sandboxId: string): LocalSandbox | undefined {
    return this.#sandboxes.get(sandboxId);
  }

  /** Throws `unknown-sandbox`. */
  get(sandboxId: string): LocalSandbox {
    const sandbox = this.#sandboxes.get(sandboxId);
    if (sandbox === undefined) {
      throw new WebservError("unknown-sandbox", `no sandbox has the id "${sandboxId}"`);
    }
    return sandbox;
  }

  /** Throws `sandbox-exists`. */
  assertFree(sandboxId: string): void {
    const known = this.#sandboxes.get(sandboxId);
    if (known === undefined) return;
    throw new WebservError(
      "sandbox-exists",
      `there is a sandbox "${sandboxId}" of the site "${known.state.site.name}" already`,
    );
  }

  uses(template: string): boolean {
    return [...this.#sandboxes.values()].some((sandbox) => sandbox.state.template === template);
  }
}
