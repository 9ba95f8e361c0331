// What an element is called: its label, text, or whatever else a person would call it by.
import { twinOf } from "./drawn-controls.ts";
import { addsRemark } from "./label-remark.ts";
import { labelText, referredText } from "./label-text.ts";
import { labelsOf } from "../../dom/labels.ts";
import { remembered } from "../../dom/remembered.ts";
import { MAX_SLUG, slug } from "./slug.ts";
import type { ElementPart } from "../tree/parts.ts";
import { linesOf, pictureName, textOf } from "../tree/parts.ts";
import { onceAReading } from "../../dom/reading-notes.ts";
import { isEditingHost, isHeading } from "../../dom/element-kinds.ts";
import { generatedText } from "./generated-text.ts";
import { iconName } from "./icons.ts";
import { TEST_ATTRIBUTES } from "./author-marks.ts";
import { isGenerated } from "./volatile.ts";
import { withoutOwnSecret } from "../secrecy/secret-state.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { visibleCharacters } from "@webserv/shared/model/visible-characters.ts";

/** The longest name told, in UTF-16 units. */
export const MAX_NAME = 200;

export interface Names {
  /** Empty where nothing names it. */
  readonly whole: string;
  /**
   * What it is called in its id: of a long text the line that says most. A card's badge, brand and
   * price come before or after the one line by which a person would tell it from its neighbours.
   */
  readonly short: string;
}

/** What an element that has been read is called. */
export function namesOf(part: ElementPart): Names {
  const given = labelledName(part.element);
  const label = given === undefined ? undefined : withoutOwnSecret(part.element, given);
  if (label !== undefined) {
    const shown = part.interaction?.field === undefined ? textOf(part, MAX_NAME) : "";
    const words = addsRemark(label, shown) ? shown : labelWords(label);
    return { whole: clean(label), short: clean(words) };
  }
  const named = fromContents(part) ?? fallbackName(part.element) ?? "";
  const words = withoutOwnSecret(part.element, named);
  return { whole: clean(words), short: clean(salientLine(words)) };
}

/** A label says first what its field is, and what it explains after that is often the longer line. */
export function labelWords(text: string): string {
  return tellingLines(text).join(" ");
}

/** The longest line of a moderate length; the whole where it is short enough for an id. */
export const salientLine = remembered((text: string): string => {
  const telling = tellingLines(text);
  const whole = telling.join(" ");
  if (slug(whole, MAX_SLUG * 4).length <= MAX_SLUG) return whole;
  let best: string | undefined;
  for (const line of telling) {
    if (line.length <= MAX_LINE && line.length > (best?.length ?? 0)) best = line;
  }
  return best ?? whole;
});

/** All but a count at the end: it changes, and the name before it does not. */
function tellingLines(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
  const last = lines.findLastIndex((line) => /\p{L}/u.test(line));
  return last === -1 ? lines : lines.slice(0, last + 1);
}

/** A longer line is a description. */
const MAX_LINE = 60;

/** The name given by ARIA or by a label, before any look at the contents. */
export const labelledName = onceAReading((element: Element): string | undefined => {
  const own = unshadowed(element);
  // What has none of ARIA's attributes and is no control is named by its contents alone.
  if (!own.hasAttributes() && !("labels" in element)) return undefined;
  return (
    labelledBy(own) ??
    worded(own.getAttribute("aria-label")) ??
    labelName(element) ??
    buttonValue(element)
  );
});

/** What it could be called by where it has no label and no text. */
function fallbackName(element: Element): string | undefined {
  const own = unshadowed(element);
  return (
    worded(own.getAttribute("title")) ??
    tooltip(own) ??
    worded(element instanceof SVGElement ? pictureName(element) : null) ??
    worded(own.getAttribute("placeholder")) ??
    worded(own.getAttribute("aria-placeholder")) ??
    drawnPlaceholder(own) ??
    worded(own.getAttribute("name")) ??
    editorName(element) ??
    testName(own) ??
    lasting(own.id) ??
    addressName(own) ??
    tellingIcon(element)
  );
}

/** What a drawn select shows while nothing is chosen: Radix and Base UI mark both it and its text. */
function drawnPlaceholder(element: Element): string | undefined {
  if (!element.hasAttribute("data-placeholder")) return undefined;
  return worded(element.querySelector("[data-placeholder]")?.textContent);
}

/** The arrow on what opens a list says that it opens, which its state says too. */
function tellingIcon(element: Element): string | undefined {
  const name = iconName(element);
  const isArrow = name !== undefined && /^(?:chevron|caret|angle|arrow|expand|unfold)/i.test(name);
  return isArrow && unshadowed(element).hasAttribute("aria-expanded") ? undefined : name;
}

/** What scripts show in the place of a title, as the usual ones call it. */
function tooltip(element: Element): string | undefined {
  for (const attribute of ["data-tooltip", "data-original-title", "data-bs-original-title"]) {
    const words = worded(element.getAttribute(attribute));
    if (words !== undefined) return words;
  }
  return undefined;
}

/** A word for what it is: the last resort for an id. */
export function kindOf(element: Element, tag: string): string {
  const role = unshadowed(element).getAttribute("role");
  if (role !== null && role !== "") return role;
  if (tag === "a") return "link";
  if (element instanceof HTMLInputElement) return `${element.type}-input`;
  // A label that shows no words stands for its control, which can't be seen.
  if (element instanceof HTMLLabelElement && element.control !== null) {
    return kindOf(element.control, unshadowed(element.control).localName);
  }
  return tag;
}

function fromContents(part: ElementPart): string | undefined {
  if (part.interaction?.field !== undefined) return undefined;
  if (part.tag === "img") return worded(pictureName(part.element));
  const heading = firstHeading(part, 40);
  // What shows when the pointer is over it names that, and not what the pointer goes to.
  const isHoverAlone = part.interaction?.clickable === false && part.interaction.hoverable;
  const seen = isHoverAlone ? worded(linesOf(heading ?? part, MAX_NAME, false)) : undefined;
  return seen ?? worded(linesOf(heading ?? part, MAX_NAME));
}

/** A card is called by its heading. */
function firstHeading(part: ElementPart, visits: number): ElementPart | undefined {
  if (part.headings.from === part.headings.to) return undefined;
  for (const child of part.children.slice(0, visits)) {
    if (child.kind !== "element") continue;
    if (isHeading(child.tag, unshadowed(child.element).getAttribute("role"))) return child;
    const inside = firstHeading(child, visits);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function labelledBy(element: Element): string | undefined {
  const ids = element.getAttribute("aria-labelledby");
  if (ids === null) return undefined;
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  const texts = ids
    .split(/\s+/)
    .slice(0, 10)
    .map((id) => {
      const label = id === "" ? null : root.getElementById(id);
      return label === null
        ? ""
        : (worded(label.getAttribute("aria-label")) ?? referredText(label, MAX_NAME));
    });
  return worded(texts.join(" "));
}

function labelName(element: Element): string | undefined {
  const own = labelsOf(element);
  const twin = own.length === 0 ? twinOf(element) : undefined;
  const labels = twin === undefined ? own : labelsOf(twin);
  return labels.length === 0
    ? undefined
    : worded(labels.map((label) => labelText(label, MAX_NAME)).join(" "));
}

function buttonValue(element: Element): string | undefined {
  if (!(element instanceof HTMLInputElement)) return undefined;
  switch (element.type) {
    case "submit":
    case "reset":
    case "button":
      return worded(element.value) ?? element.type;
    case "image":
      return worded(element.alt);
    default:
      return undefined;
  }
}

/** What an empty editor shows in the place of a text. */
function editorName(element: Element): string | undefined {
  return isEditingHost(element) ? worded(generatedText(element)) : undefined;
}

function testName(element: Element): string | undefined {
  for (const attribute of TEST_ATTRIBUTES) {
    const name = lasting(element.getAttribute(attribute));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The last word of a link's address. */
function addressName(element: Element): string | undefined {
  const address = element.getAttribute("href") ?? "";
  if (address === "" || /^(javascript|data|blob):/i.test(address)) return undefined;
  const path = address.replace(/[?#].*$/, "").replace(/\.\w{1,5}$/, "");
  return worded(path.split("/").findLast((part) => slug(part) !== ""));
}

/** A name that is not made up anew at each rendering. */
function lasting(name: string | null): string | undefined {
  return name !== null && isGenerated(name) ? undefined : worded(name);
}

/** Text that names something: with at least one letter or digit, or undefined. */
function worded(text: string | null | undefined): string | undefined {
  return text !== null && text !== undefined && /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}

const clean = remembered((name: string): string =>
  visibleCharacters(name).replace(/\s+/g, " ").trim().slice(0, MAX_NAME).toWellFormed(),
);
