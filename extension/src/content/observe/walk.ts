// Reads the document once, without writing to it, into the tree of what a person can see.
import type { ElementFindings } from "../page-notes.ts";
import { pageAreas } from "./area.ts";
import { Backdrops } from "./backdrop.ts";
import { composedChildren } from "./composed-tree.ts";
import { isHeading, MEDIA, MEANINGFUL, NAMING, SKIPPED } from "./element-kinds.ts";
import { flatten } from "./flatten.ts";
import { formulaText } from "./formula-text.ts";
import { generatedText } from "./generated-text.ts";
import type { Rejection } from "./interaction.ts";
import { interactionOf, isNativeControl } from "./interaction.ts";
import { layoutOf } from "./layout.ts";
import type { Look } from "./look.ts";
import { lookAt } from "./look.ts";
import { holdBack, isModal, mayBeModal, topModal } from "./modal-layer.ts";
import { labelledName } from "./name.ts";
import type { ElementPart, Interaction, Part } from "./parts.ts";
import { isBlank, isSpoken, ownText, pictureName, spokenText, textOf } from "./parts.ts";
import { Place } from "./place.ts";
import type { Sight } from "./text-sight.ts";
import { TextSight } from "./text-sight.ts";
import { isKeptUnseen } from "./unseen-controls.ts";
import { unshadowed } from "../unshadowed.ts";
import { visibleCharacters } from "./visible-characters.ts";

export interface WalkContext {
  readonly document: Document;
  readonly findings: ElementFindings;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Whether what a layout says is wanted. */
  readonly layout: boolean;
  readonly onRejected?: ((rejection: Rejection) => void) | undefined;
}

export interface Walk {
  readonly parts: Part[];
  /** Headings in reading order. */
  readonly headings: readonly ElementPart[];
  /** The beginnings of texts that say something, in reading order. */
  readonly texts: readonly string[];
  /** Elements nested too deeply to be read. */
  readonly tooDeep: readonly Element[];
}

/** The HTML parser stops nesting at 512; scripts can go on, but not the stack on which this runs. */
const MAX_DEPTH = 800;

/** Told of one text to what is named by its surroundings; a page can be one text of many MiB. */
const MAX_TEXT = 200;

/** What an element inherits from those around it. */
interface Around {
  readonly place: Place;
  /** Of all elements around it together. */
  readonly opacity: number;
  readonly pointer: boolean;
  readonly inControl: boolean;
  /** Texts for screen readers name something here. */
  readonly inNamed: boolean;
  readonly inert: boolean;
  readonly depth: number;
}

export function walk(context: WalkContext): Walk {
  return new Walker(context).run();
}

class Walker {
  readonly #context: WalkContext;
  readonly #sight: TextSight;
  readonly #headings: ElementPart[] = [];
  readonly #texts: string[] = [];
  readonly #tooDeep: Element[] = [];
  readonly #modals: Element[] = [];

  constructor(context: WalkContext) {
    this.#context = context;
    this.#sight = new TextSight(context.document, new Backdrops(context.document));
  }

  run(): Walk {
    const { document } = this.#context;
    const root: Element | null = document.documentElement;
    // A document that has only just begun.
    if (root === null) {
      return { parts: [], headings: [], texts: [], tooDeep: [] };
    }
    const areas = pageAreas(document);
    const parts = this.#element(root, {
      place: Place.ofPage(areas),
      opacity: 1,
      pointer: false,
      inControl: false,
      inNamed: false,
      inert: false,
      depth: 0,
    });
    const modal = topModal(this.#modals, areas.viewport);
    if (modal !== undefined) holdBack(parts, modal);
    return {
      parts,
      headings: this.#headings,
      texts: this.#texts,
      tooDeep: this.#tooDeep,
    };
  }

  /** What shows of `element`: itself with its contents, its contents alone, or nothing. */
  #element(element: Element, around: Around): Part[] {
    const own = unshadowed(element);
    const tag = own.localName;
    if (SKIPPED.has(tag)) return [];
    // Neither has a box of its own; what they belong to shows.
    if (tag === "br") return [ownText("\n")];
    if (tag === "option" || tag === "optgroup") return [];
    const style = getComputedStyle(element);
    const { display } = style;
    if (display === "none" && tag !== "area") return [];
    if (around.depth > MAX_DEPTH) {
      this.#tooDeep.push(element);
      return [];
    }
    const isRoot = tag === "html" || element === this.#context.document.body;
    const look = lookAt(element, style, display, isRoot || tag === "area", around);
    if (tag === "math") return look.shown ? [ownText(formulaText(element))] : [];
    const role = own.getAttribute("role");
    const heading = look.clear && isHeading(tag, role);
    const native = isNativeControl(element, tag);
    const inControl = around.inControl || native;
    const inside: Around = {
      place: look.place,
      opacity: look.opacity,
      // Within a control nothing asks for it.
      pointer: inControl ? around.pointer : style.cursor === "pointer",
      inControl,
      inNamed: around.inNamed || native || heading || role !== null || NAMING.has(tag),
      inert: (around.inert && !isModal(element, tag)) || own.hasAttribute("inert"),
      depth: around.depth + 1,
    };
    const read: Contents = {
      headings: this.#headings.length,
      texts: this.#texts.length,
      children: this.#children({ element, tag, style, display, look, inside }),
    };
    const { children } = read;
    const visible = look.shown && (!look.empty || !children.every(isBlank));
    if (!visible) {
      const names = look.clear && (heading || NAMING.has(tag)) && children.some(isSpoken);
      if (names) return [this.#part(element, tag, look, read, heading, { spoken: true })];
      if (!isKeptUnseen(element, tag, style, look)) return children;
    }
    const interaction = interactionOf({
      element,
      tag,
      style,
      children,
      pointerInherited: around.pointer,
      inControl: around.inControl,
      inert: inside.inert,
      findings: this.#context.findings,
      onRejected: this.#context.onRejected,
    });
    if (MEDIA.has(tag) && interaction === undefined && pictureName(element) === "") return [];
    const layout =
      this.#context.layout && look.place.shows ? layoutOf(element, style, isRoot) : undefined;
    const isFrame = tag === "iframe" || tag === "frame";
    // Of one pixel are those that only count visits.
    if (isFrame && (own.clientWidth < 2 || own.clientHeight < 2)) return [];
    if (interaction !== undefined && interaction.field === undefined)
      nameByStyle(element, children);
    if (mayBeModal(element, tag, role)) this.#modals.push(element);
    const part = this.#part(element, writtenTag(tag, display, children), look, read, heading, {
      // A frame is named as soon as it is seen: what stands in it is named after it.
      interaction: interaction ?? (isFrame ? FRAME : undefined),
      layout,
      ...(inside.inert && !around.inert ? { mark: "inert" } : {}),
    });
    return flatten(part, display);
  }

  #part(
    element: Element,
    tag: string,
    look: Look,
    { children, headings, texts }: Contents,
    heading: boolean,
    {
      layout,
      ...rest
    }: Pick<ElementPart, "spoken" | "mark" | "layout"> & Partial<Pick<ElementPart, "interaction">>,
  ): ElementPart {
    const { localName } = unshadowed(element);
    const part: ElementPart = {
      kind: "element",
      element,
      box: look.place.shows ? look.place.box : undefined,
      tag,
      generic: !MEANINGFUL.has(localName) && !STANDING.has(tag) && !heading && layout === undefined,
      children,
      interaction: undefined,
      headings: { from: headings, to: this.#headings.length + (heading ? 1 : 0) },
      texts: { from: texts, to: this.#texts.length },
      layout,
      ...rest,
    };
    if (heading) this.#headings.push(part);
    return part;
  }

  #children(holder: Holder): Part[] {
    const { element, tag, style, display, look, inside } = holder;
    const own = unshadowed(element);
    // Their state says what they hold; a drawing without words is one picture.
    if (CLOSED.has(tag) || (tag === "svg" && own.querySelector(DRAWN_WORDS) === null)) return [];
    if (tag === "object" && !this.#sight.isLaidOut(element)) return [];
    if (own.firstChild !== null && display !== "inline" && style.contentVisibility === "hidden")
      return [];
    const closedDetails = tag === "details" && !own.hasAttribute("open");
    const summary = closedDetails ? own.querySelector(":scope > summary") : null;
    const parts: Part[] = [];
    let sight: Sight | undefined | "unasked" = "unasked";
    for (const node of composedChildren(element, this.#context.shadowRootOf)) {
      if (node instanceof Element) {
        if (closedDetails && node !== summary) continue;
        for (const part of this.#element(node, inside)) parts.push(part);
      } else if (look.clear && !closedDetails && node.nodeType === Node.TEXT_NODE) {
        const value = node.nodeValue ?? "";
        if (isWhiteSpace(value)) {
          if (look.shown && value !== "") parts.push(ownText(" "));
          continue;
        }
        if (sight === "unasked") sight = look.shown ? this.#sight.of(holder, look.place) : "spoken";
        const seen = sight ?? this.#sight.measured(node, look.place);
        if (seen === "unseen" || (seen === "spoken" && !inside.inNamed)) continue;
        this.#text(value, style, seen, parts);
      }
    }
    return parts;
  }

  #text(value: string, style: CSSStyleDeclaration, sight: Sight, parts: Part[]): void {
    const keepsLines =
      value.trim().includes("\n") && style.whiteSpaceCollapse.startsWith("preserve");
    const text = visibleCharacters(value).replace(keepsLines ? /[^\S\n]+/g : /\s+/g, " ");
    if (sight === "spoken") {
      parts.push(spokenText(text));
      return;
    }
    this.#texts.push(text.slice(0, MAX_TEXT));
    parts.push(ownText(text));
  }
}

interface Holder {
  readonly element: Element;
  readonly tag: string;
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  readonly look: Look;
  readonly inside: Around;
}

/** What was read in an element, and how many headings and texts came before it. */
interface Contents {
  readonly children: Part[];
  readonly headings: number;
  readonly texts: number;
}

const FRAME: Interaction = {
  clickable: false,
  hoverable: false,
  field: undefined,
  disabled: false,
  evidence: ["frame"],
  not: undefined,
};

const CLOSED: ReadonlySet<string> = new Set(
  "img input textarea select iframe frame video audio canvas meter progress".split(" "),
);

/** What in a drawing is more than lines. */
const DRAWN_WORDS = 'text, foreignObject, a, [tabindex="0"]';

/** Written also where nothing stands in them. */
const STANDING: ReadonlySet<string> = new Set([...MEDIA, "img", "iframe"]);

function isWhiteSpace(text: string): boolean {
  return !/\S/.test(text);
}

/** Containers are written as what their boxes are; a drawing as the picture it is to a person. */
function writtenTag(tag: string, display: string, children: readonly Part[]): string {
  if (tag === "svg" || tag === "object") {
    if (children.every(isBlank)) return "img";
  }
  if (tag === "frame") return "iframe";
  if (MEANINGFUL.has(tag) || MEDIA.has(tag)) return tag;
  return display.startsWith("inline") ? "span" : "div";
}

/** Adds what the style sheet writes in an element that nothing else names. */
function nameByStyle(element: Element, children: Part[]): void {
  const words = children.some((part) => /[\p{L}\p{N}]/u.test(textOf(part, MAX_TEXT)));
  if (words || labelledName(element) !== undefined || unshadowed(element).hasAttribute("title"))
    return;
  const text = generatedText(element);
  if (text !== "") children.push(ownText(text));
}
