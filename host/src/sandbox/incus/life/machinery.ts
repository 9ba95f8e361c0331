// Puts together what an Incus backend works with, once Incus has told the facts that it depends on.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Log } from "../../backend.ts";
import { createPool } from "../pool/pool.ts";
import type { Pool } from "../pool/pool.ts";
import { watchMachine } from "../pool/machine.ts";
import type { IncusClient } from "../client/client.ts";
import type { SiteImages } from "../template/images.ts";
import { Sites } from "../template/sites.ts";
import { BASE, Templates } from "../template/templates.ts";
import { AddressPlan, addressOf } from "../clone/addresses.ts";
import { limitsDigest } from "../clone/clone-config.ts";
import { Clones } from "../clone/clones.ts";
import type { Clone } from "../clone/clone.ts";
import type { Engine } from "../clone/engine.ts";
import { createIncusEngine } from "../clone/incus-engine.ts";
import { lastWords, statsOf } from "./inspection.ts";
import { clearStrayLinks } from "../clone/stray-links.ts";
import { listenForStops } from "../clone/stop-events.ts";
import { StopWatch } from "../clone/stop-watch.ts";

export interface MachineryOptions {
  readonly client: IncusClient;
  readonly names: { readonly project: string; readonly network: string; readonly pool: string };
  readonly owner: string;
  readonly log: Log;
  readonly images: SiteImages;
  /** Tells whether a sandbox goes back to this template. */
  readonly inUse: (template: string) => boolean;
  /** Called if an instance that nobody meant to end has ended. */
  readonly onStop: (instance: string) => void;
  /** Called if one that was paused for a moment could not be resumed. */
  readonly onStuck: (instance: string) => void;
}

export interface IncusMachinery {
  readonly engine: Engine;
  readonly addresses: AddressPlan;
  readonly stops: StopWatch;
  readonly templates: Templates;
  readonly clones: Clones;
  readonly sites: Sites;
  readonly pool: Pool<Clone>;
  /** Ends the listening to events. */
  close(): void;
}

export async function openMachinery(
  options: MachineryOptions,
  signal: AbortSignal,
): Promise<IncusMachinery> {
  const { client, names, owner, log } = options;
  const [network, project] = await Promise.all([
    client.networks.get(names.network, signal),
    client.projects.get(names.project, signal),
  ]);
  const engine = createIncusEngine(client);
  const addresses = new AddressPlan(network.config["ipv4.address"] ?? "none");
  const templates = new Templates(engine, owner);
  const stops = new StopWatch((instance) => {
    pool.drop((clone) => clone.instance === instance);
    const address = addressOf(instance);
    if (address !== undefined) void clearStrayLinks([address], log);
    options.onStop(instance);
  });
  const clones = new Clones({
    engine,
    owner,
    project: names.project,
    local: client.endpoint.kind === "unix",
    network: names.network,
    storagePool: names.pool,
    diskLimits: project.config["user.webserv.disk-limits"] === "quotas",
    addresses,
    stops,
    onStuck: options.onStuck,
    lastWords: async (instance) => lastWords(client, instance),
    log,
  });
  const sites = new Sites({
    ...options.images,
    engine,
    clones,
    owner,
    log,
    templates,
    inUse: options.inUse,
    async changed(site, template) {
      if (template === undefined) await pool.remove(site);
      else {
        const limits = limitsDigest(sites.source(site)?.site.limits ?? {});
        await pool.drain(
          site,
          (clone) => clone.template === template.instance && clone.limits === limits,
        );
        pool.fill(site);
      }
    },
  });
  const sizes = new Map<string, number>();
  const pool = createPool<Clone>({
    async make(site, until) {
      const clone = await makeFrozen(site, { sites, templates, clones }, until);
      if (!sizes.has(clone.template)) void measure(engine, clone, sizes);
      return clone;
    },
    discard: async (clone) => clones.giveUp(clone),
    sound: (clone) => clone.group?.frozen() ?? !stops.watch(clone.instance).aborted,
    size: (site) => sites.source(site)?.site.pool ?? { min: 0, max: 0 },
    machine: watchMachine(),
    cloneMiB: (site) => sizes.get(templates.current(site)?.instance ?? ""),
    log,
  });
  const endListening = listenForStops({ client, engine, stops, log });
  const endRetrying = client.events.onConnect(() => void clones.leftovers.retry());
  const close = (): void => {
    endListening();
    endRetrying();
    clones.leftovers.stop();
  };
  return { engine, addresses, stops, templates, clones, sites, pool, close };
}

async function makeFrozen(
  name: string,
  { sites, templates, clones }: Pick<IncusMachinery, "sites" | "templates" | "clones">,
  signal: AbortSignal,
): Promise<Clone> {
  const template = templates.current(name);
  const source = sites.source(name);
  if (template === undefined || source === undefined) {
    throw new WebservError("site-not-prepared", `the site "${name}" has no template`);
  }
  return await templates.using(template.instance, async () => {
    const { instance } = template;
    const request = { site: source.site, template: instance, from: `${instance}/${BASE}` };
    const clone = await clones.make(request, signal);
    try {
      await clones.freeze(clone, signal);
      return clone;
    } catch (error) {
      await clones.giveUp(clone);
      throw error;
    }
  });
}

/** Measures the memory that a clone of a template takes once it is ready: the pool reckons with it. */
async function measure(engine: Engine, clone: Clone, sizes: Map<string, number>): Promise<void> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const { memoryMiB, overheadMiB } = await statsOf(engine, clone.instance, clone, signal);
    if (memoryMiB > 0) sizes.set(clone.template, memoryMiB + overheadMiB);
  } catch {
    // It is handed out and deleted already; the next one is measured.
  }
}
