// Remembers how controls looked when they were first told, to tell which look otherwise now.
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementPart } from "../tree/parts.ts";
import { wrapperOf } from "./likes.ts";
import type { Look } from "./look.ts";
import { drawingIn, lookOf, TRAITS, traitWords, paintWord } from "./look.ts";
import { pointerTraits } from "./pointer-looks.ts";
import { isNoState, stateWords, tokensOf } from "./state-words.ts";

/** Holds the words and styles that an author wrote at a control. */
interface Written {
  readonly tokens: readonly string[];
  readonly style: string;
  readonly drawing: string;
  readonly word: string | undefined;
}

/** A control as it was. */
interface Former extends Written {
  readonly look: Look;
}

/** The most controls that are remembered. */
const MOST = 3_000;
/** If more than this many, and this share of all, look otherwise at once, the page has changed its clothes. */
const MANY = 5;
const MANY_SHARE = 0.4;

export class FormerLooks {
  readonly #byId = new Map<string, Former>();

  /** Sets the looks of those controls that look otherwise than when they were first read. */
  compare(parts: readonly ElementPart[]): void {
    const changed: (readonly [part: ElementPart, words: string, now: Written])[] = [];
    for (const part of parts) {
      const { id = "" } = part;
      const now = writtenOf(part);
      const before = this.#byId.get(id);
      const words = before === undefined ? undefined : changeWords(part.element, before, now);
      if (before === undefined || words === "") this.#keep(part, now);
      else if (words !== undefined) changed.push([part, words, now]);
    }
    const isMass = changed.length > MANY && changed.length > parts.length * MANY_SHARE;
    for (const [part, words, now] of changed) {
      if (isMass) this.#keep(part, now);
      else part.look ??= words;
    }
  }

  /** Keeps a control with its look. A look is costly, so it is read only here and if the author's words changed. */
  #keep({ id = "", element }: ElementPart, now: Written): void {
    if (this.#byId.size >= MOST) this.#byId.clear();
    this.#byId.set(id, { ...now, look: lookOf(element) });
  }
}

function writtenOf(part: ElementPart): Written {
  const { element } = part;
  const outer = wrapperOf(element);
  const written = outer === element ? [element] : [element, outer];
  const drawing = ownDrawing(part);
  return {
    tokens: [...written, ...(drawing === null ? [] : [drawing])].flatMap(tokensOf),
    style: written.map((each) => unshadowed(each).getAttribute("style") ?? "").join(";"),
    drawing: drawing === null ? "" : drawingOf(drawing),
    word: written.flatMap(stateWords)[0],
  };
}

/** Returns the drawing in a control, unless it belongs to another control or to a field in that one. */
function ownDrawing(part: ElementPart): Element | null {
  const drawing = drawingIn(part.element);
  return drawing === null || isOfInner(part, drawing) ? null : drawing;
}

function isOfInner(part: ElementPart, drawing: Element): boolean {
  return part.children.some(
    (child) =>
      child.kind === "element" &&
      unshadowed(child.element).contains(drawing) &&
      (child.interaction?.clickable === true ||
        child.interaction?.field !== undefined ||
        isOfInner(child, drawing)),
  );
}

/** Returns what a drawing shows, as far as its author's words tell. */
function drawingOf(drawing: Element): string {
  const shape = drawing.querySelector("use, path, circle, rect, polygon") ?? drawing;
  return ["href", "src", "d", "fill", "style"]
    .map((name) => shape.getAttribute(name) ?? drawing.getAttribute(name) ?? "")
    .join();
}

/**
 * Returns how a control looks now, if its author's words of it changed and it looks otherwise. An empty text means that
 * it is to be compared with this from now on: it has lost a state.
 */
function changeWords(element: Element, before: Former, now: Written): string | undefined {
  const added = now.tokens.filter((token) => !before.tokens.includes(token));
  const lost = before.tokens.filter((token) => !now.tokens.includes(token));
  const isRedrawn = now.drawing !== before.drawing;
  const isRestyled = now.style !== before.style || isRedrawn;
  const telling = [...added, ...lost].filter((token) => !isNoState(token));
  if (telling.length === 0 && !isRestyled) return undefined;
  const passing = pointerTraits(element);
  const look = lookOf(element);
  const traits = TRAITS.filter(
    (trait) =>
      look[trait] !== before.look[trait] &&
      !passing.has(trait) &&
      (trait !== "icon" || now.drawing !== ""),
  );
  if (traits.length === 0 && !isRedrawn) return undefined;
  if (before.word !== undefined && now.word !== before.word) return now.word ?? "";
  const paint = traits.includes("icon") ? paintWord(look.icon) : undefined;
  if (now.word !== undefined) return paint === undefined ? now.word : `${now.word}, ${paint}`;
  const words = traits.slice(0, 2).map((trait) => traitWords(look, trait, before.look));
  return words.length === 0 ? "icon changed" : words.join(", ");
}
