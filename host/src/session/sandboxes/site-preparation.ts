// Adds, prepares and removes the sites that sandboxes are made from, and sets the pools of those kept ready.
import type { BackendChoice, PoolState } from "@webserv/shared/model/sandbox.ts";
import type { PoolSize } from "@webserv/shared/model/site.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { Progress, SiteSource } from "../../sandbox/backend.ts";
import { isSiteName } from "../../site/site-reference.ts";
import type { SiteRegistry } from "../../site/site-registry.ts";
import type { Backends } from "../../sandbox/backends/backends.ts";

export interface SiteWish {
  /** A site's name or a definition's path. */
  readonly site: string;
  readonly image?: string | undefined;
  readonly backend?: BackendChoice;
}

export class SitePreparation {
  readonly #backends: Backends;
  readonly #sites: SiteRegistry;

  constructor(backends: Backends, sites: SiteRegistry) {
    this.#backends = backends;
    this.#sites = sites;
  }

  /**
   * Prepares what the site's sandboxes are made from; a site whose definition is a file is added
   * once that is done.
   */
  async importSite(
    { site, image, backend: name }: SiteWish,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Result<"site.import">> {
    const wish = {
      ...(image === undefined ? {} : { image }),
      ...(name === undefined ? {} : { backend: name }),
    };
    const prepare = async (source: SiteSource): Promise<Result<"site.import">["state"]> => {
      const backend = await this.#backends.choose(source, wish, signal);
      const what = image === undefined ? {} : { image };
      return await backend.importSite({ source, progress, ...what }, signal);
    };
    if (isSiteName(site)) {
      const source = this.#sites.get(site);
      return { site: source.site, state: await prepare(source) };
    }
    return await this.#sites
      .importSite(site, prepare)
      .then(({ source, prepared }) => ({ site: source.site, state: prepared }));
  }

  async status(name: string, signal: AbortSignal): Promise<Result<"site.status">> {
    const source = this.#sites.get(name);
    const { fit, unfit } = await this.#backends.fitting(source.site, signal);
    const states = await Promise.all(fit.map(async (backend) => backend.siteState(source)));
    return { site: source.site, states, unfit: [...unfit] };
  }

  /**
   * Forgets an imported site and what was prepared of it; of one that comes with WebServ only the latter.
   * @throws WebservError `unknown-site`; `invalid-params` if it has sandboxes.
   */
  async removeSite(name: string, signal: AbortSignal): Promise<Result<"site.remove">> {
    this.#sites.get(name);
    // Opens what can be: it may have sandboxes of the site.
    const unasked = await this.#backends.unasked(signal);
    const ids = this.#backends
      .list()
      .flatMap(({ site, sandboxId }) => (site === name ? [sandboxId] : []));
    if (ids.length > 0) {
      throw new WebservError(
        "invalid-params",
        `the site "${name}" has sandboxes: ${ids.slice(0, 10).join(", ")}`,
        { next: "Delete them first.", details: { sandboxes: ids } },
      );
    }
    const isShipped = this.#sites.isShipped(name);
    // This comes first: if it fails the site is still known, and can be removed again.
    const cleared = await this.#backends.removeSite(name);
    if (!isShipped) await this.#sites.removeSite(name);
    return {
      site: isShipped ? "kept" : "removed",
      cleared: cleared.filter((each) => !unasked.some((backend) => backend.name === each)),
      unasked: [...unasked],
    };
  }

  /**
   * Deletes every sandbox and whatever was prepared of any site, as far as that goes. Imported
   * definitions stay. `signal` ends the waiting for backends that are not there yet.
   * @throws WebservError `sandbox-failed`, which says what stayed, and why.
   */
  async purge(signal: AbortSignal): Promise<void> {
    const backends = this.#backends;
    const complete = await backends.reveal(signal);
    const stayed: string[] = complete ? [] : ["what backends have that can't be asked now"];
    const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        stayed.push(`${what} (${toWebservError(error).message})`);
      }
    };
    await Promise.all(
      backends
        .list()
        .map(async ({ sandboxId }) =>
          attempt(`the sandbox ${sandboxId}`, () => backends.of(sandboxId).delete(sandboxId)),
        ),
    );
    for (const { site } of this.#sites.list()) {
      await attempt(
        `the site ${site.name}`,
        async () => void (await backends.removeSite(site.name)),
      );
    }
    if (stayed.length === 0) return;
    throw new WebservError("sandbox-failed", `not everything was deleted: ${stayed.join("; ")}`, {
      next: "Start the daemon where every backend works, and stop it with --purge again.",
    });
  }

  pools(): readonly PoolState[] {
    return this.#backends.pools();
  }

  /** @throws WebservError `unsupported` if the site's sandboxes can't be kept ready. */
  async setPool(name: string, size: PoolSize, signal: AbortSignal): Promise<PoolState> {
    const source = this.#sites.get(name);
    const backend = await this.#backends.choose(source, {}, signal);
    return await backend.setPool(source, size);
  }
}
