// Defines the parts that a reading makes of a page: a tree of what a person can see, before it is written out.
import type { Scrollport } from "../geometry/scrollport.ts";
import { pictureName } from "./picture-name.ts";

/** A text that stands in an element. */
export interface TextPart {
  readonly kind: "text";
  /** White space collapsed; may be a single space. */
  readonly text: string;
  /** Set if only screen readers get the text: it names what it stands in and is not written. */
  readonly spoken?: true | undefined;
  /** Set if only a style sheet writes the text: it may come and go with a state, and names nothing that has other words. */
  readonly generated?: true | undefined;
}

/** An element that is shown, with its contents. */
export interface ElementPart {
  readonly kind: "element";
  readonly element: Element;
  /** Its box in CSS px of the frame's viewport; absent if nothing of it can be seen. */
  readonly box?: Box | undefined;
  /** Tells what clips the box. It computes that from all elements around when asked, so only few parts are asked. */
  readonly clippedBox?: { readonly port: Scrollport } | undefined;
  /** The tag to write. */
  readonly tag: string;
  /** A container that says nothing by itself and may be dissolved. */
  readonly generic: boolean;
  children: Part[];
  /** The parts that are shown of `children`, if not all of them are. */
  view?: ViewPart[] | undefined;
  /** Set if only its name is shown. */
  brief?: { readonly apart: string | undefined } | undefined;
  interaction: Interaction | undefined;
  /** Range of the reading's headings that stand in it. */
  readonly headings: Range;
  /** Range of the reading's texts that stand in it. */
  readonly texts: Range;
  /** Set for a heading or caption for screen readers alone: it names what it heads and is not written. */
  readonly spoken?: true | undefined;
  /** `inert`: this part of the page can't be used. `modal`: everything but this part can't. */
  mark?: "inert" | "modal" | undefined;
  /** Its semantic id, once ids have been given. */
  id?: string | undefined;
  /** How it looks, if that tells it from its likes or is new; absent if it says nothing. */
  look?: string | undefined;
  /** Its layout; absent if that says nothing, or was not asked for. */
  layout?: Layout | undefined;
  /** Where its words begin, in CSS px, if it is an entry that may be indented. */
  indent?: number | undefined;
}

/** Describes an element's layout beyond the order of its parts. */
export interface Layout {
  /** Pixels scrolled of those that can be scrolled, such as `0/2400`. */
  readonly scrolled?: string;
  /** The same of contents that a script moves under an edge which cuts them off. */
  readonly clipped?: string;
  /** The way in which the element stays in the viewport when the page is scrolled. */
  readonly stays?: "fixed" | "sticky";
  /** The id of what lies over it; empty if that has none. */
  readonly coveredBy?: string | undefined;
  /** How far it is indented among its likes, from 2; the first level is not told. */
  readonly level?: number;
}

/**
 * Adjacent entries of a series that were not read, since the observation could not show them. All but the
 * first few entries of a series may be unread.
 */
export interface UnreadPart {
  readonly kind: "unread";
  /** The tag with which the series' other entries are written. */
  readonly tag: string;
  count: number;
  /** The number of controls that stand in each, judged by the entries that were read. */
  readonly controls: number;
  readonly spoken?: never;
}

export type Part = TextPart | ElementPart | UnreadPart;

/** Adjacent parts that are left out, since the observation would become too long. */
export interface ElisionPart {
  readonly kind: "elision";
  readonly parts: readonly Part[];
  /** The part that they are left out of; undefined for the page itself. */
  readonly container: ElementPart | undefined;
  /** True if the mark says only that there is more: the entry around it is expanded by its own id. */
  readonly brief: boolean;
  /** The UTF-16 units that are left of a text which was cut. */
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

/** A range of indexes: from `from` up to, not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Tells how a person can act on an element. Every part that has one gets an id. */
export interface Interaction {
  readonly clickable: boolean;
  readonly hoverable: boolean;
  /** True if it can be dragged, or dragged to. */
  readonly draggable: boolean;
  /** True if what it listens for is about the things that it holds, which do not name it. */
  readonly aroundMany: boolean;
  /** The kind of field, if it is one that has a state to report. */
  readonly field: FieldKind | undefined;
  readonly disabled: boolean;
  /** The signals that spoke for it, such as `tag`, `role`, `listener`, `react`, `pointer`. */
  readonly evidence: readonly string[];
  /** The reason why it can't be clicked now, although it would take clicks. */
  readonly not: string | undefined;
}

/** The kinds of fields. A `widget` is a field by its ARIA role alone; the page draws the text of an `editor` itself. */
export type FieldKind = "input" | "textarea" | "select" | "contenteditable" | "editor" | "widget";

/** Makes a text part that is written. */
export const ownText = (text: string): TextPart => ({
  kind: "text",
  text,
  spoken: undefined,
  generated: undefined,
});

/** Makes a text part that a style sheet writes. */
export const generatedText = (text: string): TextPart => ({
  kind: "text",
  text,
  spoken: undefined,
  generated: true,
});

/** Makes a text part for screen readers alone. */
export const spokenText = (text: string): TextPart => ({
  kind: "text",
  text,
  spoken: true,
  generated: undefined,
});

/** Tells whether a person sees nothing of a part. */
export function isBlank(part: Part): boolean {
  return part.spoken === true || (part.kind === "text" && part.text.trim() === "");
}

/** Tells whether a part is for screen readers alone. */
export function isSpoken(part: Part): boolean {
  return part.spoken === true;
}

/** Says which texts of a part count. */
export interface Counting {
  /** Those for screen readers alone do, unless this is false. */
  readonly spoken?: boolean;
  /** Those that a style sheet writes do. */
  readonly generated?: boolean;
  /** The most parts that are visited. */
  readonly visits?: number;
}

/** Returns the texts and picture names in `part` on one line, at most about `max` characters. */
export function partText(part: Part, max: number): string {
  return partLines(part, max).replace(/\s+/g, " ").trim().slice(0, max);
}

/** The most parts visited for one text: a huge subtree without text must not be walked for every element above it. */
const MOST_VISITS = 300;

/** Returns the texts and picture names in `part` with a line for each block, at most about `max` characters. */
export function partLines(
  part: Part,
  max: number,
  { spoken = true, generated = false, visits: mostVisits = MOST_VISITS }: Counting = {},
): string {
  const texts: string[] = [];
  let units = 0;
  let visits = 0;
  const visit = (part: Part): void => {
    if (units >= max || visits++ > mostVisits) return;
    if (part.spoken === true && !spoken) return;
    if (part.kind === "text") {
      if (part.generated === true && !generated) return;
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

/** The evidence for a shape or a word of a drawing that is listened for around it. */
export const DRAWN = "drawing";

/** The most parts that are searched for what is drawn. */
const MOST_SEARCHED = 100;

/** Tells whether a part is acted on, and listens for shapes of a drawing that it holds. */
export function listensForDrawing({ interaction, children }: ElementPart): boolean {
  return interaction !== undefined && holdsDrawn(children);
}

/** Tells whether parts hold shapes of a drawing that are listened for around it. */
export function holdsDrawn(parts: readonly Part[]): boolean {
  let left = MOST_SEARCHED;
  const visit = (part: Part): boolean => {
    if (part.kind !== "element" || left-- <= 0) return false;
    return part.interaction?.evidence.includes(DRAWN) === true || part.children.some(visit);
  };
  return parts.some(visit);
}

/** Tags whose text runs on into that of their neighbours without a break. */
export const INLINE_TAGS: ReadonlySet<string> = new Set(
  "a code del em ins mark s span strong sub sup".split(" "),
);

/** Returns the shown elements that get ids, in reading order. */
export function actable(parts: readonly ViewPart[]): ElementPart[] {
  return elementsIn(parts).filter(hasId);
}

/** Tells whether a part gets an id: what can be acted on, and what can be scrolled. */
export function hasId(part: ElementPart): boolean {
  return part.interaction !== undefined || isScroller(part);
}

/** Tells whether a part is told to scroll, by the browser or by a script. */
export function isScroller({ layout }: ElementPart): boolean {
  return layout?.scrolled !== undefined || layout?.clipped !== undefined;
}

/** Returns all elements that are shown, in reading order. */
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
