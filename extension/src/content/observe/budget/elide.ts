// Leaves out of a reading what matters least, so that the rest keeps to a budget of tokens.
//
// The budget is handed down the tree. Among siblings it is shared by weight (what is in view or has
// the focus weighs most). Who needs less than its share gets all it needs; the others share what
// that leaves. What gets too little to say anything is left out, neighbours together, with one mark
// in their place. In a series of like entries the first ones and those in view stand in whole. Then
// come entries by their names alone, and the rest is left out: one entry shows what all of them
// hold.
import { beginningOf, briefCost, shorten } from "./brief-entry.ts";
import type { Brief } from "./entry-name.ts";
import { briefsOf } from "./entry-name.ts";
import type { Costs } from "../tree/cost.ts";
import { ownCost } from "../tree/cost.ts";
import { IN_USE } from "../tree/emphasis.ts";
import type { ElementPart, ElisionPart, Part, TextPart, ViewPart } from "../tree/parts.ts";
import { isBlank, ownText } from "../tree/parts.ts";
import { seriesIn } from "../tree/series.ts";
import { LEAST, shareOut } from "./share-out.ts";

export interface Elide {
  readonly costs: Costs;
  /** Returns how much it matters that a part is shown; higher is more. */
  readonly weightOf: (part: ElementPart) => number;
  /** The parts of the whole page; those that are shared out if left out. */
  readonly page?: readonly Part[];
  /** The number of first entries of a series that are shown in whole; two if left out. */
  readonly examples?: number;
}

const NOTHING_SAID: Brief = { paths: [], apart: undefined };

/** The cost of a mark in the place of a part, in tokens. */
const MARK = 14;
/** The number of entries that are shown in whole wherever they stand in a series. */
const EXAMPLES = 2;
/**
 * The part of a series' share that whole entries may take before others are shown by their names.
 */
const WHOLE_SHARE = 0.6;

/**
 * Returns what to show of `parts`, which stand in `container`, for about `budget` tokens. It sets
 * `view` of those of which not all is shown.
 */
export function elide(
  parts: readonly Part[],
  container: ElementPart | undefined,
  budget: number,
  options: Elide,
): ViewPart[] {
  return new Elider({ page: parts, examples: EXAMPLES, ...options }).fit(parts, budget, container);
}

class Elider {
  readonly #costs: Costs;
  readonly #weightOf: Elide["weightOf"];
  readonly #page: readonly Part[];
  readonly #examples: number;
  readonly #briefCosts = new Map<Part, number>();

  constructor({ costs, weightOf, page, examples }: Required<Elide>) {
    this.#page = page;
    this.#examples = examples;
    this.#costs = costs;
    this.#weightOf = weightOf;
  }

  fit(parts: readonly Part[], budget: number, container: ElementPart | undefined): ViewPart[] {
    if (this.#costs.ofAll(parts) <= budget) return [...parts];
    const groups = seriesIn(parts);
    const shares = shareOut(
      groups.map((group) => ({
        cost: this.#costs.ofAll(group),
        weight: this.#weights(group).most,
        least: leastOf(group),
      })),
      budget - MARK,
    );
    const shown: ViewPart[] = [];
    for (const [index, group] of groups.entries()) {
      const share = shares[index] ?? 0;
      // One by one: a call takes only so many arguments.
      for (const part of this.#within(group, share, container)) shown.push(part);
    }
    return joinElisions(shown, container).flatMap((part) => this.#worthAMark(part));
  }

  /** Returns what a mark stands for in its place, if that costs no more. */
  #worthAMark(part: ViewPart): readonly ViewPart[] {
    const isCheap = part.kind === "elision" && !part.brief && this.#costs.ofAll(part.parts) <= MARK;
    if (!isCheap) return [part];
    // A text whose beginning is shown would be there twice.
    return part.cutUnits === undefined ? part.parts : [part];
  }

  #weight(part: Part): number {
    return part.kind === "element" ? this.#weightOf(part) : 1;
  }

  #within(
    group: readonly Part[],
    share: number,
    container: ElementPart | undefined,
  ): readonly ViewPart[] {
    if (this.#costs.ofAll(group) <= share) return group;
    if (group.length > 1) return this.#series(group, share, container);
    return group.flatMap((part) => this.#single(part, share, container));
  }

  #single(part: Part, share: number, container: ElementPart | undefined): ViewPart[] {
    if (share < LEAST || part.kind === "unread") return [leftOut([part], container)];
    if (part.kind === "text") return cutText(part, share - MARK, this.#costs.of(part), container);
    const own = ownCost(part);
    if (part.children.length === 0 || share < own + LEAST) return [leftOut([part], container)];
    part.view = this.fit(part.children, share - own, part);
    return [part];
  }

  #series(entries: readonly Part[], share: number, container: ElementPart | undefined): ViewPart[] {
    const budget = share - MARK;
    const order = [...entries.keys()].sort((a, b) => {
      const [first, second] = [entries[a], entries[b]];
      if (first === undefined || second === undefined) return 0;
      return this.#weight(second) - this.#weight(first) || a - b;
    });
    const briefs = this.#briefsIn(container, entries);
    const briefOf = (entry: Part): Brief => briefs.get(entry) ?? NOTHING_SAID;
    const examples = new Set([...entries.keys()].slice(0, this.#examples));
    const states = new Map<number, "whole" | "brief">();
    let left = budget;
    // The entry in use comes before all others, as far as there is room for it.
    const [first = 0] = order;
    const used = this.#inUse(entries[first], budget, container);
    if (used !== undefined) {
      states.set(first, "whole");
      left -= used.cost;
    }
    const take = (index: number, state: "whole" | "brief", reserve: number): void => {
      const entry = entries[index];
      if (entry === undefined || entry.kind === "unread" || states.has(index)) return;
      const cost =
        state === "whole" ? this.#costs.of(entry) : this.#briefCost(entry, briefOf(entry));
      if (cost > left - reserve) return;
      states.set(index, state);
      left -= cost;
    };
    const lengthen = (index: number): void => {
      const entry = entries[index];
      const more =
        entry === undefined
          ? Infinity
          : this.#costs.of(entry) - this.#briefCost(entry, briefOf(entry));
      if (more > left) return;
      states.set(index, "whole");
      left -= more;
    };
    const inView = this.#heaviest(entries);
    for (const index of examples) take(index, "whole", budget * (1 - WHOLE_SHARE));
    for (const index of order) {
      const entry = entries[index];
      const isHeavy = entry !== undefined && inView !== undefined && this.#weight(entry) >= inView;
      if (isHeavy) take(index, "whole", budget * (1 - WHOLE_SHARE));
    }
    for (const index of order) take(index, "brief", 0);
    for (const index of order) if (states.get(index) === "brief") lengthen(index);
    return entries.flatMap((entry, index): ViewPart | readonly ViewPart[] => {
      if (used !== undefined && index === first) return used.shown;
      const state = states.get(index);
      if (state === undefined) return leftOut([entry], container);
      if (state === "brief" && entry.kind === "element")
        shorten(entry, briefOf(entry), this.#costs);
      return entry;
    });
  }

  /**
   * Returns the entry in use in whole, else as much of it as leaves room for other names; undefined
   * if it is not in use.
   */
  #inUse(
    entry: Part | undefined,
    budget: number,
    container: ElementPart | undefined,
  ): { readonly shown: readonly ViewPart[]; readonly cost: number } | undefined {
    if (entry?.kind !== "element" || this.#weight(entry) < IN_USE) return undefined;
    const cost = this.#costs.of(entry);
    if (cost <= budget) return { shown: [entry], cost };
    const most = budget * WHOLE_SHARE;
    if (most < ownCost(entry) + LEAST) return undefined;
    return { shown: this.#single(entry, most, container), cost: most };
  }

  /** Returns the weight of those in view, if others weigh less. */
  #heaviest(entries: readonly Part[]): number | undefined {
    const { least, most } = this.#weights(entries);
    return most > least ? most : undefined;
  }

  #weights(parts: readonly Part[]): { readonly least: number; readonly most: number } {
    let [least, most] = [Infinity, -Infinity];
    for (const part of parts) {
      const weight = this.#weight(part);
      least = Math.min(least, weight);
      most = Math.max(most, weight);
    }
    return { least, most };
  }

  /** Returns what sets the entries apart from all that stand beside them, shown or not. */
  #briefsIn(
    container: ElementPart | undefined,
    entries: readonly Part[],
  ): ReadonlyMap<Part, Brief> {
    const [first] = entries;
    const beside = seriesIn(container?.children ?? this.#page);
    const series = beside.find((parts) => first !== undefined && parts.includes(first));
    return briefsOf(series ?? entries);
  }

  #briefCost(entry: Part, brief: Brief): number {
    let cost = this.#briefCosts.get(entry);
    if (cost === undefined) {
      cost = briefCost(entry, brief, this.#costs);
      this.#briefCosts.set(entry, cost);
    }
    return cost;
  }
}

/** Returns the least share with which something is shown of parts, in tokens. */
function leastOf([first, ...others]: readonly Part[]): number {
  const isAlone = first !== undefined && others.length === 0;
  if (!isAlone || first.kind === "unread") return LEAST;
  return MARK + LEAST + (first.kind === "element" ? ownCost(first) : 0);
}

export function leftOut(parts: readonly Part[], container: ElementPart | undefined): ElisionPart {
  return { kind: "elision", parts, container, brief: false };
}

/** Joins the marks of neighbours that are left out into one. */
export function joinElisions(
  parts: readonly ViewPart[],
  container: ElementPart | undefined,
): ViewPart[] {
  const result: ViewPart[] = [];
  let run: Part[] | undefined;
  for (const part of parts) {
    // A blank goes with what it follows.
    if (run !== undefined && part.kind === "text" && isBlank(part)) run.push(part);
    else if (part.kind !== "elision" || part.brief || part.cutUnits !== undefined) {
      run = undefined;
      result.push(part);
    } else if (run !== undefined) for (const left of part.parts) run.push(left);
    else {
      run = [...part.parts];
      result.push(leftOut(run, container));
    }
  }
  return result.filter((part) => part.kind !== "elision" || !part.parts.every(isBlank));
}

/** Shows about so many tokens of a text, with a mark for the rest. */
export function cutText(
  part: TextPart,
  share: number,
  cost: number,
  container: ElementPart | undefined,
): ViewPart[] {
  // A mark would cost as much as the rest of the text.
  if (cost - share <= MARK) return [part];
  const kept = beginningOf(part.text, share / cost);
  const cutUnits = part.text.length - kept.length;
  return [ownText(kept), { ...leftOut([part], container), cutUnits }];
}

/** Shows everything again: a part may have a view although all around it is shown in whole. */
export function forget(parts: readonly Part[]): void {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    part.view = undefined;
    part.brief = undefined;
    forget(part.children);
  }
}
