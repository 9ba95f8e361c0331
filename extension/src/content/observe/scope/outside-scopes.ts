// Finds what entries of long series can be called by although they do not say it: headings outside
// of these series, and names and captions of what they stand in. All of that is read, whatever is
// read of the series.
import { ancestors, composedParent } from "../../dom/composed-tree.ts";
import type { EntryIndex, SeriesPosition } from "./entry-index.ts";
import type { Part } from "../tree/parts.ts";
import { partText } from "../tree/parts.ts";
import { captionOf, ownName } from "./scopes.ts";
import { slug } from "../naming/slug.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Walk } from "../tree/walk-result.ts";

export class OutsideScopes {
  readonly #walk: Walk;
  readonly #entryIndex: EntryIndex;
  #isRead = false;
  /** What holds the series that stand in each scope, by the scope's slug. */
  readonly #holders = new Map<string, Set<Element>>();
  /** Scopes that any series may stand in. */
  readonly #shared = new Set<string>();

  constructor(walk: Walk, entryIndex: EntryIndex) {
    this.#walk = walk;
    this.#entryIndex = entryIndex;
  }

  /** Tells whether something may stand in this scope although its entry does not say so. */
  has(scope: string): boolean {
    this.#read();
    return this.#shared.has(scope) || this.#holders.has(scope);
  }

  /** Tells whether nothing but the series of this entry stands in the scope, as the days of one month do. */
  isOfOneSeries(scope: string, { entry }: SeriesPosition): boolean {
    this.#read();
    const [holder, ...others] = this.#shared.has(scope) ? [] : (this.#holders.get(scope) ?? []);
    return others.length === 0 && holder !== undefined && holder === composedParent(entry);
  }

  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    const { parts, headings, runs } = this.#walk;
    const entryIndex = this.#entryIndex;
    for (const heading of headings) {
      if (entryIndex.entryOf(heading.element) === undefined) {
        this.#shared.add(slugOf(partText(heading, 80)));
      }
    }
    const around = new Map<Element, Set<Element>>();
    for (const { holder } of runs) {
      if (entryIndex.entryOf(holder) !== undefined) continue;
      for (const element of ancestors(holder)) {
        const holders = around.get(element);
        if (holders === undefined) around.set(element, new Set([holder]));
        else holders.add(holder);
      }
    }
    const visit = (part: Part): void => {
      if (part.kind !== "element") return;
      const holders = around.get(part.element);
      if (holders === undefined) return;
      for (const name of [ownName(part), captionOf(part)]) this.#add(slugOf(name ?? ""), holders);
      for (const child of part.children) visit(child);
    };
    for (const part of parts) visit(part);
  }

  #add(scope: string, holders: ReadonlySet<Element>): void {
    const known = this.#holders.get(scope);
    if (known === undefined) this.#holders.set(scope, new Set(holders));
    else for (const holder of holders) known.add(holder);
  }
}

function slugOf(name: string): string {
  return slug(withoutVolatile(name));
}
