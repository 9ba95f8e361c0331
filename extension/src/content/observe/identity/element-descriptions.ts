// Describes the elements of a reading for the id book, and remembers what was read of each.
import { authorMarksOf } from "../naming/author-marks.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isPassive } from "../interactivity/controls-within.ts";
import { kindOf } from "../naming/name.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Row } from "../scope/element-locations.ts";
import { ElementLocations } from "../scope/element-locations.ts";
import type { ScopedPart } from "../scope/scoped-parts.ts";
import type { ElementPart } from "../tree/parts.ts";
import type { Walk } from "../tree/walk-result.ts";
import type { Descriptor } from "./descriptor.ts";
import { nameOf } from "./descriptor.ts";
import type { IdName } from "./id-name.ts";
import type { Evidence, Likeness } from "./last-evidence.ts";
import { CurrentWords, evidenceOf, likenessTo } from "./last-evidence.ts";
import { ReadingNames } from "./reading-names.ts";

export type RootOf = (element: Element) => ShadowRoot | null;

/** Holds what the descriptions of one reading share. */
export interface DescribedReading {
  readonly locations: ElementLocations;
  readonly names: ReadingNames;
  /**
   * Entries of long series that were left unread, each with the number of the first reading that
   * did so.
   */
  readonly passed: WeakMap<Element, number>;
  readonly now: CurrentWords;
  /** Holds what the reading before told of each element that is described, by its key. */
  readonly told: Map<number, { readonly element: Element; readonly evidence: Evidence }>;
}

export class ElementDescriptions {
  readonly #keyOf: (element: Element) => number;
  readonly #names = new WeakMap<Element, string>();
  readonly #evidence = new WeakMap<Element, Evidence>();
  /** The number of the reading that read an element first, whether it was shown or not. */
  readonly #firstRead = new WeakMap<Element, number>();
  readonly #passive = new WeakSet<Element>();

  constructor(keyOf: (element: Element) => number) {
    this.#keyOf = keyOf;
  }

  begin(
    walk: Walk,
    shadowRootOf: RootOf,
    passed: WeakMap<Element, number> = new WeakMap(),
  ): DescribedReading {
    const locations = new ElementLocations();
    const names = new ReadingNames(walk, locations, shadowRootOf, this.#keyOf);
    return { locations, names, passed, now: new CurrentWords(), told: new Map() };
  }

  /**
   * Describes the parts in the page's order. Parts for which `isTold` holds are known by this from
   * now on.
   */
  describe(
    parts: readonly ElementPart[],
    reading: DescribedReading,
    isTold: (part: ElementPart) => boolean = () => true,
  ): Descriptor[] {
    const { locations, names, passed, now, told } = reading;
    locations.gather(parts.map(({ element }) => element));
    const wanted = new Set(parts);
    const found = names.scopedParts.filter(({ part }) => wanted.has(part));
    const described = found.map((each) => {
      const { element } = each.part;
      const descriptor = this.#describeOne(each, locations, names.of(each.part));
      const evidence = this.#evidence.get(element);
      if (evidence !== undefined) told.set(descriptor.key, { element, evidence });
      return { ...descriptor, since: this.#unnamedSince(element, passed) };
    });
    this.#noteEvidence(found, described, locations, now, isTold);
    return described;
  }

  /** Notes which elements this reading has read first, by its number. */
  noteFirstRead({ names }: DescribedReading, reading: number): void {
    for (const { part } of names.scopedParts) {
      if (!this.#firstRead.has(part.element)) this.#firstRead.set(part.element, reading);
    }
  }

  /** Returns the name that an element had when it was last read. */
  lastName(element: Element): string {
    return this.#names.get(element) ?? "";
  }

  /**
   * Tells whether clicks on an element are for what it stands in, as far as its last reading told.
   */
  isPassive(element: Element): boolean {
    return this.#passive.has(element);
  }

  /**
   * Tells whether an element still shows what it showed when it was last read. One that was not
   * described counts as the same.
   */
  likeness(element: Element, now: CurrentWords): Likeness {
    const evidence = this.#evidence.get(element);
    if (evidence === undefined) return "same";
    return likenessTo(evidence, element, authorMarksOf(element), now);
  }

  /**
   * Returns the number of the first reading at which the element was there and was not described.
   */
  #unnamedSince(element: Element, passed: WeakMap<Element, number>): number | undefined {
    if (this.#evidence.has(element)) return undefined;
    let since = this.#firstRead.get(element);
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      const passedAt = passed.get(at) ?? Infinity;
      if (passedAt < (since ?? Infinity)) since = passedAt;
    }
    return since;
  }

  #noteEvidence(
    found: readonly ScopedPart[],
    described: readonly Descriptor[],
    locations: ElementLocations,
    now: CurrentWords,
    isTold: (part: ElementPart) => boolean,
  ): void {
    const told = new Set<string>();
    for (const [series, likes] of Map.groupBy(described, withoutPositions)) {
      if (likes.length > 1 && new Set(likes.map(nameOf)).size === likes.length) told.add(series);
    }
    for (const [at, { part, heading }] of found.entries()) {
      const descriptor = described[at];
      if (descriptor === undefined || !isTold(part)) continue;
      const context = {
        entries: locations.entriesOf(part.element),
        heading:
          heading === undefined
            ? undefined
            : { element: new WeakRef(heading), words: now.ofHeading(heading) },
        isOneOfMany: descriptor.row !== undefined && told.has(withoutPositions(descriptor)),
      };
      this.#evidence.set(part.element, evidenceOf(part.element, descriptor.marks, context, now));
    }
  }

  #describeOne(
    { part, scopes, context }: ScopedPart,
    locations: ElementLocations,
    { short, whole }: IdName,
  ): Descriptor {
    const tag = unshadowed(part.element).localName;
    this.#names.set(part.element, whole);
    // A scroller takes no input from what it stands in.
    if (part.interaction === undefined || isPassive(part.interaction)) {
      this.#passive.add(part.element);
    } else this.#passive.delete(part.element);
    const { row, domPath } = locations.of(part.element);
    return {
      key: this.#keyOf(part.element),
      tag: part.element instanceof HTMLInputElement ? `${tag}-${part.element.type}` : tag,
      name: short,
      kind: kindOf(part.element, tag),
      scopes,
      context,
      marks: authorMarksOf(part.element),
      row: withoutOwnName(row, short),
      domPath,
    };
  }
}

/** Tells whether an element shows another thing than the reading before told of it. */
export function isOtherNow({ told, now }: DescribedReading, { key, marks }: Descriptor): boolean {
  const before = told.get(key);
  return (
    before !== undefined && likenessTo(before.evidence, before.element, marks, now) === "other"
  );
}

/**
 * Returns the path that an element has in common with its likes in the other entries of its series.
 */
function withoutPositions({ domPath, tag }: Descriptor): string {
  return domPath.replace(/\d+\/\d+/g, "") + tag;
}

/**
 * Removes the name of a row that is called what the element itself is called, which says no more.
 */
function withoutOwnName(row: Row | undefined, name: string): Row | undefined {
  const own = withoutVolatile(name).toLowerCase();
  return row?.name === own ? { ...row, name: "" } : row;
}
