// Keeps the templates of this daemon: stopped instances, baked once, that clones are copied from.
import type { Engine, InstanceFacts } from "../clone/engine.ts";
import { readLabels } from "../state/labels.ts";

export interface Template {
  readonly instance: string;
  readonly site: string;
  /** The digest of the image; `recipe` is that of the changes to it. */
  readonly image: string;
  readonly recipe: string;
  readonly preparedAt: string;
}

/** The snapshot of a template that clones are copied from: what comes later is not in it. */
export const BASE = "base";

export class Templates {
  readonly #engine: Engine;
  readonly #owner: string;
  /** All that are there, by instance. */
  readonly #known = new Map<string, Template>();
  /** The one new sandboxes are made from, by site. */
  readonly #current = new Map<string, Template>();
  readonly #pins = new Map<string, number>();

  constructor(engine: Engine, owner: string) {
    this.#engine = engine;
    this.#owner = owner;
  }

  /** Takes in what an earlier daemon made; of several of a site the newest counts. Returns half-made ones. */
  adopt(instances: readonly InstanceFacts[]): readonly string[] {
    const half: string[] = [];
    for (const { name, config } of instances) {
      const labels = readLabels(config, this.#owner);
      if (labels?.kind !== "template") continue;
      const { site, state, image, recipe, preparedAt } = labels;
      if (state !== "whole" || image === undefined || recipe === undefined) {
        half.push(name);
        continue;
      }
      this.add({ instance: name, site, image, recipe, preparedAt: preparedAt ?? "" });
    }
    return half;
  }

  /** The newest of its site becomes the one new sandboxes are made from. */
  add(template: Template): void {
    this.#known.set(template.instance, template);
    const current = this.#current.get(template.site);
    if (current === undefined || current.preparedAt <= template.preparedAt) {
      this.#current.set(template.site, template);
    }
  }

  current(site: string): Template | undefined {
    return this.#current.get(site);
  }

  find(instance: string): Template | undefined {
    return this.#known.get(instance);
  }

  get sites(): readonly string[] {
    return [...new Set([...this.#known.values()].map(({ site }) => site))];
  }

  /** New sandboxes of the site are made from none from now on. */
  retire(site: string): void {
    this.#current.delete(site);
  }

  /** Runs while the template is sure to stay. */
  async using<T>(instance: string, work: () => Promise<T>): Promise<T> {
    this.#pins.set(instance, (this.#pins.get(instance) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#pins.get(instance) ?? 1) - 1;
      if (left === 0) this.#pins.delete(instance);
      else this.#pins.set(instance, left);
    }
  }

  /**
   * Deletes a site's templates of which nothing is made and to which nothing is reset; resolves with
   * how many.
   */
  async sweep(
    site: string,
    inUse: (template: string) => boolean,
    signal: AbortSignal,
  ): Promise<number> {
    const current = this.#current.get(site);
    const idle = [...this.#known.values()].filter(
      (template) =>
        template.site === site &&
        template.instance !== current?.instance &&
        !inUse(template.instance) &&
        !this.#pins.has(template.instance),
    );
    for (const { instance } of idle) {
      await this.#engine.remove(instance, signal);
      this.#known.delete(instance);
    }
    return idle.length;
  }
}
