// The semantic ids of one frame: gives them to what a reading found and finds elements by them.
import { composedParent } from "../../dom/composed-tree.ts";
import { ElementKeys } from "./element-keys.ts";
import type { Descriptor, IsOther } from "./evidence.ts";
import type { Row } from "../scope/surroundings.ts";
import { nameOf } from "./evidence.ts";
import type { Circumstances, Propose } from "./id-book.ts";
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
import type { Placed } from "../scope/placed.ts";
import type { OptionEntry } from "../state/states.ts";
import { describeOption } from "./described-option.ts";
import { toldOptions } from "../state/states.ts";
import { Surroundings } from "../scope/surroundings.ts";
import type { Evidence, Likeness } from "./told-evidence.ts";
import { evidenceOf, likenessTo, WordsNow } from "./told-evidence.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Walk } from "../tree/walk-result.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export type Found =
  | { readonly state: "present"; readonly element: Element }
  | { readonly state: "gone" }
  | { readonly state: "unknown" };

export class FrameIds {
  readonly #keys = new ElementKeys();
  readonly #book = new IdBook();
  readonly #names = new WeakMap<Element, string>();
  readonly #evidence = new WeakMap<Element, Evidence>();
  /** What has been read, whether it was shown or not, with the number of the reading that did so first. */
  readonly #met = new WeakMap<Element, number>();
  readonly #passive = new WeakSet<Element>();
  readonly #options = new OptionIds(this.#book);
  /** Stands before every id of this frame; the book knows them without it. */
  prefix = "";
  /** The frames that were seen at the last reading. */
  frames: readonly WeakRef<Element>[] = [];

  /** What sets the ids of the parts that a new reading shows; called again, of those that it shows beside. */
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
        : this.#book.assign(described, isLive, circumstances(), propose, isOther);
      if (!begun) this.#meet(reading.names.places);
      begun = true;
      for (const [at, { key }] of described.slice(before).entries()) {
        const [part, id] = [partOf.get(key), ids[before + at]];
        if (part !== undefined && id !== undefined) part.id = this.prefix + id;
      }
    };
  }

  /**
   * What in the document would have one of these ids if all of it were shown has it from now on. An id may
   * have been told of another reading of the same page that showed more of it.
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
    // Beside its likes, as in any reading: what it is told by depends on them.
    const beside = around(actable(walk.parts), (part) => found.has(part));
    const descriptors = this.#describeAll(beside, reading, (part) => found.has(part));
    const byKey = new Map(descriptors.map((descriptor) => [descriptor.key, descriptor]));
    for (const [{ element }, proposal] of found) {
      const descriptor = byKey.get(this.#keys.keyOf(element));
      if (descriptor === undefined || !this.#book.recall(descriptor, proposal)) continue;
      if (!(element instanceof HTMLSelectElement)) continue;
      this.giveOptions(this.prefix + proposal.id, toldOptions(element));
    }
  }

  #meet(places: readonly Placed[]): void {
    for (const { part } of places) {
      if (!this.#met.has(part.element)) this.#met.set(part.element, this.#book.reading);
    }
  }

  /** The number of the first reading at which it was there and was not described. */
  #unnamedSince(element: Element, passed: WeakMap<Element, number>): number | undefined {
    if (this.#evidence.has(element)) return undefined;
    let since = this.#met.get(element);
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
    const surroundings = new Surroundings();
    const keyOf = (element: Element): number => this.#keys.keyOf(element);
    const names = new ReadingNames(walk, surroundings, shadowRootOf, keyOf);
    return { surroundings, names, passed, now: new WordsNow(), told: new Map() };
  }

  /** In the page's order. What is `told` is known by this from now on. */
  #describeAll(
    parts: readonly ElementPart[],
    reading: ReadingParts,
    isTold: (part: ElementPart) => boolean = () => true,
  ): Descriptor[] {
    const { surroundings, names, passed, now, told } = reading;
    surroundings.gather(parts.map(({ element }) => element));
    const wanted = new Set(parts);
    const found = names.places.filter(({ part }) => wanted.has(part));
    const described = found.map((each) => {
      const { element } = each.part;
      const descriptor = this.#describe(each, surroundings, names.of(each.part));
      const evidence = this.#evidence.get(element);
      if (evidence !== undefined) told.set(descriptor.key, { element, evidence });
      return { ...descriptor, since: this.#unnamedSince(element, passed) };
    });
    this.#noteEvidence(found, described, surroundings, now, isTold);
    return described;
  }

  /** Options are named within their select: `<select>.<option>`. */
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

  find(id: string): Found {
    const local = id.startsWith(this.prefix) ? id.slice(this.prefix.length) : undefined;
    if (local === undefined || !this.#book.isKnown(local)) return { state: "unknown" };
    const key = this.#book.keyOf(local);
    return present(key === undefined ? undefined : this.#keys.elementOf(key));
  }

  /** The number of the reading that is under way. */
  get nextReading(): number {
    return this.#book.reading + 1;
  }

  /** The id of an element that has been given one. */
  idOf(element: Element): string | undefined {
    const key = this.#keys.knownKey(element);
    const id = key === undefined ? undefined : this.#book.idOf(key);
    return id === undefined ? undefined : this.prefix + id;
  }

  /** The name an element had when it was last read. */
  lastName(element: Element): string {
    return this.#names.get(element) ?? "";
  }

  /** Whether clicks on it are for what it stands in, as far as its last reading told. */
  isPassive(element: Element): boolean {
    return this.#passive.has(element);
  }

  /** Whether an element still shows what it showed when it was last read; one that has no id does. */
  likeness(element: Element): Likeness {
    return this.#likeness(element, new WordsNow());
  }

  #likeness(element: Element, now: WordsNow): Likeness {
    const evidence = this.#evidence.get(element);
    if (evidence === undefined) return "same";
    return likenessTo(evidence, element, marksOf(element), now);
  }

  /** At the next reading no id is left to an element that clearly shows another thing by now. */
  doubtReused(): void {
    const now = new WordsNow();
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
    found: readonly Placed[],
    described: readonly Descriptor[],
    surroundings: Surroundings,
    now: WordsNow,
    isTold: (part: ElementPart) => boolean,
  ): void {
    const told = new Set<string>();
    for (const [series, likes] of Map.groupBy(described, withoutPositions)) {
      if (likes.length > 1 && new Set(likes.map(nameOf)).size === likes.length) told.add(series);
    }
    for (const [at, { part, heading }] of found.entries()) {
      const descriptor = described[at];
      if (descriptor === undefined || !isTold(part)) continue;
      const around = {
        entries: surroundings.entriesOf(part.element),
        heading:
          heading === undefined
            ? undefined
            : { element: new WeakRef(heading), words: now.ofHeading(heading) },
        isOneOfMany: descriptor.row !== undefined && told.has(withoutPositions(descriptor)),
      };
      this.#evidence.set(part.element, evidenceOf(part.element, descriptor.marks, around, now));
    }
  }

  #describe(
    { part, scopes, context }: Placed,
    surroundings: Surroundings,
    { short, whole }: IdName,
  ): Descriptor {
    const tag = unshadowed(part.element).localName;
    this.#names.set(part.element, whole);
    if (part.interaction === undefined || !isPassive(part.interaction)) {
      this.#passive.delete(part.element);
    } else this.#passive.add(part.element);
    const { row, place } = surroundings.of(part.element);
    return {
      key: this.#keys.keyOf(part.element),
      tag: part.element instanceof HTMLInputElement ? `${tag}-${part.element.type}` : tag,
      name: short,
      kind: kindOf(part.element, tag),
      scopes,
      context,
      marks: marksOf(part.element),
      row: withoutOwnName(row, short),
      place,
    };
  }
}

/** Controls before and after one that is found anew which are looked at with it. */
const BESIDE = 100;

/** Those for which `isIt` holds, with what stands next to each. */
function around(
  parts: readonly ElementPart[],
  isIt: (part: ElementPart) => boolean,
): readonly ElementPart[] {
  const found: ElementPart[] = [];
  /** Before this one all that is wanted is in `found`. */
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
  readonly surroundings: Surroundings;
  readonly names: ReadingNames;
  /** Entries of long series that were left unread at some time. */
  readonly passed: WeakMap<Element, number>;
  readonly now: WordsNow;
  /** Holds what the reading before told of each element that is described, by its key. */
  readonly told: Map<number, { readonly element: Element; readonly evidence: Evidence }>;
}

/** The place that it has in common with its likes in the other entries of its series. */
function withoutPositions({ place, tag }: Descriptor): string {
  return place.replace(/\d+\/\d+/g, "") + tag;
}

function circumstances(): Circumstances {
  return { language: documentLanguage(), path: pathWithoutLanguage(location.pathname) };
}

function documentLanguage(): string {
  // A script can take the root away.
  const root: Element | null = document.documentElement;
  return root?.getAttribute("lang") ?? "";
}

/** A row that is called what the element itself is called says no more than that. */
function withoutOwnName(row: Row | undefined, name: string): Row | undefined {
  const own = withoutVolatile(name).toLowerCase();
  return row?.name === own ? { ...row, name: "" } : row;
}

function present(element: Element | undefined): Found {
  return element !== undefined && unshadowed(element).isConnected
    ? { state: "present", element }
    : { state: "gone" };
}
