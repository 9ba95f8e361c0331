// Carries out the parts that were asked for, site by site, and gathers their figures.
import type { BenchSite, Engine } from "./engine.ts";
import { type Crowd, measureDensity } from "./density.ts";
import type { Density, Figures, SiteFigures } from "./figures.ts";
import type { OwnIncus } from "./incus-engine.ts";
import { measureLaunches } from "./launches.ts";
import type { Options, Part, SiteKey } from "./options.ts";
import { measureResets } from "./resets.ts";
import { kinds, loadBenchSite } from "./sites.ts";
import { measureTurns } from "./turns.ts";
import { weigh } from "./weigh.ts";

const AT_ONCE = [1, 2, 4, 8];
/**
 * Names the sites that are reset. The others' resets are as fast as their pools are filled, which launches show
 * already.
 */
const RESET_SITES: ReadonlySet<string> = new Set(["small", "wordpress"]);

export interface Bench {
  readonly options: Options;
  readonly incus: OwnIncus;
  /** Docker's engine; absent if it can't run here, or is not wanted. */
  readonly docker?: Engine;
  readonly say: (line: string) => void;
  /** Receives a part that could not be measured; the others are. */
  readonly failed: (what: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

export async function runBench(bench: Bench): Promise<Figures> {
  const sites: SiteFigures[] = [];
  const crowds: Crowd[] = [];
  for (const key of bench.options.sites) {
    const site = await prepared(bench, key);
    if (site === undefined) continue;
    sites.push(await measureSite(bench, key, site));
    const wanted = crowdOf(bench, key);
    if (wanted > 0) crowds.push({ site, wanted });
    else await bench.incus.forget(site);
  }
  const density = await measureCrowds(bench, crowds);
  return { sites, ...(density === undefined ? {} : { density }) };
}

async function measureSite(bench: Bench, key: SiteKey, site: BenchSite): Promise<SiteFigures> {
  const { options, incus, docker, signal } = bench;
  const { engine, backend } = incus;
  const { clones } = kinds[key];
  const rounds = options.rounds ?? kinds[key].rounds;
  const engines = docker === undefined ? [engine] : [engine, docker];
  const launch = await attempt(bench, site, ["launch"], async () =>
    measureLaunches(engines, site, rounds, signal),
  );
  const weight: SiteFigures["weight"] = {
    ...(await weightBy(bench, site, engine, clones)),
    ...(docker === undefined ? {} : await weightBy(bench, site, docker, clones)),
  };
  const turns = await attempt(bench, site, ["acquire", "reset", "branch"], async () =>
    measureTurns(backend, site, rounds, signal),
  );
  const resets = RESET_SITES.has(key)
    ? await attempt(bench, site, ["resets"], async () => {
        const rates = [];
        for (const atOnce of AT_ONCE) {
          bench.say(`  ${atOnce} at once`);
          rates.push(await measureResets(backend, site, atOnce, signal));
        }
        return rates;
      })
    : undefined;
  return {
    key,
    label: site.label,
    launch: launch ?? {},
    weight,
    ...(turns === undefined ? {} : { turns }),
    resets: resets ?? [],
  };
}

async function weightBy(bench: Bench, site: BenchSite, engine: Engine, clones: number) {
  const weight = await attempt(bench, site, ["weight"], async () =>
    weigh(engine, site, clones, bench.signal),
  );
  return weight === undefined ? {} : { [engine.name]: weight };
}

async function measureCrowds(
  { incus, say, failed, signal }: Bench,
  crowds: readonly Crowd[],
): Promise<Density | undefined> {
  if (crowds.length === 0) return undefined;
  say("density");
  try {
    // The bigger clones go first, while there is room.
    return await measureDensity(incus.engine, crowds.toReversed(), say, signal);
  } catch (error) {
    signal.throwIfAborted();
    failed("density", error);
    return undefined;
  }
}

/** Returns the number of the site's clones that run at once with others, which needs it prepared till then. */
function crowdOf({ options }: Bench, key: SiteKey): number {
  const wanted = { small: options.small, wordpress: options.wordpress, evershop: 0, "big-file": 0 };
  return options.parts.has("density") ? wanted[key] : 0;
}

/** Prepares a site; undefined if its image can't be had. */
async function prepared(bench: Bench, key: SiteKey): Promise<BenchSite | undefined> {
  const { incus, docker, say, signal, options } = bench;
  const beside = (["launch", "weight"] as const).some((part) => options.parts.has(part));
  try {
    const site = await loadBenchSite(key, say, signal);
    const engines = docker === undefined || !beside ? [incus.engine] : [incus.engine, docker];
    for (const engine of engines) {
      say(`${site.label}: into ${engine.name}`);
      await engine.prepare(site, signal);
    }
    return site;
  } catch (error) {
    signal.throwIfAborted();
    bench.failed(kinds[key].label, error);
    return undefined;
  }
}

/** Attempts a part; undefined if none of the parts was asked for, or it failed. */
async function attempt<T>(
  bench: Bench,
  site: BenchSite,
  parts: readonly Part[],
  measure: () => Promise<T>,
): Promise<T | undefined> {
  const asked = parts.filter((part) => bench.options.parts.has(part));
  if (asked.length === 0) return undefined;
  const what = `${site.label}: ${asked.join(", ")}`;
  bench.say(what);
  try {
    return await measure();
  } catch (error) {
    bench.signal.throwIfAborted();
    bench.failed(what, error);
    return undefined;
  }
}
