// What a reading makes of a page before it is written out: a tree of what a person can see.
import type { Scrollport } from "../geometry/scrollport.ts";

export interface TextPart {
  readonly kind: "text";
  /** White space collapsed; may be a single space. */
  readonly text: string;
  /** Kept from sight and left to screen readers: it names what it stands in and is not written. */
  readonly spoken?: true | undefined;
}

export interface ElementPart {
  readonly kind: "element";
  readonly element: Element;
  /** Where it stands, in CSS px of the frame's viewport; absent for what has no box. */
  readonly box?: Box | undefined;
  /** What that is seen through; asked of few, since it takes a look at what is around. */
  readonly place?: { readonly port: Scrollport } | undefined;
  /** The tag to write. */
  readonly tag: string;
  /** A container that says nothing by itself and may be dissolved. */
  readonly generic: boolean;
  children: Part[];
  /** What is shown of `children` where not all of it is. */
  view?: ViewPart[] | undefined;
  /** What is shown of it is its name alone. */
  brief?: boolean | undefined;
  interaction: Interaction | undefined;
  /** Range of the reading's headings that stand in it. */
  readonly headings: Range;
  /** Range of the reading's texts that stand in it. */
  readonly texts: Range;
  /** A heading or caption for screen readers alone: it names what it heads and is not written. */
  readonly spoken?: true | undefined;
  /** Why a part of the page can't be used, or everything but this one can't. */
  mark?: "inert" | "modal" | undefined;
  /** Its semantic id, once ids have been given. */
  id?: string | undefined;
  /** What its layout says; absent where that is nothing, or is not asked for. */
  layout?: Layout | undefined;
}

export interface Layout {
  /** Pixels scrolled of those that it can be scrolled, such as `0/2400`. */
  readonly scrolled?: string;
  /** It stays where it is in the viewport when the page is scrolled. */
  readonly stays?: "fixed" | "sticky";
  /** Id, or else the tag, of what lies over its middle. */
  readonly coveredBy?: string;
}

/**
 * Entries of a series next to each other that were passed over, since the observation could not show
 * them; all but the first few of a series may be.
 */
export interface UnreadPart {
  readonly kind: "unread";
  /** The tag that the series' other entries are written with. */
  readonly tag: string;
  count: number;
  /** How many can be acted on in each, by those that were read. */
  readonly controls: number;
  readonly spoken?: never;
}

export type Part = TextPart | ElementPart | UnreadPart;

/** Parts next to each other that are left out, since the observation would become too long. */
export interface ElisionPart {
  readonly kind: "elision";
  readonly parts: readonly Part[];
  /** What it is left out of; undefined for the page itself. */
  readonly container: ElementPart | undefined;
  /** Says only that there is more: the entry that it stands in is expanded by its own id. */
  readonly brief: boolean;
  /** What the page's text goes on for, where it was cut within a text. */
  readonly cutUnits?: number;
  id?: string;
}

/** A remark of ours between parts. */
export interface MarkPart {
  readonly kind: "mark";
  readonly says: string;
}

export type ViewPart = Part | ElisionPart | MarkPart;

export type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** From `from` up to, not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** How a person can act on an element; whatever has one gets an id. */
export interface Interaction {
  readonly clickable: boolean;
  readonly hoverable: boolean;
  /** It can be dragged, or dragged to. */
  readonly draggable: boolean;
  /** A field, with a state to report. */
  readonly field: FieldKind | undefined;
  readonly disabled: boolean;
  /** What spoke for it, such as `tag`, `role`, `listener`, `react`, `pointer`. */
  readonly evidence: readonly string[];
  /** Why it can't be clicked now, although it would take clicks. */
  readonly not: string | undefined;
}

/** `widget`: a field by its ARIA role alone. */
export type FieldKind = "input" | "textarea" | "select" | "contenteditable" | "widget";

export const ownText = (text: string): TextPart => ({ kind: "text", text, spoken: undefined });

export const spokenText = (text: string): TextPart => ({ kind: "text", text, spoken: true });

/** Whether a person sees nothing of it. */
export function isBlank(part: Part): boolean {
  return part.spoken === true || (part.kind === "text" && part.text.trim() === "");
}

export function isSpoken(part: Part): boolean {
  return part.spoken === true;
}

/** The texts and picture names in `part`, in order, at most about `max` characters. */
export function textOf(part: Part, max: number): string {
  return linesOf(part, max).replace(/\s+/g, " ").trim().slice(0, max);
}

/** Bounded also in parts: a huge subtree without text must not be walked for every element above it. */
const MOST_VISITS = 300;

/** The same with a line for each block. */
export function linesOf(
  part: Part,
  max: number,
  withSpoken = true,
  mostVisits = MOST_VISITS,
): string {
  const texts: string[] = [];
  let units = 0;
  let visits = 0;
  const visit = (part: Part): void => {
    if (units >= max || visits++ > mostVisits) return;
    if (part.spoken === true && !withSpoken) return;
    if (part.kind === "text") {
      texts.push(part.text.slice(0, max));
      units += part.text.length;
      return;
    }
    if (part.kind === "unread") return;
    if (part.tag === "img") {
      texts.push(`\n${pictureName(part.element)}\n`);
      return;
    }
    if (part.interaction?.field !== undefined) return;
    const edge = INLINE_TAGS.has(part.tag) ? "" : "\n";
    texts.push(edge);
    for (const child of part.children) visit(child);
    texts.push(edge);
  };
  visit(part);
  return texts.join("");
}

/** The text alternative of a picture, or of a drawing that stands for one. */
export function pictureName(element: Element): string {
  return (
    element.getAttribute("aria-label") ??
    element.getAttribute("alt") ??
    element.getAttribute("title") ??
    element.querySelector(":scope > title")?.textContent ??
    ""
  ).trim();
}

/** Tags whose neighbours' texts run on without a break. */
export const INLINE_TAGS: ReadonlySet<string> = new Set(
  "a code del em ins mark s span strong sub sup".split(" "),
);

/** What can be acted on, as far as it is shown, in reading order. */
export function actable(parts: readonly ViewPart[]): ElementPart[] {
  return elementsIn(parts).filter(({ interaction }) => interaction !== undefined);
}

/** All elements that are shown, in reading order. */
export function elementsIn(parts: readonly ViewPart[]): ElementPart[] {
  const found: ElementPart[] = [];
  const visit = (part: ViewPart): void => {
    if (part.kind !== "element") return;
    found.push(part);
    for (const child of part.view ?? part.children) visit(child);
  };
  for (const part of parts) visit(part);
  return found;
}

export type Attribute = readonly [name: string, value: string];
