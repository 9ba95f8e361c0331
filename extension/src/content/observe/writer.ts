// Writes a reading's tree as HTML that no text or attribute of the page can break out of.
import type { FramePlace } from "@webserv/shared/model/frame-place.ts";
import type { Attribute, WriteStyle } from "./attributes.ts";
import { attributesOf } from "./attributes.ts";
import { KEPT_EMPTY } from "./element-kinds.ts";
import { describeLeftOut } from "./left-out.ts";
import type { ElementPart, ElisionPart, ViewPart } from "./parts.ts";
import { INLINE_TAGS } from "./parts.ts";
import type { OptionEntry } from "./states.ts";
import { optionText, shownValue } from "./states.ts";
import { visibleCharacters } from "./visible-characters.ts";

export interface Written {
  readonly html: string;
  /** What stood beyond the limit was left out. */
  readonly cut: boolean;
  /** Where the contents of each frame belong. */
  readonly frames: ReadonlyMap<ElementPart, WrittenFrame>;
}

/** Offset in UTF-16 units; of an outline also how far the lines are indented. */
export type WrittenFrame = Pick<FramePlace, "at" | "indent">;

const VOID: ReadonlySet<string> = new Set(["input", "img", "area"]);
/** The longest content of a text area written; its whole value stands in the list of inputs. */
const MAX_AREA_TEXT = 2000;

export function write(
  parts: readonly ViewPart[],
  style: WriteStyle,
  optionsOf: (part: ElementPart) => readonly OptionEntry[],
  maxUnits: number,
): Written {
  const writer = new Writer(style, optionsOf, maxUnits);
  writer.parts(parts, true);
  return writer.finish();
}

class Writer {
  readonly #style: WriteStyle;
  readonly #optionsOf: (part: ElementPart) => readonly OptionEntry[];
  readonly #maxUnits: number;
  readonly #out: string[] = [];
  /** Frames by the index of their start tag in what is written. */
  readonly #frames = new Map<number, ElementPart>();
  /** What is written and what the end tags of the open elements will take. */
  #units = 0;
  #cut = false;
  /** A space is due before the next text or inline element, unless a block comes first. */
  #space = false;
  /** At the start of a block, where a space says nothing. */
  #start = true;

  constructor(
    style: WriteStyle,
    optionsOf: (part: ElementPart) => readonly OptionEntry[],
    maxUnits: number,
  ) {
    this.#style = style;
    this.#optionsOf = optionsOf;
    this.#maxUnits = maxUnits;
  }

  get #idName(): string {
    return this.#style.form === "paper" ? "data-semantic-id" : "id";
  }

  finish(): Written {
    const frames = new Map<ElementPart, WrittenFrame>();
    let at = 0;
    for (const [index, piece] of this.#frames.size === 0 ? [] : this.#out.entries()) {
      at += piece.length;
      const frame = this.#frames.get(index);
      if (frame !== undefined) frames.set(frame, { at });
    }
    return { html: this.#out.join(""), cut: this.#cut, frames };
  }

  parts(parts: readonly ViewPart[], block: boolean): void {
    for (const part of parts) {
      if (this.#cut) return;
      if (part.kind === "elision") this.#leftOut(part);
      else if (part.kind === "mark") this.#remark(part.says);
      else if (part.spoken === true) continue;
      else if (part.kind === "text") this.#text(part.text);
      // The unread have a mark in their place.
      else if (part.kind === "element") this.#element(part);
    }
    if (block) this.#space = false;
  }

  #text(text: string): void {
    if (/^\s/.test(text)) this.#space = true;
    const words = text.trim();
    if (words === "") return;
    this.#flushSpace();
    this.#pushText(escapeText(words));
    this.#start = false;
    this.#space = /\s$/.test(text);
  }

  #element(part: ElementPart): void {
    const { tag } = part;
    const inline = INLINE_TAGS.has(tag) || KEPT_EMPTY.has(tag);
    if (inline && tag !== "td" && tag !== "th") this.#flushSpace();
    else this.#space = false;
    const end = VOID.has(tag) ? "" : `</${tag}>`;
    if (!this.#open(`<${tag}${attributeText(attributesOf(part, this.#style))}>`, end)) return;
    if (end === "") {
      this.#start = false;
      return;
    }
    if (tag === "iframe") this.#frames.set(this.#out.length - 1, part);
    this.#start = true;
    this.#contents(part);
    this.#out.push(end);
    if (inline) this.#start = false;
    else {
      this.#start = true;
      this.#space = false;
    }
  }

  /** A comment may stand anywhere, in a table too, and no page's text can become one. */
  #remark(says: string): void {
    this.#flushSpace();
    this.#open(`<!--${says}-->`, "");
    this.#start = false;
  }

  #leftOut(part: ElisionPart): void {
    this.#remark(`${part.id === undefined ? "" : `${part.id} `}${describeLeftOut(part)}`);
  }

  #contents(part: ElementPart): void {
    if (part.element instanceof HTMLSelectElement) this.#options(part);
    else if (part.element instanceof HTMLTextAreaElement) {
      this.#pushText(escapeText(shortened(shownValue(part.element), MAX_AREA_TEXT)));
    } else this.parts(part.view ?? part.children, !INLINE_TAGS.has(part.tag));
  }

  #options(part: ElementPart): void {
    for (const { option, id } of this.#optionsOf(part)) {
      const attributes: Attribute[] = [[this.#idName, id]];
      if (option.selected) attributes.push(["selected", ""]);
      if (option.disabled) attributes.push(["disabled", ""]);
      const end = "</option>";
      if (!this.#open(`<option${attributeText(attributes)}>`, end)) return;
      this.#pushText(escapeText(optionText(option)));
      this.#out.push(end);
    }
  }

  #flushSpace(): void {
    if (this.#space && !this.#start) this.#pushText(" ");
    this.#space = false;
  }

  /** False where the element does not fit; what begins is always ended. */
  #open(begin: string, end: string): boolean {
    if (!this.#fits(begin.length + end.length)) return false;
    this.#out.push(begin);
    return true;
  }

  /** As much of an escaped text as fits, with a sign that it goes on. */
  #pushText(text: string): void {
    const room = this.#maxUnits - this.#units;
    if (this.#fits(text.length)) this.#out.push(text);
    else if (room > 0) {
      this.#units = this.#maxUnits;
      // Neither within an entity nor within a pair of surrogates.
      const cut = text.slice(0, room - 1).replace(/&[^;]*$/, "");
      this.#out.push(`${cut.toWellFormed()}…`);
    }
  }

  #fits(units: number): boolean {
    this.#cut ||= this.#units + units > this.#maxUnits;
    if (!this.#cut) this.#units += units;
    return !this.#cut;
  }
}

function attributeText(attributes: readonly Attribute[]): string {
  return attributes
    .map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`))
    .join("");
}

function escapeText(text: string): string {
  return visibleCharacters(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replace(/\s+/g, " ");
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
}
