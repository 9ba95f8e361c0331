// Reads the document once, without writing to it, into the tree of what a person can see.
import type { ElementFindings } from "../page-notes.ts";
import type { Area, Clips } from "./clip.ts";
import { clipsInside, isOutside, ownClip, reachableArea, viewportArea } from "./clip.ts";
import { composedChildren } from "./composed-tree.ts";
import { isHeading, MEDIA, MEANINGFUL, SKIPPED } from "./element-kinds.ts";
import { flatten } from "./flatten.ts";
import type { Rejection } from "./interaction.ts";
import { interactionOf, isNativeControl } from "./interaction.ts";
import type { ElementPart, Part } from "./parts.ts";
import { ownText, pictureName } from "./parts.ts";
import { isKeptUnseen } from "./unseen-controls.ts";
import { unshadowed } from "../unshadowed.ts";

export interface WalkContext {
  readonly document: Document;
  readonly findings: ElementFindings;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly onRejected?: ((rejection: Rejection) => void) | undefined;
}

export interface Walk {
  readonly parts: Part[];
  /** Headings in reading order. */
  readonly headings: readonly ElementPart[];
  /** The beginnings of texts that say something, in reading order. */
  readonly texts: readonly string[];
  /** Frames a person sees, whose content is not read here. */
  readonly frames: readonly Element[];
  /** Elements nested too deeply to be read. */
  readonly tooDeep: readonly Element[];
}

/** The HTML parser stops nesting at 512; scripts can go on. */
const MAX_DEPTH = 1500;

/** Told of one text to what is named by its surroundings; a page can be one text of many MiB. */
const MAX_TEXT = 200;

/** What an element inherits from those around it. */
interface Around {
  readonly clips: Clips;
  /** Within something of opacity 0. */
  readonly faded: boolean;
  readonly pointer: boolean;
  readonly inControl: boolean;
  readonly inert: boolean;
  readonly depth: number;
}

export function walk(context: WalkContext): Walk {
  return new Walker(context).run();
}

class Walker {
  readonly #context: WalkContext;
  readonly #viewport: Area;
  readonly #modal: Element | undefined;
  readonly #headings: ElementPart[] = [];
  readonly #texts: string[] = [];
  readonly #frames: Element[] = [];
  readonly #tooDeep: Element[] = [];

  constructor(context: WalkContext) {
    this.#context = context;
    this.#viewport = viewportArea(context.document.defaultView ?? window);
    this.#modal = [...context.document.querySelectorAll("dialog:modal")].at(-1);
  }

  run(): Walk {
    const { document } = this.#context;
    const root: Element | null = document.documentElement;
    const none = { parts: [], headings: [], texts: [], frames: [], tooDeep: [] };
    // A document that has only just begun.
    if (root === null) return none;
    const area = reachableArea(document);
    const around: Around = {
      clips: { flow: area, absolute: area },
      faded: false,
      pointer: false,
      inControl: false,
      inert: this.#modal !== undefined,
      depth: 0,
    };
    return {
      parts: this.#element(root, around),
      headings: this.#headings,
      texts: this.#texts,
      frames: this.#frames,
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
    if (style.display === "none" && tag !== "area") return [];
    if (around.depth > MAX_DEPTH) {
      this.#tooDeep.push(element);
      return [];
    }
    const isRoot = tag === "html" || element === this.#context.document.body;
    const box = own.getBoundingClientRect();
    const clip = isRoot ? around.clips.flow : ownClip(around.clips, style, element, this.#viewport);
    const faded = around.faded || style.opacity === "0";
    const boxless = style.display === "contents" || isRoot || tag === "area";
    const shown = !faded && style.visibility === "visible" && (boxless || !isOutside(box, clip));
    const inside: Around = {
      clips:
        style.display === "contents"
          ? around.clips
          : clipsInside(around.clips, clip, style, box, isRoot),
      faded,
      pointer: style.cursor === "pointer",
      inControl: around.inControl || isNativeControl(element, tag),
      inert:
        element === this.#modal || !(around.inert || own.hasAttribute("inert"))
          ? own.hasAttribute("inert")
          : true,
      depth: around.depth + 1,
    };
    const heading = shown && isHeading(tag, own.getAttribute("role"));
    const headingsFrom = this.#headings.length;
    const textsFrom = this.#texts.length;
    const children = this.#children(element, tag, style, inside, shown);
    const empty = !boxless && box.width === 0 && box.height === 0;
    const visible = shown ? !empty || children.length > 0 : false;
    if (!visible && !isKeptUnseen(element, tag, style, faded || empty)) return children;
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
    if (tag === "iframe" || tag === "frame") {
      if (empty) return [];
      this.#frames.push(element);
    }
    const part: ElementPart = {
      kind: "element",
      element,
      tag: writtenTag(tag, style.display),
      generic:
        !MEANINGFUL.has(tag) && !MEDIA.has(tag) && tag !== "svg" && !heading && tag !== "frame",
      children,
      interaction,
      headings: { from: headingsFrom, to: this.#headings.length + (heading ? 1 : 0) },
      texts: { from: textsFrom, to: this.#texts.length },
    };
    if (heading) this.#headings.push(part);
    return flatten(part, style.display);
  }

  #children(
    element: Element,
    tag: string,
    style: CSSStyleDeclaration,
    inside: Around,
    shown: boolean,
  ): Part[] {
    // Their state says what they hold; a drawing is one picture.
    if (CLOSED.has(tag)) return [];
    const own = unshadowed(element);
    if (own.firstElementChild !== null && style.contentVisibility === "hidden") return [];
    if (own.getAttribute("hidden") === "until-found") return [];
    const parts: Part[] = [];
    const closedDetails = tag === "details" && !own.hasAttribute("open");
    const summary = closedDetails ? own.querySelector(":scope > summary") : null;
    for (const node of composedChildren(element, this.#context.shadowRootOf)) {
      if (node instanceof Element) {
        if (closedDetails && node !== summary) continue;
        for (const part of this.#element(node, inside)) parts.push(part);
      } else if (shown && !closedDetails && node.nodeType === Node.TEXT_NODE) {
        this.#text(node.nodeValue ?? "", style, parts);
      }
    }
    return parts;
  }

  #text(value: string, style: CSSStyleDeclaration, parts: Part[]): void {
    if (value === "") return;
    if (value.trim() === "") {
      parts.push(ownText(" "));
      return;
    }
    const keepsLines = value.includes("\n") && style.whiteSpaceCollapse.startsWith("preserve");
    const text = value.toWellFormed().replace(keepsLines ? /[^\S\n]+/g : /\s+/g, " ");
    this.#texts.push(text.slice(0, MAX_TEXT));
    parts.push(ownText(text));
  }
}

const CLOSED: ReadonlySet<string> = new Set(
  "svg img input textarea select iframe frame video audio canvas meter progress".split(" "),
);

/** Containers are written as what their boxes are; a drawing as the picture it is to a person. */
function writtenTag(tag: string, display: string): string {
  if (tag === "svg") return "img";
  if (tag === "frame") return "iframe";
  if (MEANINGFUL.has(tag) || MEDIA.has(tag)) return tag;
  return display.startsWith("inline") ? "span" : "div";
}
