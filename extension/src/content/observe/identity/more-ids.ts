// Gives ids to what was left out of a reading, and finds its place in the next one by such an id.
import { labelledName } from "../naming/labelled-name.ts";
import type { ElementPart, ElisionPart, Part, ViewPart } from "../tree/parts.ts";
import { partText } from "../tree/parts.ts";
import { slug } from "../naming/slug.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** No element's id has a colon. */
const PREFIX = "more:";

/** The most gaps that can be expanded. A page read a thousand times must not fill memory. */
const MAX_GAPS = 5000;

/**
 * Describes where something was left out: in a container, between two elements that stand next to
 * it.
 */
interface Gap {
  /** The element in which something was left out; undefined for the page itself. */
  readonly container: WeakRef<Element> | undefined;
  readonly after: WeakRef<Element> | undefined;
  readonly before: WeakRef<Element> | undefined;
}

interface GapIds {
  /** The id of the gap that comes first in the container. */
  first: string | undefined;
  readonly after: WeakMap<Element, string>;
}

export type FoundGap =
  | { readonly state: "found"; readonly container: ElementPart | undefined; readonly parts: Part[] }
  | { readonly state: "gone" }
  | { readonly state: "unknown" };

export class MoreIds {
  readonly #gaps = new Map<string, Gap>();
  /** The ids of an element's gaps, by what each comes after. */
  readonly #known = new WeakMap<Element, GapIds>();
  readonly #ofPage: GapIds = { first: undefined, after: new WeakMap() };
  readonly #lastNumber = new Map<string, number>();
  /** Stands before every id of this frame. */
  prefix = "";

  /**
   * Sets the id of each mark in `parts` that stands for itself, and returns these marks. The parts
   * stand in `within`.
   */
  give(
    parts: readonly ViewPart[],
    within: ElementPart | undefined,
    headings: readonly ElementPart[],
  ): ElisionPart[] {
    const given: ElisionPart[] = [];
    const visit = (list: readonly ViewPart[], container: ElementPart | undefined): void => {
      for (const [index, part] of list.entries()) {
        if (part.kind === "element") {
          // A part without a view of its own is shown in whole.
          if (part.view !== undefined) visit(part.view, part);
        }
        if (part.kind !== "elision" || part.brief) continue;
        const after = elementBefore(list, index) ?? startOf(part, container);
        const before = elementAfter(list, index);
        const id = this.#idOf(container, headings, after);
        part.id = this.prefix + id;
        // The latest stand last: those at the front are given up if there are too many.
        this.#gaps.delete(id);
        this.#gaps.set(id, {
          container: container === undefined ? undefined : new WeakRef(container.element),
          after: after === undefined ? undefined : new WeakRef(after),
          before: before === undefined ? undefined : new WeakRef(before),
        });
        given.push(part);
      }
    };
    visit(parts, within);
    for (const id of this.#gaps.keys()) {
      if (this.#gaps.size <= MAX_GAPS) break;
      this.#gaps.delete(id);
    }
    return given;
  }

  isMore(id: string): boolean {
    return id.startsWith(this.prefix + PREFIX);
  }

  /** Returns the elements around the place where something was left out under this id. */
  edges(id: string): Element[] {
    const gap = this.#gaps.get(id.slice(this.prefix.length));
    if (gap === undefined) return [];
    return [gap.container, gap.after, gap.before].flatMap((each) => each?.deref() ?? []);
  }

  /** Finds what now stands where something was left out under this id. */
  find(id: string, parts: readonly Part[]): FoundGap {
    const gap = this.#gaps.get(id.slice(this.prefix.length));
    if (gap === undefined) return { state: "unknown" };
    const element = gap.container?.deref();
    const container = element === undefined ? undefined : partOf(element, parts);
    if (gap.container !== undefined && container === undefined) return { state: "gone" };
    const children = container?.children ?? parts;
    const after = indexOf(children, gap.after);
    const before = indexOf(children, gap.before);
    const from = after === -1 ? 0 : after + 1;
    const to = before === -1 || before < from ? children.length : before;
    return { state: "found", container, parts: children.slice(from, to) };
  }

  #idOf(
    container: ElementPart | undefined,
    headings: readonly ElementPart[],
    after: Element | undefined,
  ): string {
    const ids = container === undefined ? this.#ofPage : this.#idsOf(container.element);
    const known = after === undefined ? ids.first : ids.after.get(after);
    if (known !== undefined) return known;
    const base = PREFIX + baseName(container, headings);
    const number = (this.#lastNumber.get(base) ?? 0) + 1;
    this.#lastNumber.set(base, number);
    const id = number === 1 ? base : `${base}-${number}`;
    if (after === undefined) ids.first = id;
    else ids.after.set(after, id);
    return id;
  }

  #idsOf(element: Element): GapIds {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const ids: GapIds = { first: undefined, after: new WeakMap() };
    this.#known.set(element, ids);
    return ids;
  }
}

/** Returns the part of `element`, wherever among `parts` it stands. */
export function partOf(element: Element, parts: readonly Part[]): ElementPart | undefined {
  return pathTo((part) => part.element === element, parts)?.at(-1);
}

/**
 * Returns the first part for which `isIt` holds, after those that it stands in, outermost first.
 */
export function pathTo(
  isIt: (part: ElementPart) => boolean,
  parts: readonly Part[],
): ElementPart[] | undefined {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    if (isIt(part)) return [part];
    const inside = pathTo(isIt, part.children);
    if (inside !== undefined) return [part, ...inside];
  }
  return undefined;
}

/** Names a gap by its container's label, the heading that it stands under, or its role or tag. */
function baseName(container: ElementPart | undefined, headings: readonly ElementPart[]): string {
  if (container === undefined) return "page";
  const { element } = container;
  const above = headings[container.headings.from - 1];
  return (
    slug(labelledName(element) ?? "") ||
    slug(above === undefined ? "" : partText(above, 80)) ||
    slug(unshadowed(element).getAttribute("role") ?? "") ||
    // A script can name an element as no parser would.
    slug(unshadowed(element).localName) ||
    "part"
  );
}

function elementBefore(parts: readonly ViewPart[], index: number): Element | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const part = parts[at];
    if (part?.kind === "element") return part.element;
  }
  return undefined;
}

function elementAfter(parts: readonly ViewPart[], index: number): Element | undefined {
  for (let at = index + 1; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind === "element") return part.element;
  }
  return undefined;
}

/** Returns what stands before a gap at the beginning of an expansion, which does not show it. */
function startOf(gap: ElisionPart, container: ElementPart | undefined): Element | undefined {
  const [first] = gap.parts;
  const siblings = container?.children ?? [];
  const at = first === undefined ? -1 : siblings.indexOf(first);
  return elementBefore(siblings, at);
}

function indexOf(parts: readonly Part[], element: WeakRef<Element> | undefined): number {
  const wanted = element?.deref();
  if (wanted === undefined) return -1;
  return parts.findIndex((part) => part.kind === "element" && part.element === wanted);
}
