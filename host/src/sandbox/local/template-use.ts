// Sees to it that no template is swept while somebody copies from it.
import type { SiteSource } from "../backend.ts";
import type { SandboxRegister } from "../lifecycle/sandbox-register.ts";
import type { LocalSandbox } from "./local-sandbox.ts";
import type { TemplateStore } from "./template-store.ts";

export class TemplateUse {
  readonly #templates: TemplateStore;
  readonly #sandboxes: SandboxRegister<LocalSandbox>;
  readonly #pins = new Set<{ readonly template: string }>();

  constructor(templates: TemplateStore, sandboxes: SandboxRegister<LocalSandbox>) {
    this.#templates = templates;
    this.#sandboxes = sandboxes;
  }

  /** Runs with the template of the source as it is now. */
  async run<T>(
    source: SiteSource,
    signal: AbortSignal,
    work: (template: string) => Promise<T>,
  ): Promise<T> {
    const pin = { template: "" };
    this.#pins.add(pin);
    try {
      pin.template = await this.#templates.prepare(source, signal);
      await this.sweep(source.site.name);
      return await work(pin.template);
    } catch (error) {
      // This throws the signal's own reason, and not the AbortError some of Node's functions make of it.
      signal.throwIfAborted();
      throw error;
    } finally {
      this.#pins.delete(pin);
    }
  }

  /** Deletes a site's templates of which nothing is made and to which nothing is reset. */
  async sweep(siteName: string): Promise<void> {
    const inUse = (template: string): boolean =>
      this.#sandboxes.uses(template) || [...this.#pins].some((pin) => pin.template === template);
    await this.#templates.sweep(siteName, inUse);
  }
}
