// Writes a reading's tree as HTML that no text or attribute of the page can break out of.
import type { Attribute, ElementPart, ElisionPart, ViewPart } from "../tree/parts.ts";
import type { WriteStyle } from "./attributes.ts";
import { attributesOf } from "./attributes.ts";
import { areaText } from "../state/field-contents.ts";
import { KEPT_EMPTY, roleOf, SERIES_ENTRIES, SERIES_ROLES } from "../../dom/element-kinds.ts";
import { describeLeftOut, moreOptions } from "../tree/left-out.ts";
import { isEndOptional } from "./optional-tags.ts";
import { INLINE_TAGS, isBlank } from "../tree/parts.ts";
import type { OptionEntry } from "../state/select-state.ts";
import type { WrittenOption, Written } from "./part-writer.ts";
import { PartWriter } from "./part-writer.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

const VOID: ReadonlySet<string> = new Set(["input", "img", "area"]);

export function writeHtml(
  parts: readonly ViewPart[],
  style: WriteStyle,
  optionsOf: (part: ElementPart) => readonly OptionEntry[],
  maxUnits: number,
): Written {
  const writer = new HtmlWriter(style, optionsOf, maxUnits);
  writer.parts(parts, true);
  return writer.finish();
}

class HtmlWriter extends PartWriter {
  /** A space is due before the next text or inline element, unless a block comes first. */
  #space = false;
  /** The writer stands at the start of a block, where a space says nothing. */
  #start = true;
  /** Tags of the elements that are open, outermost first. */
  readonly #open: string[] = [];
  /** The tag of an element that has ended: its end tag is written only if a parser needs it. */
  #ended: string | undefined;
  /**
   * The entry, or the control, that holds what is being written, and the addresses told in the
   * entry.
   */
  #card: ElementPart | undefined;
  #addresses: Set<string> | undefined;

  /** The paper's form writes everything. */
  get #isShort(): boolean {
    return this.style.form !== "paper";
  }

  finish(): Written {
    this.#endBefore("");
    return this.written("");
  }

  parts(parts: readonly ViewPart[], block: boolean): void {
    const wrapper = this.#wrapperToSpare(parts);
    for (const part of parts) {
      if (this.isCut) return;
      if (part.kind === "elision") this.#leftOut(part);
      else if (part.kind === "mark") this.#remark(part.says);
      else if (part.spoken === true) continue;
      else if (part.kind === "text") this.#text(part.text);
      else if (part === wrapper) this.parts(part.view ?? part.children, true);
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
    if (!this.#begin(tag, this.#attributesOf(part))) return;
    if (VOID.has(tag)) {
      this.#start = false;
      return;
    }
    if (tag === "iframe") this.noteFrame(part);
    this.#start = true;
    const [card, addresses] = [this.#card, this.#addresses];
    const isEntry = SERIES_ENTRIES.has(tag) || SERIES_ROLES.has(roleOf(part.element));
    if (isEntry || part.interaction !== undefined) this.#card = part;
    if (isEntry) this.#addresses = new Set();
    this.#contents(part);
    [this.#card, this.#addresses] = [card, addresses];
    this.#end();
    // A block within it has ended it already for a parser, to which the end tag would be a second
    // paragraph.
    if (tag === "p" && holdsBlock(part.view ?? part.children)) this.#endBefore("");
    if (inline) this.#start = false;
    else {
      this.#start = true;
      this.#space = false;
    }
  }

  /**
   * Writes a remark as a comment. It may stand anywhere, in a table too, and no page's text can
   * become one.
   */
  #remark(says: string): void {
    this.#flushSpace();
    this.#push(`<!--${says}-->`);
    this.#start = false;
  }

  #leftOut(part: ElisionPart): void {
    this.#remark(`${part.id === undefined ? "" : `${part.id} `}${describeLeftOut(part)}`);
  }

  #contents(part: ElementPart): void {
    if (part.element instanceof HTMLSelectElement) this.#options(part);
    else if (part.element instanceof HTMLTextAreaElement) {
      this.#pushText(escapeText(areaText(part.element)));
    } else this.parts(part.view ?? part.children, !INLINE_TAGS.has(part.tag));
  }

  /**
   * Writes options. Agents choose them by their words, and by their ids if several have the same
   * words.
   */
  #options(part: ElementPart): void {
    const { groups, left } = this.optionsIn(part);
    for (const { label, options } of groups) {
      if (label !== "" && !this.#begin("optgroup", [["label", label]])) return;
      for (const option of options) this.#option(option);
      if (label !== "") this.#end();
    }
    if (left > 0) this.#remark(`${part.id ?? ""} ${moreOptions(left)}`);
  }

  #option({ id, words, isSelected, isDisabled, isAlone }: WrittenOption): void {
    const attributes: Attribute[] = [];
    if (!isAlone || !this.#isShort)
      attributes.push([this.#isShort ? "id" : "data-semantic-id", id]);
    if (isSelected) attributes.push(["selected", ""]);
    if (isDisabled) attributes.push(["disabled", ""]);
    if (!this.#begin("option", attributes)) return;
    this.#pushText(escapeText(words));
    this.#end();
  }

  /** Returns the attributes of a part without those that the entry has said before. */
  #attributesOf(part: ElementPart): Attribute[] {
    const attributes = this.withoutRepeats(part, attributesOf(part, this.style, this.#card));
    if (!this.style.addresses) return attributes.filter(([name]) => name !== "href");
    if (!this.#isShort || this.#addresses === undefined || part.tag !== "a") return attributes;
    const address = attributes.find(([name]) => name === "href")?.[1] ?? "";
    if (this.#addresses.has(address)) return attributes.filter(([name]) => name !== "href");
    // An address that was cut may be another's too.
    if (address.length > 1 && !address.endsWith("…")) this.#addresses.add(address);
    return attributes;
  }

  /**
   * Finds a container that says nothing, around blocks, and is the only one among its siblings: it
   * need not be written. Others are written whether something covers them or not.
   */
  #wrapperToSpare(parts: readonly ViewPart[]): ElementPart | undefined {
    let found: ElementPart | undefined;
    for (const part of parts) {
      if (part.kind !== "element" || part.tag !== "div" || !this.#isPlain(part)) continue;
      if (found !== undefined) return undefined;
      found = part;
    }
    const inside = found === undefined ? [] : (found.view ?? found.children);
    if (found?.layout?.coveredBy !== undefined) return undefined;
    return inside.every(isBlockPart) ? found : undefined;
  }

  #isPlain(part: ElementPart): boolean {
    const isContainer = part.generic && part.interaction === undefined && part.mark === undefined;
    return isContainer && attributesOf(part, this.style).every(([name]) => name === "covered");
  }

  #flushSpace(): void {
    if (this.#space && !this.#start) this.#pushText(" ");
    this.#space = false;
  }

  /** Begins an element and returns whether it fits; what begins is always ended. */
  #begin(tag: string, attributes: readonly Attribute[]): boolean {
    const start = `<${tag}${attributeText(attributes)}>`;
    const isVoid = VOID.has(tag);
    if (!this.take(start.length + (isVoid ? 0 : tag.length + 3))) return false;
    this.#endBefore(tag);
    this.pieces.push(start);
    if (!isVoid) this.#open.push(tag);
    return true;
  }

  #end(): void {
    this.#endBefore(undefined);
    this.#ended = this.#open.pop();
  }

  /**
   * Writes the end tag that is due, if a parser needs it.
   *
   * @param next the tag that begins; undefined if the element around ends; "" before anything else
   */
  #endBefore(next: string | undefined): void {
    if (this.#ended === undefined) return;
    const isNeeded = this.style.endTags === "all" || !isEndOptional(this.#ended, this.#open, next);
    if (isNeeded) this.pieces.push(`</${this.#ended}>`);
    this.#ended = undefined;
  }

  #push(text: string): void {
    if (!this.take(text.length)) return;
    this.#endBefore("");
    this.pieces.push(text);
  }

  /** Writes as much of an escaped text as fits, with a sign that it goes on. */
  #pushText(text: string): void {
    this.#endBefore("");
    if (this.take(text.length)) this.pieces.push(text);
    else {
      const room = this.takeRest();
      if (room === 0) return;
      // The cut falls neither within an entity nor within a pair of surrogates.
      const cut = text.slice(0, room - 1).replace(/&[^;]*$/, "");
      this.pieces.push(`${cut.toWellFormed()}…`);
    }
  }
}

function holdsBlock(parts: readonly ViewPart[]): boolean {
  return parts.some(
    (part) =>
      part.kind === "element" && (isBlockPart(part) || holdsBlock(part.view ?? part.children)),
  );
}

function isBlockPart(part: ViewPart): boolean {
  if (part.kind === "elision" || part.kind === "mark") return true;
  if (part.kind === "text" || part.spoken === true) return isBlank(part);
  return !INLINE_TAGS.has(part.tag) && !KEPT_EMPTY.has(part.tag);
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
  return escapeText(text).replaceAll('"', "&quot;");
}
