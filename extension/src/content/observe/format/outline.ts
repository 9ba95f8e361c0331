// Writes a reading as an outline: a line for each thing, indented by what it stands in, with the
// page's words in quotes.
import type { Attribute, ElementPart, ElisionPart, ViewPart } from "../tree/parts.ts";
import type { WriteStyle } from "./attributes.ts";
import { attributesOf } from "./attributes.ts";
import { roleOf, ROLES } from "../../dom/element-kinds.ts";
import { areaText } from "../state/field-contents.ts";
import { describeLeftOut, moreOptions } from "../tree/left-out.ts";
import { INLINE_TAGS, isBlank } from "../tree/parts.ts";
import type { OptionEntry } from "../state/select-state.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";
import type { Written } from "./part-writer.ts";
import { PartWriter } from "./part-writer.ts";

/** The words for elements whose tag is not the plain word for them. */
const WORDS: Readonly<Record<string, string>> = {
  a: "link",
  img: "image",
  input: "input",
  li: "item",
  ol: "list",
  td: "cell",
  textarea: "textbox",
  th: "header",
  tr: "row",
  ul: "list",
};

/**
 * Writes lines such as ` button canvas-tote.remove "Remove" disabled`. A word says what a thing is;
 * then come its id, its text as a JSON string, and its attributes. A line that is a string alone is
 * text.
 */
export function writeOutline(
  parts: readonly ViewPart[],
  style: WriteStyle,
  optionsOf: (part: ElementPart) => readonly OptionEntry[],
  maxUnits: number,
): Written {
  const writer = new OutlineWriter(style, optionsOf, maxUnits);
  writer.parts(parts, 0);
  return writer.finish();
}

const MAX_INDENT = 40;

class OutlineWriter extends PartWriter {
  /** Text whose line is not finished: inline elements without a meaning for agents run on. */
  #text = "";
  #textDepth = 0;
  /** The beginning of the next line: elements that hold nothing but what that line is about. */
  #lead = "";

  finish(): Written {
    this.#endText();
    return this.written("\n");
  }

  parts(parts: readonly ViewPart[], depth: number): void {
    for (const part of parts) {
      if (this.isCut) return;
      if (isBriefMark(part)) this.#goesOn();
      else if (part.kind === "elision") this.#leftOut(part, depth);
      else if (part.kind === "mark") this.#remark(part.says, depth);
      else if (part.spoken === true) continue;
      else if (part.kind === "text") this.#addText(part.text, depth);
      // The unread have a mark in their place.
      else if (part.kind === "element") this.#element(part, depth);
    }
  }

  #element(part: ElementPart, depth: number): void {
    const children = part.view ?? part.children;
    const attributes = this.withoutRepeats(part, attributesOf(part, this.style));
    if (isPlain(part, attributes)) {
      const isInline = INLINE_TAGS.has(part.tag);
      if (!isInline) this.#endText();
      this.parts(children, depth);
      if (!isInline) this.#endText();
      return;
    }
    this.#endText();
    const { element } = part;
    const text =
      element instanceof HTMLTextAreaElement ? areaText(element) : textAlone(children, this.style);
    const head = [
      wordFor(part, attributes),
      part.id ?? "",
      quoted(text ?? ""),
      ...marks(attributes),
    ];
    const only = text === undefined ? onlyElement(children, this.style) : undefined;
    if (only !== undefined) {
      this.#lead += `${head.filter((word) => word !== "").join(" ")}: `;
      this.#element(only, depth);
      if (children.some(isBriefMark)) this.#goesOn();
      return;
    }
    this.#line(depth, head);
    if (part.tag === "iframe" && !this.isCut) {
      this.noteFrame(part, { indent: indentOf(depth + 1) });
    }
    if (element instanceof HTMLSelectElement) this.#options(part, depth + 1);
    else if (text === undefined) {
      this.parts(children, depth + 1);
      this.#endText();
    }
  }

  #options(part: ElementPart, depth: number): void {
    const { groups, left } = this.optionsIn(part);
    for (const { label, options } of groups) {
      if (label !== "") this.#line(depth, ["group", quoted(label)]);
      const at = label === "" ? depth : depth + 1;
      for (const { id, words, isSelected, isDisabled } of options) {
        const states = [isSelected ? "selected" : "", isDisabled ? "disabled" : ""];
        this.#line(at, ["option", id, quoted(words), ...states]);
      }
    }
    if (left > 0) this.#line(depth, [part.id ?? "", `(${moreOptions(left)})`]);
  }

  #leftOut(part: ElisionPart, depth: number): void {
    this.#endText();
    this.#line(depth, [part.id ?? "", `(${describeLeftOut(part)})`]);
  }

  #remark(says: string, depth: number): void {
    this.#endText();
    this.#line(depth, [`(${says})`]);
  }

  /** Marks that an entry which is shown by its name holds more. */
  #goesOn(): void {
    this.#endText();
    const last = this.pieces.at(-1);
    if (last !== undefined) this.pieces[this.pieces.length - 1] = `${last} …`;
  }

  #addText(text: string, depth: number): void {
    if (this.#text === "") this.#textDepth = depth;
    this.#text += text;
  }

  #endText(): void {
    const text = quoted(this.#text);
    this.#text = "";
    if (text !== "") this.#line(this.#textDepth, [text]);
  }

  #line(depth: number, words: readonly string[]): void {
    const said = this.#lead + words.filter((word) => word !== "").join(" ");
    this.#lead = "";
    const line = " ".repeat(indentOf(depth)) + said;
    if (this.take(line.length + 1)) this.pieces.push(line);
  }
}

function indentOf(depth: number): number {
  return Math.min(depth, MAX_INDENT);
}

function wordFor(part: ElementPart, attributes: readonly Attribute[]): string {
  const isSaid = attributes.some(([name]) => name === "role");
  const role = roleOf(part.element);
  // With a word that is no role, a page could forge a line of WebServ's.
  return isSaid && ROLES.has(role) ? role : (WORDS[part.tag] ?? part.tag);
}

/** Returns the one element among the parts, if it is all they hold and has a line of its own. */
function onlyElement(parts: readonly ViewPart[], style: WriteStyle): ElementPart | undefined {
  const solid = parts.filter(
    (part) => !isBriefMark(part) && !isSpokenPart(part) && !(part.kind === "text" && isBlank(part)),
  );
  const [only] = solid;
  if (solid.length !== 1 || only?.kind !== "element") return undefined;
  return isPlain(only, attributesOf(only, style)) ? undefined : only;
}

function isSpokenPart(part: ViewPart): boolean {
  return (part.kind === "text" || part.kind === "element") && part.spoken === true;
}

function isBriefMark(part: ViewPart): boolean {
  return part.kind === "elision" && part.brief;
}

/** Tells whether an element is a container, or a way of writing, that needs no line of its own. */
function isPlain(part: ElementPart, attributes: readonly Attribute[]): boolean {
  if (part.interaction !== undefined || attributes.length > 0) return false;
  return part.generic || (INLINE_TAGS.has(part.tag) && part.tag !== "a");
}

/** Returns the text of parts that are nothing but text. */
function textAlone(parts: readonly ViewPart[], style: WriteStyle): string | undefined {
  const texts: string[] = [];
  for (const part of parts) {
    if (isSpokenPart(part)) continue;
    if (part.kind === "text") texts.push(part.text);
    else if (part.kind === "element" && isPlain(part, attributesOf(part, style))) {
      const inside = textAlone(part.view ?? part.children, style);
      if (inside === undefined) return undefined;
      texts.push(INLINE_TAGS.has(part.tag) ? inside : ` ${inside} `);
    } else return undefined;
  }
  return texts.join("");
}

/** Returns a text as a JSON string; empty if there is nothing to quote. */
function quoted(text: string): string {
  const words = visibleCharacters(text).replace(/\s+/g, " ").trim();
  return words === "" ? "" : JSON.stringify(words);
}

function marks(attributes: readonly Attribute[]): string[] {
  return attributes
    .filter(([name]) => name !== "id" && name !== "role")
    .map(([name, value]) =>
      value === "" ? name : `${name}=${/[\s"=()]/.test(value) ? quoted(value) : value}`,
    );
}
