// Compares what a reading calls interactive with what the browser knows: recall, precision, and each difference.
import { behindModal } from "./modal.ts";
import type { Box, ElementFacts, PageFacts } from "./page-facts.ts";
import { isDisabled, truthOf } from "./truth.ts";
import type { Truth } from "./truth.ts";
import { sightsOf } from "./visibility.ts";

/** Holds what a reading says of an element, by the browser's number of its node. */
export interface Read {
  readonly node: number;
  readonly id: string;
}

export interface Difference {
  /** The semantic id of an extra. */
  readonly id?: string;
  /** The tag and attributes, shortened, with the accessible name. */
  readonly element: string;
  readonly why: string;
}

export interface Comparison {
  /** The number of elements that are interactive. */
  readonly truths: number;
  readonly found: number;
  /** The number of elements that the reading calls interactive. */
  readonly read: number;
  readonly right: number;
  readonly misses: readonly Difference[];
  readonly extras: readonly Difference[];
}

/** Lists the fields around which pages draw a box with an arrow, a sign or a border. */
const FIELDS: ReadonlySet<string> = new Set(["input", "textarea", "select"]);
/** Such a box, with its padding, is lower than this many times its field. */
const LINE = 3;
/** The most by which equivalent boxes may differ, as by a border or some padding, in CSS px. */
const SAME_BOX = 6;

/** @param read clickable elements, fields and selects */
export function compare(facts: PageFacts, read: readonly Read[]): Comparison {
  const { elements } = facts;
  const sights = sightsOf(facts);
  const truths = truthOf(facts, sights);
  const kin = new Kinship(
    elements,
    sights.map(({ box }, index) => box ?? elements[index]?.box),
  );
  const indexOf = new Map(elements.map(({ node }, index) => [node, index]));
  const readAt = new Map(
    read.flatMap((each) => {
      const index = indexOf.get(each.node);
      return index === undefined ? [] : [[index, each.id]];
    }),
  );
  const behind = behindModal(facts, sights);
  const truthAt = new Set(truths.map(({ index }) => index));
  const missed = truths.filter(({ index }) => !kin.stands(index, readAt));
  const extras = [...readAt.keys()].filter((index) => {
    const element = elements[index];
    if (element === undefined || truthAt.has(index) || behind[index] === true) return false;
    if (sights[index]?.box !== undefined && isDisabled(element)) return false;
    if (isUnderDrawing(element)) return false;
    if (isDragged(element, elements)) return false;
    return !kin.stands(index, truthAt) && !isHeard(element, sights[index]?.box);
  });
  return {
    truths: truths.length,
    found: truths.length - missed.length,
    read: readAt.size,
    right: readAt.size - extras.length,
    misses: missed.map((truth) => missOf(truth, elements)),
    extras: extras.map((index) => extraOf(index, facts, readAt, sights[index]?.box)),
  };
}

/**
 * Relates elements that a person considers one: a label and its control, a wrapper and the one control that fills
 * it.
 */
class Kinship {
  readonly #elements: readonly ElementFacts[];
  readonly #boxes: readonly (Box | undefined)[];
  /** Maps a control to its labels, and a label to its control. */
  readonly #partners = new Map<number, number[]>();
  readonly #children = new Map<number, number[]>();

  constructor(elements: readonly ElementFacts[], boxes: readonly (Box | undefined)[]) {
    this.#elements = elements;
    this.#boxes = boxes;
    const ids = new Map<string, number>();
    for (const [index, { attributes, document, parent }] of elements.entries()) {
      const id = attributes["id"];
      if (id !== undefined && !ids.has(`${document} ${id}`)) ids.set(`${document} ${id}`, index);
      if (parent !== undefined) append(this.#children, parent, index);
    }
    for (const [index, { tag, attributes, document }] of elements.entries()) {
      if (tag === "label") {
        const target = attributes["for"];
        this.#join(
          index,
          target === undefined ? this.#firstControl(index) : ids.get(`${document} ${target}`),
        );
      }
      // A control of the page's own says itself which label is its: a label's `for` can't name it.
      for (const id of (attributes["aria-labelledby"] ?? "").split(/\s+/)) {
        const label = ids.get(`${document} ${id}`);
        if (label !== undefined && elements[label]?.tag === "label") this.#join(label, index);
      }
    }
  }

  #join(label: number, control: number | undefined): void {
    if (control === undefined) return;
    append(this.#partners, label, control);
    append(this.#partners, control, label);
  }

  /** Tells whether the element, or one that is as good as it, is among the others. */
  stands(index: number, others: ReadonlySet<number> | ReadonlyMap<number, unknown>): boolean {
    if (others.has(index)) return true;
    const partners = this.#partners.get(index) ?? [];
    const around = this.#around(index).flatMap((each) => [
      each,
      ...(this.#partners.get(each) ?? []),
    ]);
    return (
      [...partners, ...around].some((each) => others.has(each)) || this.#onlyInside(index, others)
    );
  }

  /** Returns the elements around it that it fills. */
  #around(index: number): number[] {
    const found: number[] = [];
    let at = this.#elements[index]?.parent;
    while (at !== undefined) {
      if (this.#boxes[at] !== undefined && this.#isSame(index, at)) found.push(at);
      at = this.#elements[at]?.parent;
    }
    return found;
  }

  /** Tells whether it holds exactly one of the others, which fills it, or is the field that it is drawn around. */
  #onlyInside(index: number, others: ReadonlySet<number> | ReadonlyMap<number, unknown>): boolean {
    const found = [...this.#descendants(index)].filter((each) => others.has(each));
    const [only] = found;
    return (
      only !== undefined &&
      found.length === 1 &&
      (this.#isSame(index, only) || this.#isDrawnAround(index, only))
    );
  }

  *#descendants(index: number): Iterable<number> {
    for (const child of this.#children.get(index) ?? []) {
      yield child;
      yield* this.#descendants(child);
    }
  }

  /**
   * Tells whether the box is drawn around the field, with padding and signs on one line with it. A person considers
   * the box the field. An agent that is shown both would have two names for one thing.
   */
  #isDrawnAround(at: number, field: number): boolean {
    const [box, inner] = [this.#boxes[at], this.#boxes[field]];
    if (!FIELDS.has(this.#elements[field]?.tag ?? "")) return false;
    if (box === undefined || inner === undefined) return false;
    const offset = Math.abs(box.top + box.bottom - inner.top - inner.bottom) / 2;
    return offset <= SAME_BOX && box.bottom - box.top < LINE * (inner.bottom - inner.top);
  }

  #isSame(a: number, b: number): boolean {
    const [one, other] = [this.#boxes[a], this.#boxes[b]];
    if (one === undefined || other === undefined) return false;
    return (["left", "top", "right", "bottom"] as const).every(
      (edge) => Math.abs(one[edge] - other[edge]) <= SAME_BOX,
    );
  }

  #firstControl(label: number): number | undefined {
    for (const each of this.#descendants(label)) {
      const tag = this.#elements[each]?.tag ?? "";
      if (["input", "select", "textarea", "button", "meter", "progress", "output"].includes(tag)) {
        return each;
      }
    }
    return undefined;
  }
}

function append(map: Map<number, number[]>, key: number, value: number): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Tells whether it is the real control of a drawn one: it can't be seen itself, and is there for the keyboard. */
function isUnderDrawing({ tag, focusable, role, box, inert }: ElementFacts): boolean {
  const isControl = tag === "input" || tag === "select" || tag === "textarea";
  return isControl && focusable && role !== undefined && box !== undefined && !inert;
}

/**
 * Tells whether an element can be dragged: its own cursor says so, or it stands in what hears presses, as the entry of
 * a list to be sorted does.
 */
function isDragged({ style, parent }: ElementFacts, elements: readonly ElementFacts[]): boolean {
  const around = parent === undefined ? undefined : elements[parent];
  const cursor = style["cursor"] ?? "";
  const isGrip = /^(?:grab|move|[a-z]+-resize)$/.test(cursor);
  if (isGrip && around?.style["cursor"] !== cursor) return true;
  return around?.listeners.some((type) => /^(?:mousedown|pointerdown)$/.test(type)) === true;
}

/** Tells whether a container listens, or shows the pointer: it may well be what is meant to be clicked. */
function isHeard(
  { listeners, style, tag, attributes }: ElementFacts,
  box: Box | undefined,
): boolean {
  if (box === undefined || tag === "html" || tag === "body") return false;
  return (
    style["cursor"] === "pointer" ||
    "onclick" in attributes ||
    listeners.some((type) =>
      /^(?:click|mousedown|mouseup|pointerdown|pointerup|keydown)$/.test(type),
    )
  );
}

function missOf({ index, evidence }: Truth, elements: readonly ElementFacts[]): Difference {
  const listeners = elements[index]?.listeners.join(" ") ?? "";
  const why = evidence.includes("listener")
    ? `${evidence.join(", ")} (${listeners})`
    : evidence.join(", ");
  return { element: describe(elements[index]), why };
}

function extraOf(
  index: number,
  { elements }: PageFacts,
  readAt: ReadonlyMap<number, string>,
  box: Box | undefined,
): Difference {
  const element = elements[index];
  const why =
    box === undefined
      ? element?.box === undefined
        ? "not laid out"
        : "can't be seen"
      : element?.inert === true
        ? "inert"
        : "nothing says that it is interactive";
  return { id: readAt.get(index) ?? "", element: describe(element), why };
}

function describe(element: ElementFacts | undefined): string {
  if (element === undefined) return "";
  const attributes = Object.entries(element.attributes)
    .filter(([name]) => name !== "style" && name !== "d")
    .slice(0, 8)
    .map(([name, value]) => (value === "" ? name : `${name}="${value.slice(0, 60)}"`));
  const name = element.name === "" ? "" : ` ‹${element.name.slice(0, 40)}›`;
  const { left = 0, top = 0, right = 0, bottom = 0 } = element.box ?? {};
  const place = `${[left, top].map(Math.round).join(",")} ${Math.round(right - left)}×${Math.round(bottom - top)}`;
  return `<${[element.tag, ...attributes].join(" ")}>${name} at ${place}`;
}
