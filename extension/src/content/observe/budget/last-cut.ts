// Remembers what was last told of a document, so that the next reading can show the same again. A
// list that a budget cuts elsewhere would look as if the page had changed.
import { shorten } from "./brief-entry.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import type { Costs } from "../tree/cost.ts";
import { joinElisions, leftOut } from "./elide.ts";
import { briefAgain } from "./entry-name.ts";
import { IN_USE, IN_VIEW } from "../tree/emphasis.ts";
import type { ElementPart, Part, TextPart, ViewPart } from "../tree/parts.ts";
import { isBlank, ownText } from "../tree/parts.ts";

/**
 * Says how much of an element's contents was shown. Nothing was shown of what is not noted here.
 */
interface Partly {
  readonly how: "partly";
  /** The texts directly in it, each with how many UTF-16 units were shown of it wherever it stands, in order. */
  readonly texts: ReadonlyMap<string, readonly number[]>;
}

interface Brief {
  readonly how: "brief";
  /** The words that were shown to set it apart. */
  readonly apart: string | undefined;
  /** The weight that it had then. */
  readonly weight: number;
}

type Shown = { readonly how: "whole" } | Brief | Partly;

const WHOLE: Shown = { how: "whole" };

export interface CutContext {
  readonly costs: Costs;
  readonly weightOf: (part: ElementPart) => number;
  /** Entries of long series that were left unread the last time. */
  readonly passed: WeakMap<Element, number>;
}

export class LastCut {
  readonly #shown = new WeakMap<Element, Shown>();
  /** Elements around something that was shown: an entry may be no part of a reading itself. */
  readonly #around = new WeakSet<Element>();
  /** The elements that were left out, with how much each mattered then. */
  readonly #hidden = new WeakMap<Element, number>();
  readonly #page: Partly;

  /** @param view what was told of `parts` */
  constructor(
    parts: readonly Part[],
    view: readonly ViewPart[],
    weightOf: (part: ElementPart) => number,
  ) {
    this.#page = this.#note(parts, view, weightOf);
  }

  /** Tells whether something of an element was shown. */
  wasShown(element: Element): boolean {
    return this.#shown.has(element) || this.#around.has(element);
  }

  /** Returns what was shown, with all that is new and what has come into view or into use since. */
  again(parts: readonly Part[], view: CutContext): ViewPart[] {
    return this.#within(parts, undefined, this.#page, view);
  }

  #note(
    parts: readonly Part[],
    view: readonly ViewPart[],
    weightOf: (part: ElementPart) => number,
  ): Partly {
    const texts = new Map<string, number[]>();
    const noteText = (text: string, units: number): void => {
      const noted = texts.get(text);
      if (noted === undefined) texts.set(text, [units]);
      else noted.push(units);
    };
    const own = new Set<ViewPart>(parts);
    for (const [at, part] of view.entries()) {
      if (part.kind === "text" && own.has(part)) noteText(part.text, part.text.length);
      else if (part.kind === "element") this.#noteElement(part, weightOf);
      else if (part.kind === "elision") {
        const before = view[at - 1];
        const [cut] = part.parts;
        if (part.cutUnits !== undefined && cut?.kind === "text" && before?.kind === "text") {
          noteText(cut.text, before.text.length);
          continue;
        }
        for (const each of part.parts) {
          if (each.kind === "element") this.#hidden.set(each.element, weightOf(each));
          else if (each.kind === "text" && !isBlank(each)) noteText(each.text, 0);
        }
      }
    }
    return { how: "partly", texts };
  }

  #noteElement(part: ElementPart, weightOf: (part: ElementPart) => number): void {
    const { element, view, children } = part;
    this.#noteAround(element);
    if (view === undefined) {
      this.#noteWhole(part);
      return;
    }
    this.#shown.set(
      element,
      part.brief === undefined
        ? this.#note(children, view, weightOf)
        : { how: "brief", weight: weightOf(part), apart: part.brief.apart },
    );
  }

  #noteWhole({ element, children }: ElementPart): void {
    this.#shown.set(element, WHOLE);
    for (const child of children) {
      if (child.kind !== "element") continue;
      this.#noteAround(child.element);
      this.#noteWhole(child);
    }
  }

  #noteAround(element: Element): void {
    let at = composedParent(element);
    while (at !== null && !this.#around.has(at)) {
      this.#around.add(at);
      at = composedParent(at);
    }
  }

  #within(
    parts: readonly Part[],
    container: ElementPart | undefined,
    before: Partly,
    view: CutContext,
  ): ViewPart[] {
    const { texts } = before;
    const shown: ViewPart[] = [];
    /** How often each text has come so far. */
    const passed = new Map<string, number>();
    for (const part of parts) {
      if (part.kind === "unread") shown.push(leftOut([part], container));
      else if (part.kind === "element") shown.push(this.#element(part, container, before, view));
      else {
        const nth = passed.get(part.text) ?? 0;
        passed.set(part.text, nth + 1);
        const units = texts.get(part.text);
        shown.push(...textAgain(part, units?.[nth] ?? units?.at(-1), container));
      }
    }
    return joinElisions(shown, container);
  }

  #element(
    part: ElementPart,
    container: ElementPart | undefined,
    around: Partly,
    view: CutContext,
  ): ViewPart {
    const { element } = part;
    let before = this.#shown.get(element);
    if (before === undefined && this.#isStillHidden(part, view)) {
      return leftOut([part], container);
    }
    // A container that stood for nothing beside its contents was no part, and its texts were of what is around it.
    if (before === undefined && this.#holdsKnown(part)) before = around;
    if (before?.how === "brief") {
      // An entry that was opened, or written to, is in use now.
      const isInUse = view.weightOf(part) >= IN_USE && before.weight < IN_USE;
      if (!isInUse) shorten(part, briefAgain(part, before.apart), view.costs);
    } else if (before?.how === "partly") {
      part.view = this.#within(part.children, part, before, view);
    } else if (view.costs.of(part) === Infinity) {
      part.view = this.#within(part.children, part, NOTHING_HIDDEN, view);
    }
    return part;
  }

  #holdsKnown({ children }: ElementPart): boolean {
    return children.some((child) => {
      if (child.kind !== "element") return false;
      const { element } = child;
      return this.#shown.has(element) || this.#hidden.has(element) || this.#holdsKnown(child);
    });
  }

  /**
   * Tells whether a part stays hidden. An entry that was left unread is as much hidden as one that
   * was left out.
   */
  #isStillHidden(part: ElementPart, { weightOf, passed }: CutContext): boolean {
    const before = this.#hidden.get(part.element) ?? (passed.has(part.element) ? 0 : undefined);
    if (before === undefined) return false;
    const now = weightOf(part);
    return now <= before || now < IN_VIEW;
  }
}

const NOTHING_HIDDEN: Partly = { how: "partly", texts: new Map() };

/** Shows as much of a text as was shown of it; all of it if it is new. */
function textAgain(
  part: TextPart,
  units: number | undefined,
  container: ElementPart | undefined,
): ViewPart[] {
  const { text } = part;
  if (units === undefined || units === text.length) return [part];
  const left = leftOut([part], container);
  if (units === 0) return [left];
  return [ownText(text.slice(0, units)), { ...left, cutUnits: text.length - units }];
}
