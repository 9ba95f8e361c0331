// Carries out the parts that were asked for, site by site, and gathers what they bring.
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
/** The other sites' resets are as fast as their pools are filled, which launches tell already. */
const RESET_SITES: ReadonlySet<string> = new Set(["small", "wordpress"]);

export interface Bench {
  readonly options: Options;
  readonly incus: OwnIncus;
  /** Absent where it can't run here, or is not wanted. */
  readonly docker?: Engine;
  readonly say: (line: string) => void;
  /** A part that could not be measured; the others are. */
  readonly failed: (what: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

export async function runBench(bench: Bench): Promise<Figures> {
  const sites: SiteFigures[] = [];
  for (const key of bench.options.sites) {
    const site = await prepared(bench, key);
    if (site === undefined) continue;
    sites.push(await measureSite(bench, key, site));
    // Density wants its sites again.
    if (!isInCrowd(bench, key)) await bench.incus.forget(site);
  }
  const density = await measureCrowds(bench);
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

async function measureCrowds(bench: Bench): Promise<Density | undefined> {
  const { options, incus, say, signal } = bench;
  if (!options.parts.has("density")) return undefined;
  const wanted: Readonly<Record<string, number>> = {
    // The bigger ones first, while there is room.
    wordpress: options.wordpress,
    small: options.small,
  };
  try {
    const crowds: Crowd[] = [];
    for (const key of ["wordpress", "small"] as const) {
      if (!isInCrowd(bench, key)) continue;
      crowds.push({ site: await loadBenchSite(key, say, signal), wanted: wanted[key] ?? 0 });
    }
    say("density");
    return await measureDensity(incus.engine, crowds, say, signal);
  } catch (error) {
    signal.throwIfAborted();
    bench.failed("density", error);
    return undefined;
  }
}

function isInCrowd({ options }: Bench, key: SiteKey): boolean {
  const wanted = { small: options.small, wordpress: options.wordpress, evershop: 0, "big-file": 0 };
  return options.parts.has("density") && options.sites.includes(key) && wanted[key] > 0;
}

/** Undefined where its image can't be had. */
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

/** Undefined where none of the parts was asked for, or it failed. */
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
