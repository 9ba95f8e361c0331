// Holds what the sandbox benchmark has measured, site by site; what was not measured is not there.
import type { Spread } from "../report.ts";
import type { Engine } from "./engine.ts";

type EngineName = Engine["name"];

export interface Figures {
  readonly sites: readonly SiteFigures[];
  readonly density?: Density;
}

/** Holds one site's figures. Times are in ms. */
export interface SiteFigures {
  /** The name on the command line. */
  readonly key: string;
  readonly label: string;
  readonly launch: Readonly<Partial<Record<EngineName, Spread>>>;
  readonly weight: Readonly<Partial<Record<EngineName, Weight>>>;
  readonly turns?: Turns;
  readonly resets: readonly ResetRate[];
}

/** Holds the times from a pool that is full. */
export interface Turns {
  /** The time from the request until a TCP connection to the sandbox is there. */
  readonly acquire: Spread;
  /** The time from the same request until its page has been read whole. */
  readonly acquireToPage: Spread;
  readonly reset: Spread;
  readonly branch: Spread;
}

export interface ResetRate {
  readonly atOnce: number;
  readonly perSecond: number;
  /** The number of resets that were counted, and the time they took. */
  readonly resets: number;
  readonly seconds: number;
}

/** Says what one more clone takes once the first one runs. */
export interface Weight {
  readonly clones: number;
  readonly diskMiB: number;
  /** The memory that its processes and the kernel hold for it: mean, and the spread clone by clone. */
  readonly memoryMiB: number;
  readonly memorySpread: Spread;
  /** The loss of the machine's free memory: page cache and all, and whatever else happened meanwhile. */
  readonly notFreeMiB: number;
}

export interface Density {
  readonly held: readonly Held[];
  readonly availableMiB: number;
}

export interface Held {
  readonly key: string;
  readonly label: string;
  readonly wanted: number;
  readonly launched: number;
  /** The number that showed their page while all of all kinds were running. */
  readonly answering: number;
  readonly seconds: number;
  /** The time of a page while all are running; absent if none answered. */
  readonly pageMs?: Spread;
  /** The reason why there are fewer than wanted. */
  readonly stoppedBy?: string;
}

export function siteFigures(figures: Figures, key: string): SiteFigures | undefined {
  return figures.sites.find((site) => site.key === key);
}

export function heldOf(figures: Figures, key: string): Held | undefined {
  return figures.density?.held.find((held) => held.key === key);
}
