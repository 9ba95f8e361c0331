// Describes an element that is being read: what was found of it before its contents, and what they
// add.
import type { Backdrop } from "../paint/backdrop.ts";
import type { ReadElement } from "../visibility/opaque-neighbours.ts";
import type { ElementVisibility } from "../visibility/element-visibility.ts";
import type { Part } from "../tree/parts.ts";
import type { WithinDrawing } from "../interactivity/drawn-targets.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";
import type { SeriesWindows, WindowOptions } from "../budget/series-windows.ts";
import type { Legibility } from "../visibility/text-legibility.ts";
import type { HandlerMarks } from "../../bridge/handler-scan.ts";
import type { KeyTaker } from "../interactivity/drawn-editor.ts";
import type { EntryListener } from "../interactivity/entry-listener.ts";
import type { HoverRules } from "../interactivity/hover-rules.ts";
import type { Rejection } from "../interactivity/interaction.ts";
import type { UnseenTexts } from "../secrecy/unseen-texts.ts";
import type { ReadTexts } from "./read-texts.ts";

/** Holds what an element inherits from those around it. */
export interface Inherited {
  readonly clippedBox: ClippedBox;
  /** The opacity of all elements around it together. */
  readonly opacity: number;
  readonly pointer: boolean;
  /** The cursor says that what it is over can be dragged. */
  readonly grip: boolean;
  /** What listens for the entries that may stand here. */
  readonly entryListener: EntryListener | undefined;
  /** Something around it, but not the whole page, listens for clicks. */
  readonly listened: boolean;
  readonly inControl: boolean;
  /** Texts for screen readers name something here. */
  readonly inNamed: boolean;
  readonly inert: boolean;
  /** Its texts are what an editor dots out. */
  readonly secret: boolean;
  readonly depth: number;
  /** Set in a drawing whose shapes are told. */
  readonly drawing: WithinDrawing | undefined;
}

export interface OpenElement {
  readonly element: Element;
  readonly tag: string;
  /** The names of its attributes. */
  readonly attributes: readonly string[];
  readonly role: string | null;
  /** The browser itself lets a person act on it. */
  readonly native: boolean;
  /** Holds what it listens for, as `handlerMark` has it. */
  readonly marks: number;
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  readonly visibility: ElementVisibility;
  readonly heading: boolean;
  readonly around: Inherited;
  /** The values that its contents inherit. */
  readonly inside: Inherited;
  /** The open element around it; undefined for the page's root. */
  readonly outer: OpenElement | undefined;
  /** Its contents as they are shown, and how far they have been read. */
  readonly nodes: readonly Node[];
  at: number;
  /** The parts that were read of them. */
  readonly parts: Part[];
  /** The contents that these parts were made of. */
  readonly readContents: ReadElement[];
  occluder: ReadElement | undefined;
  /** The numbers of headings and texts that came before it. */
  readonly headings: number;
  readonly texts: number;
  /** Says if texts that stand directly in it can be read; undefined if each is to be measured. */
  legibility: Legibility | "unasked" | undefined;
  /** The backdrop of its letters, once that was asked for. */
  backdrop: Backdrop | undefined;
  readonly windows: SeriesWindows | undefined;
  /** What style sheets may write in it, as bits. */
  hints: number;
  /** True while what a style sheet writes before its contents, or after them, has not been asked for. */
  draws: { before: boolean; after: boolean } | undefined;
  /** A field that was found in it, takes keys out of sight, and may do so for a text that is drawn here. */
  keyTaker: KeyTaker | undefined;
}

/** Names the document to read, and who is told of what is found there. */
export interface WalkContext {
  readonly document: Document;
  readonly handlerMarks: HandlerMarks;
  readonly hoverRules: HoverRules;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** The layout of parts is wanted. */
  readonly layout: boolean;
  readonly windows: WindowOptions;
  readonly onRejected?: ((rejection: Rejection) => void) | undefined;
  /** Gets the texts that are left out because nobody sees them. */
  readonly unseen?: UnseenTexts | undefined;
  /** Set for a reading that goes on though the page changes. */
  readonly readTexts?: ReadTexts | undefined;
}
