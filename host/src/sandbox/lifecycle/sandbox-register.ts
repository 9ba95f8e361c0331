// The sandboxes a backend has, by id.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

/** What a register asks of what it holds. */
export interface Registered {
  readonly state: {
    readonly sandboxId: string;
    readonly site: { readonly name: string };
    /** What it is reset to. */
    readonly template: string;
  };
  readonly view: Sandbox;
}

export class SandboxRegister<Kept extends Registered> {
  readonly #sandboxes = new Map<string, Kept>();

  get ids(): readonly string[] {
    return [...this.#sandboxes.keys()];
  }

  /** The oldest first. */
  get views(): readonly Sandbox[] {
    return [...this.#sandboxes.values()]
      .map((sandbox) => sandbox.view)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  add(sandbox: Kept): void {
    this.#sandboxes.set(sandbox.state.sandboxId, sandbox);
  }

  remove(sandboxId: string): void {
    this.#sandboxes.delete(sandboxId);
  }

  find(sandboxId: string): Kept | undefined {
    return this.#sandboxes.get(sandboxId);
  }

  /** Throws `unknown-sandbox`. */
  get(sandboxId: string): Kept {
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

  get all(): readonly Kept[] {
    return [...this.#sandboxes.values()];
  }

  uses(template: string): boolean {
    return [...this.#sandboxes.values()].some((sandbox) => sandbox.state.template === template);
  }
}
