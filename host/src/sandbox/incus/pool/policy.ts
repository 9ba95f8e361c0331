// Decides how many clones of each site to keep ready, which to make now and which to give up, and says why not more.
import type { PoolSize } from "@webserv/shared/model/site.ts";

export interface SiteFacts {
  readonly site: string;
  readonly size: PoolSize;
  /** Acquires to be ready for: see `expectedDemand`. */
  readonly demand: number;
  readonly ready: number;
  /** The number being made. */
  readonly filling: number;
  /** The memory that one clone takes. */
  readonly cloneMiB: number;
  /** The reason why the last one could not be made, and the time in ms until it may be tried again. */
  readonly failure?: { readonly why: string; readonly retryInMs: number };
}

export interface MachineFacts {
  readonly cores: number;
  /** Share of the cores at work, from 0 to 1. */
  readonly busy: number;
  /** The memory that programs could still take without swapping. */
  readonly freeMiB: number;
  readonly totalMiB: number;
  /** The reason why no more clones may be made, if something else is used up, such as the storage pool. */
  readonly full?: string;
}

export interface Circumstances {
  readonly machine: MachineFacts;
  /** Memory of clones that are being deleted: not free yet, but soon. */
  readonly returningMiB: number;
  /** The time that somebody has been waiting for a sandbox without a break, in ms. */
  readonly foregroundMs?: number;
  /** True if a clone was handed out a moment ago and its first page is being loaded. */
  readonly quiet: boolean;
}

export interface SitePlan {
  /** The number to keep, by demand and by the machine's resources. */
  readonly target: number;
  /** The number to begin now. */
  readonly start: number;
  /** The number to begin as soon as there is a turn for them. */
  readonly waiting: number;
  /** The number of ready ones to delete. */
  readonly discard: number;
  /** The reason why fewer are kept than demand asks for, or why they come later. */
  readonly held?: string;
}

/**
 * The time, in ms, for which a caller that waits for a sandbox goes first; then clones are made one at a time all the
 * same.
 */
const PATIENCE_MS = 5000;

/**
 * Rules, the first ones first: never more than `max`; the machine keeps a reserve of memory; at least
 * `min`; what demand asks for. Sites that are short of most of what they want come first.
 */
export function planPools(
  sites: readonly SiteFacts[],
  around: Circumstances,
): ReadonlyMap<string, SitePlan> {
  const room = roomMiB(sites, around);
  const drafts = sites.map((facts) => draft(facts));
  relieve(drafts, around);
  grant(drafts, room, around);
  return new Map(drafts.map(({ facts, ...plan }) => [facts.site, plan]));
}

/** Returns the memory that stays free whatever is asked for: enough for the browsers and sandboxes in use to grow. */
export function reserveMiB({ totalMiB }: MachineFacts): number {
  return Math.min(Math.max(0.15 * totalMiB, 512), 4096);
}

/** Returns the number of clones that may be made at the same time. */
export function parallelFills({ cores, busy }: MachineFacts): number {
  // A small site's start is mostly waiting; if the cores are idle, more fit in.
  return busy < 0.5 ? Math.max(1, cores) : Math.max(1, Math.floor(cores / 2));
}

interface Draft {
  readonly facts: SiteFacts;
  target: number;
  start: number;
  waiting: number;
  discard: number;
  held?: string;
}

function draft(facts: SiteFacts): Draft {
  const { size, demand, ready } = facts;
  const target = Math.min(Math.max(Math.round(demand), size.min), size.max);
  return { facts, target, start: 0, waiting: 0, discard: Math.max(0, ready - target) };
}

/** Returns the memory that further clones may take; it is below 0 if the reserve is touched already. */
function roomMiB(sites: readonly SiteFacts[], { machine, returningMiB }: Circumstances): number {
  const promised = sites.reduce((sum, { filling, cloneMiB }) => sum + filling * cloneMiB, 0);
  return machine.freeMiB + returningMiB - reserveMiB(machine) - promised;
}

/**
 * Gives back clones beyond `min` if others need memory, but only when half of the reserve is gone: clones are made down
 * to the whole of it, and none is to be made and deleted in turn.
 */
function relieve(drafts: readonly Draft[], { machine, returningMiB }: Circumstances): void {
  const floor = reserveMiB(machine) / 2;
  let free = machine.freeMiB + returningMiB;
  while (free < floor) {
    const surplus = ({ facts, discard }: Draft) => facts.ready - discard - facts.size.min;
    const largest = drafts.toSorted((a, b) => surplus(b) - surplus(a))[0];
    if (largest === undefined || surplus(largest) <= 0) return;
    largest.discard += 1;
    free += Math.max(1, largest.facts.cloneMiB);
  }
}

/** Grants one clone after the other to the site that needs it most, until nothing is missing or nothing is left. */
function grant(drafts: readonly Draft[], roomMiB: number, around: Circumstances): void {
  let room = roomMiB;
  let turns = freeTurns(drafts, around);
  const open = new Set(drafts.filter((each) => missing(each) > 0));
  for (let next = neediest(open); next !== undefined; next = neediest(open)) {
    const { facts } = next;
    const obstacle = inTheWay(next, room, around);
    if (obstacle !== undefined) {
      next.held = obstacle.why;
      if (!obstacle.passing) next.target = planned(next);
      open.delete(next);
      continue;
    }
    room -= facts.cloneMiB;
    if (turns > 0) {
      next.start += 1;
      turns -= 1;
    } else {
      next.waiting += 1;
      if (around.foregroundMs !== undefined) next.held = "sandboxes that are waited for go first";
    }
    if (missing(next) <= 0) open.delete(next);
  }
}

function freeTurns(drafts: readonly Draft[], around: Circumstances): number {
  const { machine, foregroundMs, quiet } = around;
  if (quiet) return 0;
  const filling = drafts.reduce((sum, { facts }) => sum + facts.filling, 0);
  const allowed =
    foregroundMs === undefined ? parallelFills(machine) : foregroundMs < PATIENCE_MS ? 0 : 1;
  return Math.max(0, allowed - filling);
}

/** Returns the number of clones there will be. */
function planned({ facts, start, waiting, discard }: Draft): number {
  return facts.ready - discard + facts.filling + start + waiting;
}

function missing(each: Draft): number {
  return each.target - planned(each);
}

function neediest(open: ReadonlySet<Draft>): Draft | undefined {
  // Sites below their minimum come first, the others by the share that they have of their wanted number.
  const rank = (each: Draft): number =>
    planned(each) < each.facts.size.min
      ? planned(each) / each.target - 1
      : planned(each) / each.target;
  let found: Draft | undefined;
  for (const each of open) if (found === undefined || rank(each) < rank(found)) found = each;
  return found;
}

/** Returns the reason why the site gets no further clone now; `passing` if the target stands nevertheless. */
function inTheWay(
  { facts, start }: Draft,
  roomMiB: number,
  { machine }: Circumstances,
): { why: string; passing: boolean } | undefined {
  const { failure, cloneMiB } = facts;
  if (failure !== undefined && failure.retryInMs > 0) {
    const seconds = Math.ceil(failure.retryInMs / 1000);
    return { why: `${failure.why}; tried again in ${seconds} s`, passing: true };
  }
  // After a failure one clone has to succeed before there are more.
  if (failure !== undefined && facts.filling + start > 0)
    return { why: failure.why, passing: true };
  if (machine.full !== undefined) return { why: machine.full, passing: false };
  if (roomMiB >= cloneMiB) return undefined;
  const [free, reserve, one] = [machine.freeMiB, reserveMiB(machine), cloneMiB].map(Math.round);
  return {
    why: `memory: ${free} MiB are free, ${reserve} MiB stay free, a clone takes ${one} MiB`,
    passing: false,
  };
}
