// Chooses the scenarios of a run: pattern × view × noise × seeded delays, all of them or a sample.
import type { ViewName } from "./site/bundles.ts";
import type { Catalogue, PatternInfo } from "./catalogue.ts";
import { drawn, randomOf, shuffled } from "./seeds.ts";

export const noises = [
  "none",
  "clock",
  "poll",
  "beacons",
  "animation",
  "ticker",
  "carousel",
  "scripts",
  "all",
] as const;
export type Noise = (typeof noises)[number];

export interface Scenario {
  /** The id, `pattern/view/noise/round`. */
  readonly id: string;
  readonly pattern: PatternInfo;
  readonly unseen: boolean;
  readonly view: ViewName;
  readonly noise: Noise;
  readonly round: number;
  /** The delays in ms, by name. */
  readonly delays: Readonly<Record<string, number>>;
}

export interface Selection {
  readonly seed: string;
  /** The most scenarios, at least one of each pattern; undefined means all. */
  readonly sample: number | undefined;
  /** The number of times that each is played, with other delays. */
  readonly rounds: number;
  /** Names of patterns; empty means all. */
  readonly only: readonly string[];
  readonly views: readonly ViewName[];
  readonly noises: readonly Noise[];
}

/** Returns scenarios in a random order, so that no pattern has the machine's worst minute to itself. */
export function chosenScenarios({ seen, unseen }: Catalogue, selection: Selection): Scenario[] {
  const wanted = (pattern: PatternInfo): boolean =>
    selection.only.length === 0 || selection.only.includes(pattern.name);
  const patterns = [
    ...seen.map((pattern) => ({ pattern, unseen: false })),
    ...unseen.map((pattern) => ({ pattern, unseen: true })),
  ].filter(({ pattern }) => wanted(pattern));
  const { sample } = selection;
  const chosen = patterns.flatMap(({ pattern, unseen }, index) => {
    const places = shuffled(combinations(selection), randomOf(`${selection.seed} ${pattern.name}`));
    const share = sample === undefined ? places.length : shareOf(sample, patterns.length, index);
    return spreadOut(places)
      .slice(0, Math.max(1, share))
      .flatMap((place) =>
        Array.from({ length: selection.rounds }, (_, round) =>
          scenarioOf({ pattern, unseen }, place, round, selection.seed),
        ),
      );
  });
  return shuffled(chosen, randomOf(`${selection.seed} order`));
}

interface Place {
  readonly view: ViewName;
  readonly noise: Noise;
}

function combinations({ views, noises }: Selection): Place[] {
  return views.flatMap((view) => noises.map((noise) => ({ view, noise })));
}

/** Returns how many of `total` the pattern at `index` of `count` gets, as evenly as possible. */
function shareOf(total: number, count: number, index: number): number {
  return Math.floor(((index + 1) * total) / count) - Math.floor((index * total) / count);
}

/** Sorts the places: first come those that share neither view nor noise with one before them. */
function spreadOut(places: readonly Place[]): Place[] {
  const left = [...places];
  const spread: Place[] = [];
  while (left.length > 0) {
    const views = new Set<ViewName>();
    const used = new Set<Noise>();
    for (let index = 0; index < left.length; index++) {
      const place = left[index];
      if (place === undefined || views.has(place.view) || used.has(place.noise)) continue;
      views.add(place.view);
      used.add(place.noise);
      spread.push(place);
      left.splice(index, 1);
      index -= 1;
    }
  }
  return spread;
}

function scenarioOf(
  { pattern, unseen }: { readonly pattern: PatternInfo; readonly unseen: boolean },
  { view, noise }: Place,
  round: number,
  seed: string,
): Scenario {
  const id = `${pattern.name}/${view}/${noise}/${round}`;
  const delays = drawn(pattern.delays, randomOf(`${seed} ${id}`));
  return { id, pattern, unseen, view, noise, round, delays };
}
