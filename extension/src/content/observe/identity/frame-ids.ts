// Gives semantic ids to what a reading of one frame found, and finds elements by them.
import type { RootOf } from "./element-descriptions.ts";
import { ElementDescriptions, isOtherNow } from "./element-descriptions.ts";
import { ElementKeys } from "./element-keys.ts";
import type { Descriptor, IsOther } from "./descriptor.ts";
import type { DocumentContext, Propose } from "./id-book.ts";
import { IdBook } from "./id-book.ts";
import type { Proposal } from "./id-maker.ts";
import { OptionIds } from "./option-ids.ts";
import { pathWithoutLanguage } from "../naming/author-marks.ts";
import type { ElementPart } from "../tree/parts.ts";
import { actable } from "../tree/parts.ts";
import type { OptionEntry } from "../state/select-state.ts";
import { describeOption } from "./described-option.ts";
import { listedOptions } from "../state/select-state.ts";
import type { Likeness } from "./last-evidence.ts";
import { CurrentWords } from "./last-evidence.ts";
import type { Walk } from "../tree/walk-result.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export type IdLookup =
  | { readonly state: "present"; readonly element: Element }
  | { readonly state: "gone" }
  | { readonly state: "unknown" };

export class FrameIds {
  readonly #keys = new ElementKeys();
  readonly #book = new IdBook();
  readonly #descriptions = new ElementDescriptions((element) => this.#keys.keyOf(element));
  readonly #options = new OptionIds(this.#book);
  /** The keys of elements that were lent an id. */
  readonly #lent = new Set<number>();
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
    const reading = this.#descriptions.begin(walk, shadowRootOf, passed);
    const described: Descriptor[] = [];
    const partOf = new Map<number, ElementPart>();
    let begun = false;
    const isLive = (key: number): boolean => this.#keys.isLive(key);
    const isOther: IsOther = (now) => isOtherNow(reading, now);
    const propose: Propose = (newcomers) =>
      reading.names.propose(newcomers.flatMap(({ key }) => partOf.get(key) ?? []));
    return (shown) => {
      const before = described.length;
      for (const descriptor of this.#descriptions.describe(shown, reading))
        described.push(descriptor);
      for (const part of shown) partOf.set(this.#keys.keyOf(part.element), part);
      const ids = begun
        ? this.#book.assignMore(described, isLive, propose, isOther)
        : this.#book.assign(described, isLive, documentContext(), propose, isOther);
      if (!begun) this.#descriptions.noteFirstRead(reading, this.#book.reading);
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
    const reading = this.#descriptions.begin(walk, shadowRootOf);
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
    const descriptors = this.#descriptions.describe(beside, reading, (part) => found.has(part));
    const byKey = new Map(descriptors.map((descriptor) => [descriptor.key, descriptor]));
    for (const [{ element }, proposal] of found) {
      const descriptor = byKey.get(this.#keys.keyOf(element));
      if (descriptor === undefined || !this.#book.recall(descriptor, proposal)) continue;
      if (!(element instanceof HTMLSelectElement)) continue;
      this.giveOptions(this.prefix + proposal.id, listedOptions(element));
    }
  }

  /** Sets the ids of these parts: those that a reading gives that shows them. */
  give(parts: readonly ElementPart[], walk: Walk, shadowRootOf: RootOf): void {
    const wanted = new Set(parts);
    // They are described beside their likes, as in any reading: the description depends on these.
    const beside = withNeighbours(actable(walk.parts), (part) => wanted.has(part));
    this.forReading(walk, shadowRootOf, new WeakMap())(beside);
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

  /** Returns an id by which an element is found that no reading tells of, such as a paragraph. */
  lend(element: Element): string {
    const key = this.#keys.keyOf(element);
    this.#lent.add(key);
    return `${this.prefix}${LENT}${key}`;
  }

  find(id: string): IdLookup {
    const local = id.startsWith(this.prefix) ? id.slice(this.prefix.length) : undefined;
    const lent = local?.startsWith(LENT) === true ? Number(local.slice(LENT.length)) : undefined;
    if (lent !== undefined && this.#lent.has(lent)) return present(this.#keys.elementOf(lent));
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
    return this.#descriptions.lastName(element);
  }

  /**
   * Tells whether clicks on an element are for what it stands in, as far as its last reading told.
   */
  isPassive(element: Element): boolean {
    return this.#descriptions.isPassive(element);
  }

  /**
   * Tells whether an element still shows what it showed when it was last read. One that was not
   * described counts as the same.
   */
  likeness(element: Element): Likeness {
    return this.#descriptions.likeness(element, new CurrentWords());
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
      if (this.#descriptions.likeness(element, now) === "other") this.#book.doubt(key);
    }
  }

  *liveIds(): Iterable<string> {
    for (const id of this.#book.liveIds()) yield this.prefix + id;
  }
}

/** Begins the ids that are lent; no other element's id has a colon. */
const LENT = "text:";

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

function documentContext(): DocumentContext {
  return { language: documentLanguage(), path: pathWithoutLanguage(location.pathname) };
}

function documentLanguage(): string {
  // A script can take the root away.
  const root: Element | null = document.documentElement;
  return root?.getAttribute("lang") ?? "";
}

function present(element: Element | undefined): IdLookup {
  return element !== undefined && unshadowed(element).isConnected
    ? { state: "present", element }
    : { state: "gone" };
}
