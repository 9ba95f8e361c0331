// Reads the document once, without writing to it, into the tree of what a person can see.
import type { PageAreas } from "../geometry/area.ts";
import { pageAreas } from "../geometry/area.ts";
import { TextContrast } from "../paint/text-contrast.ts";
import { DropPlaces } from "../interactivity/drop-places.ts";
import { enter } from "./entering.ts";
import { GeneratedParts } from "./generated-parts.ts";
import { leave } from "./leaving.ts";
import { mayOcclude, occludeNeighbours } from "../visibility/opaque-neighbours.ts";
import type { LongRun, Walk } from "../tree/walk-result.ts";
import { markInert, modalLayer, topModal } from "../interactivity/modal-layer.ts";
import type { Inherited, OpenElement, WalkContext } from "./open-element.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { ownText, spokenText } from "../tree/parts.ts";
import type { Progress } from "./page-watch.ts";
import { ClippedBox } from "../geometry/clipped-box.ts";
import type { ReadTexts } from "./read-texts.ts";
import { MAX_TEXT } from "./read-texts.ts";
import { RevealRules } from "../styles/reveal-rules.ts";
import { gripsIn, revealsIn } from "../styles/sheet-hints.ts";
import { isIconFont, isLigature } from "../styles/icon-fonts.ts";
import { isDottedStyle } from "../secrecy/secrets.ts";
import { dottedText } from "../secrecy/shown-text.ts";
import type { Reader } from "./time-slices.ts";
import { TextLegibility } from "../visibility/text-legibility.ts";
import { reasonOf } from "../secrecy/unseen-texts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

/** The number of nodes between two looks at the clock. */
const STEPS = 32;

/** Walks through the document once, and can be interrupted between any two nodes. */
export class Walker implements Reader, Progress {
  readonly #context: WalkContext;
  readonly #legibility: TextLegibility;
  readonly #contrast: TextContrast;
  readonly #generated: GeneratedParts;
  readonly #dropPlaces: DropPlaces;
  readonly #revealRules = new RevealRules(revealsIn);
  readonly #areas: PageAreas;
  readonly #parts: Part[] = [];
  readonly #headings: ElementPart[] = [];
  readonly #texts: string[] = [];
  readonly #tooDeep: Element[] = [];
  readonly #modals: Element[] = [];
  readonly #runs: LongRun[] = [];
  #open: OpenElement | undefined;
  readonly #roots: ShadowRoot[] = [];
  #last: Node | undefined;

  constructor(context: WalkContext) {
    const { document } = context;
    this.#context = context;
    this.#areas = pageAreas(document);
    const root: Element | null = document.documentElement;
    const clippedBox = ClippedBox.ofPage(this.#areas, root);
    this.#contrast = new TextContrast(document, context.shadowRootOf, clippedBox);
    this.#legibility = new TextLegibility(document, this.#contrast);
    this.#generated = new GeneratedParts(context, this.#legibility);
    this.#dropPlaces = new DropPlaces(context.handlerMarks, gripsIn);
    // A document that has only just begun has no root.
    if (root === null) return;
    this.#dropPlaces.add(document);
    this.#enter(root, {
      clippedBox,
      opacity: 1,
      pointer: false,
      grip: false,
      entryListener: undefined,
      listened: false,
      inControl: false,
      inNamed: false,
      inert: false,
      secret: false,
      depth: 0,
      drawing: undefined,
    });
  }

  /**
   * Reads on for as long as `goOn` says so, which is asked now and then. Returns whether all has
   * been read.
   */
  readOn(goOn: () => boolean): boolean {
    for (let step = 1; this.#open !== undefined; step++) {
      if (step % STEPS === 0 && !goOn()) return false;
      const open = this.#open;
      const node = open.nodes[open.at];
      if (this.#contrast.isSurveying) this.#contrast.survey();
      else if (open.draws !== undefined && this.#generate(open, node, open.draws)) continue;
      else if (node === undefined) this.#leave(open);
      else this.#read(node, open);
    }
    return true;
  }

  get last(): Node | undefined {
    // A survey of backdrops has also looked at what stands after it.
    return this.#contrast.hasSurveyed ? undefined : this.#last;
  }

  get readTexts(): ReadTexts | undefined {
    return this.#context.readTexts;
  }

  get roots(): readonly ShadowRoot[] {
    return this.#roots;
  }

  /** Returns what was read, once that is all. */
  result(): Walk {
    const { viewport } = this.#areas;
    const { shadowRootOf, readTexts } = this.#context;
    if (readTexts !== undefined) {
      readTexts.catchUp(this.#texts);
      dropGone(this.#parts);
    }
    const dialog = topModal(this.#modals, viewport, shadowRootOf);
    const modal = modalLayer(dialog, this.#parts, viewport, shadowRootOf);
    if (modal !== undefined) markInert(this.#parts, modal);
    return {
      parts: this.#parts,
      headings: this.#headings,
      texts: this.#texts,
      tooDeep: this.#tooDeep,
      modal,
      runs: this.#runs,
    };
  }

  #read(met: Node, open: OpenElement): void {
    const index = open.at++;
    const { readTexts } = this.#context;
    const node = readTexts === undefined ? met : readTexts.insteadOf(met);
    if (node === undefined) return;
    this.#last = node;
    if (open.windows?.passOver(index, open) === true) return;
    if (node instanceof Element) this.#enter(node, open.inside, open);
    else if (node.nodeType === Node.TEXT_NODE) {
      if (open.visibility.clear) this.#text(node, open);
      else this.#context.unseen?.add(node, reasonOf(open));
    }
  }

  /** Adds what a style sheet writes where the reading of an element stands. Returns whether that was due. */
  #generate(
    open: OpenElement,
    next: Node | undefined,
    draws: NonNullable<OpenElement["draws"]>,
  ): boolean {
    const side = draws.before ? "before" : "after";
    if (!draws[side] || (side === "after" && next !== undefined)) return false;
    if (this.#generated.add(open, side)) draws[side] = false;
    return true;
  }

  #enter(element: Element, around: Inherited, outer?: OpenElement): void {
    const entered = enter(element, around, outer, {
      context: this.#context,
      textLegibility: this.#legibility,
      revealRules: this.#revealRules,
      tooDeep: this.#tooDeep,
      headings: this.#headings.length,
      texts: this.#texts.length,
    });
    if (entered === undefined) return;
    if (!("nodes" in entered)) {
      this.#partsOf(outer).push(entered);
      return;
    }
    this.#open = entered;
    if (entered.windows !== undefined) this.#runs.push(...entered.windows.runs(element));
    const holder = entered.nodes[0]?.parentNode;
    if (holder instanceof ShadowRoot) {
      this.#roots.push(holder);
      this.#generated.hints.add(holder);
      this.#dropPlaces.add(holder);
    }
    this.#generated.begin(entered);
  }

  #leave(open: OpenElement): void {
    const parts = this.#partsOf(open.outer);
    const left = leave(open, {
      context: this.#context,
      dropPlaces: this.#dropPlaces,
      revealRules: this.#revealRules,
      headings: this.#headings,
      texts: this.#texts.length,
      modals: this.#modals,
    });
    const from = parts.length;
    for (const part of left) {
      parts.push(part);
      // Estimated by the way, costs take no slice of their own in the end.
      if (part.kind === "element") this.#context.windows.costs.of(part);
    }
    this.#open = open.outer;
    if (open.outer === undefined) return;
    const { element, style, visibility } = open;
    const texts = { from: open.texts, to: this.#texts.length };
    const read = {
      element,
      style,
      visibility,
      from,
      to: parts.length,
      texts,
      mayOcclude: mayOcclude(style),
    };
    occludeNeighbours(read, open.outer, this.#texts, this.#context);
  }

  #partsOf(open: OpenElement | undefined): Part[] {
    return open?.parts ?? this.#parts;
  }

  #text(node: Node, open: OpenElement): void {
    const value = node.nodeValue ?? "";
    const { visibility, parts, style } = open;
    if (isWhiteSpace(value)) {
      if (visibility.shown && value !== "") parts.push(ownText(" "));
      return;
    }
    if (
      isLigature(value.trim()) &&
      isIconFont(style.fontFamily) &&
      this.#legibility.isOneSign(node, style)
    ) {
      parts.push(ownText(" "));
      return;
    }
    if (open.legibility === "unasked") {
      const legibility = visibility.shown
        ? this.#legibility.of(open, visibility.clippedBox)
        : "out-of-reach";
      if (legibility === "unsurveyed") {
        open.at--;
        return;
      }
      open.legibility = legibility;
    }
    const legibility = open.legibility ?? this.#legibility.measured(node, visibility.clippedBox);
    const isSpoken = legibility === "out-of-reach";
    if (legibility !== "seen") {
      this.#context.unseen?.add(node, isSpoken && !visibility.shown ? reasonOf(open) : legibility);
      if (!isSpoken || !open.inside.inNamed) return;
    }
    const secret = open.inside.secret || isDottedStyle(style);
    const tell = (value: string): string => {
      const told = toldText(value, style);
      return secret ? dottedText(told) : told;
    };
    const text = tell(value);
    const part = isSpoken ? spokenText(text) : ownText(text);
    parts.push(part);
    if (!isSpoken) this.#texts.push(text.slice(0, MAX_TEXT));
    const at = isSpoken ? undefined : this.#texts.length - 1;
    this.#context.readTexts?.note(node, { part, tell, at });
  }
}

function toldText(value: string, style: CSSStyleDeclaration): string {
  const keepsLines =
    value.includes("\n") &&
    value.trim().includes("\n") &&
    style.whiteSpaceCollapse.startsWith("preserve");
  return visibleCharacters(value).replace(keepsLines ? /[^\S\n]+/g : /\s+/g, " ");
}

/** Takes out what the page has removed since it was read. */
function dropGone(parts: Part[]): void {
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at];
    if (part?.kind !== "element") continue;
    if (unshadowed(part.element).isConnected) dropGone(part.children);
    else parts.splice(at, 1);
  }
}

function isWhiteSpace(text: string): boolean {
  return !/\S/.test(text);
}
