// Gives semantic ids to what a reading of one frame found, and finds elements by them.
import { composedParent } from "../../dom/composed-tree.ts";
import { ElementKeys } from "./element-keys.ts";
import type { Descriptor, IsOther } from "./descriptor.ts";
import type { Row } from "../scope/element-locations.ts";
import { nameOf } from "./descriptor.ts";
import type { DocumentContext, Propose } from "./id-book.ts";
import { IdBook } from "./id-book.ts";
import type { Proposal } from "./id-maker.ts";
import type { IdName } from "./id-name.ts";
import { isPassive } from "../interactivity/interaction.ts";
import { OptionIds } from "./option-ids.ts";
import { marksOf, pathWithoutLanguage } from "../naming/author-marks.ts";
import { kindOf } from "../naming/name.ts";
import type { ElementPart } from "../tree/parts.ts";
import { actable } from "../tree/parts.ts";
import { ReadingNames } from "./reading-names.ts";
import type { ScopedPart } from "../scope/scoped-parts.ts";
import type { OptionEntry } from "../state/states.ts";
import { describeOption } from "./described-option.ts";
import { listedOptions } from "../state/states.ts";
import { ElementLocations } from "../scope/element-locations.ts";
import type { Evidence, Likeness } from "./last-evidence.ts";
import { evidenceOf, likenessTo, CurrentWords } from "./last-evidence.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Walk } from "../tree/walk-result.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export type IdLookup =
  | { readonly state: "present"; readonly element: Element }
  | { readonly state: "gone" }
  | { readonly state: "unknown" };

export class FrameIds {
  readonly #keys = new ElementKeys();
  readonly #book = new IdBook();
  readonly #names = new WeakMap<Element, string>();
  readonly #evidence = new WeakMap<Element, Evidence>();
  /** The number of the reading that read an element first, whether it was shown or not. */
  readonly #firstRead = new WeakMap<Element, number>();
  readonly #passive = new WeakSet<Element>();
  readonly #options = new OptionIds(this.#book);
  /** Stands before every id of this frame; the book knows the ids without it. */
  prefix = "";
  /** The frames that were seen at the last reading. */
  frames: readonly WeakRef<Element>[] = [];

  /**
   * Returns a function that sets the ids of the parts that a new reading shows. If it is called
   * again, it adds parts that the same reading shows beside these.
   */
  forReading(
    walk: Walk,
    shadowRootOf: RootOf,
    passed: WeakMap<Element, number>,
  ): (shown: readonly ElementPart[]) => void {
    const reading = this.#reading(walk, shadowRootOf, passed);
    const described: Descriptor[] = [];
    const partOf = new Map<number, ElementPart>();
    let begun = false;
    const isLive = (key: number): boolean => this.#keys.isLive(key);
    const isOther: IsOther = ({ key, marks }) => {
      const told = reading.told.get(key);
      return (
        told !== undefined &&
        likenessTo(told.evidence, told.element, marks, reading.now) === "other"
      );
    };
    const propose: Propose = (newcomers) =>
      reading.names.propose(newcomers.flatMap(({ key }) => partOf.get(key) ?? []));
    return (shown) => {
      const before = described.length;
      for (const descriptor of this.#describeAll(shown, reading)) described.push(descriptor);
      for (const part of shown) partOf.set(this.#keys.keyOf(part.element), part);
      const ids = begun
        ? this.#book.assignMore(described, isLive, propose, isOther)
        : this.#book.assign(described, isLive, documentContext(), propose, isOther);
      if (!begun) this.#noteFirstRead(reading.names.scopedParts);
      begun = true;
      for (const [at, { key }] of described.slice(before).entries()) {
        const [part, id] = [partOf.get(key), ids[before + at]];
        if (part !== undefined && id !== undefined) part.id = this.prefix + id;
      }
    };
  }

  /**
   * Binds these ids again to the elements that would have them if all of the document were shown.
   * An id may have been told of another reading of the same page that showed more of it.
   */
  recall(ids: readonly string[], walk: Walk, shadowRootOf: RootOf): void {
    const wanted = new Set(
      ids.flatMap((id) => (id.startsWith(this.prefix) ? [id.slice(this.prefix.length)] : [])),
    );
    const reading = this.#reading(walk, shadowRootOf);
    const candidates = reading.names.candidates([...wanted]);
    const proposals = reading.names.propose(candidates);
    const found = new Map<ElementPart, Proposal>();
    for (const part of candidates) {
      const proposal = proposals.get(this.#keys.keyOf(part.element));
      if (proposal !== undefined && wanted.delete(proposal.id)) found.set(part, proposal);
    }
    if (found.size === 0) return;
    // They are described beside their likes, as in any reading: the description depends on these.
    const beside = withNeighbours(actable(walk.parts), (part) => found.has(part));
    const descriptors = this.#describeAll(beside, reading, (part) => found.has(part));
    const byKey = new Map(descriptors.map((descriptor) => [descriptor.key, descriptor]));
    for (const [{ element }, proposal] of found) {
      const descriptor = byKey.get(this.#keys.keyOf(element));
      if (descriptor === undefined || !this.#book.recall(descriptor, proposal)) continue;
      if (!(element instanceof HTMLSelectElement)) continue;
      this.giveOptions(this.prefix + proposal.id, listedOptions(element));
    }
  }

  #noteFirstRead(scopedParts: readonly ScopedPart[]): void {
    for (const { part } of scopedParts) {
      if (!this.#firstRead.has(part.element)) this.#firstRead.set(part.element, this.#book.reading);
    }
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

  #reading(
    walk: Walk,
    shadowRootOf: RootOf,
    passed: WeakMap<Element, number> = new WeakMap(),
  ): ReadingParts {
    const locations = new ElementLocations();
    const keyOf = (element: Element): number => this.#keys.keyOf(element);
    const names = new ReadingNames(walk, locations, shadowRootOf, keyOf);
    return { locations, names, passed, now: new CurrentWords(), told: new Map() };
  }

  /**
   * Describes the parts in the page's order. Parts for which `isTold` holds are known by this from
   * now on.
   */
  #describeAll(
    parts: readonly ElementPart[],
    reading: ReadingParts,
    isTold: (part: ElementPart) => boolean = () => true,
  ): Descriptor[] {
    const { locations, names, passed, now, told } = reading;
    locations.gather(parts.map(({ element }) => element));
    const wanted = new Set(parts);
    const found = names.scopedParts.filter(({ part }) => wanted.has(part));
    const described = found.map((each) => {
      const { element } = each.part;
      const descriptor = this.#describe(each, locations, names.of(each.part));
      const evidence = this.#evidence.get(element);
      if (evidence !== undefined) told.set(descriptor.key, { element, evidence });
      return { ...descriptor, since: this.#unnamedSince(element, passed) };
    });
    this.#noteEvidence(found, described, locations, now, isTold);
    return described;
  }

  /** Gives ids to options, which are named within their select: `<select>.<option>`. */
  giveOptions(selectId: string, options: readonly HTMLOptionElement[]): OptionEntry[] {
    const ids = this.#options.assign(
      selectId.slice(this.prefix.length),
      options.map((option, at) => ({
        key: this.#keys.keyOf(option),
        ...describeOption(option, at),
      })),
      (key) => this.#keys.isLive(key),
      documentLanguage(),
    );
    return options.map((option, at) => ({ option, id: this.prefix + (ids[at] ?? "") }));
  }

  find(id: string): IdLookup {
    const local = id.startsWith(this.prefix) ? id.slice(this.prefix.length) : undefined;
    if (local === undefined || !this.#book.isKnown(local)) return { state: "unknown" };
    const key = this.#book.keyOf(local);
    return present(key === undefined ? undefined : this.#keys.elementOf(key));
  }

  /** The number of the reading that is under way. */
  get nextReading(): number {
    return this.#book.reading + 1;
  }

  /** Returns the id of an element that has been given one. */
  idOf(element: Element): string | undefined {
    const key = this.#keys.knownKey(element);
    const id = key === undefined ? undefined : this.#book.idOf(key);
    return id === undefined ? undefined : this.prefix + id;
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
  likeness(element: Element): Likeness {
    return this.#likeness(element, new CurrentWords());
  }

  #likeness(element: Element, now: CurrentWords): Likeness {
    const evidence = this.#evidence.get(element);
    if (evidence === undefined) return "same";
    return likenessTo(evidence, element, marksOf(element), now);
  }

  /**
   * Sees to it that at the next reading no id is left to an element that clearly shows another
   * thing by now.
   */
  doubtReused(): void {
    const now = new CurrentWords();
    for (const id of this.#book.liveIds()) {
      const key = this.#book.keyOf(id);
      const element = key === undefined ? undefined : this.#keys.elementOf(key);
      if (key === undefined || element === undefined) continue;
      if (this.#likeness(element, now) === "other") this.#book.doubt(key);
    }
  }

  *liveIds(): Iterable<string> {
    for (const id of this.#book.liveIds()) yield this.prefix + id;
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

  #describe(
    { part, scopes, context }: ScopedPart,
    locations: ElementLocations,
    { short, whole }: IdName,
  ): Descriptor {
    const tag = unshadowed(part.element).localName;
    this.#names.set(part.element, whole);
    if (part.interaction === undefined || !isPassive(part.interaction)) {
      this.#passive.delete(part.element);
    } else this.#passive.add(part.element);
    const { row, domPath } = locations.of(part.element);
    return {
      key: this.#keys.keyOf(part.element),
      tag: part.element instanceof HTMLInputElement ? `${tag}-${part.element.type}` : tag,
      name: short,
      kind: kindOf(part.element, tag),
      scopes,
      context,
      marks: marksOf(part.element),
      row: withoutOwnName(row, short),
      domPath,
    };
  }
}

/** The controls before and after a recalled one that are described with it. */
const BESIDE = 100;

/** Returns the parts for which `isIt` holds, with those next to each. */
function withNeighbours(
  parts: readonly ElementPart[],
  isIt: (part: ElementPart) => boolean,
): readonly ElementPart[] {
  const found: ElementPart[] = [];
  /** All wanted parts before this index are in `found`. */
  let from = 0;
  for (const [at, part] of parts.entries()) {
    if (!isIt(part)) continue;
    found.push(...parts.slice(Math.max(from, at - BESIDE), at + BESIDE + 1));
    from = at + BESIDE + 1;
  }
  return found;
}

type RootOf = (element: Element) => ShadowRoot | null;

interface ReadingParts {
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

/**
 * Returns the path that an element has in common with its likes in the other entries of its series.
 */
function withoutPositions({ domPath, tag }: Descriptor): string {
  return domPath.replace(/\d+\/\d+/g, "") + tag;
}

function documentContext(): DocumentContext {
  return { language: documentLanguage(), path: pathWithoutLanguage(location.pathname) };
}

function documentLanguage(): string {
  // A script can take the root away.
  const root: Element | null = document.documentElement;
  return root?.getAttribute("lang") ?? "";
}

/**
 * Removes the name of a row that is called what the element itself is called, which says no more.
 */
function withoutOwnName(row: Row | undefined, name: string): Row | undefined {
  const own = withoutVolatile(name).toLowerCase();
  return row?.name === own ? { ...row, name: "" } : row;
}

function present(element: Element | undefined): IdLookup {
  return element !== undefined && unshadowed(element).isConnected
    ? { state: "present", element }
    : { state: "gone" };
}
