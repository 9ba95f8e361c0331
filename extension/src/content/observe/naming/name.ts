// Finds an element's name: its label, its text, or whatever else a person would call it by.
import { addsRemark } from "./label-text.ts";
import { labelledName, MAX_NAME, worded } from "./labelled-name.ts";
import { memoized } from "../../dom/memoized.ts";
import { choiceName, shapeDataName } from "./data-name.ts";
import { axisWords, shapeClassName, wordsOnShape } from "./shape-name.ts";
import { MAX_SLUG, slug } from "./slug.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { isScroller, listensForDrawing, partLines, partText } from "../tree/parts.ts";
import { pictureName } from "../tree/picture-name.ts";
import { isTerminal, keyTakerOf } from "../../dom/drawn-editors.ts";
import { entryKind, isEditingHost, isHeading, SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import { generatedText } from "./generated-text.ts";
import { iconName } from "./icons.ts";
import { TEST_ATTRIBUTES } from "./author-marks.ts";
import { isAge, isCount, isGenerated } from "./volatile.ts";
import { withoutOwnSecret } from "../secrecy/secret-state.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

/** The names of one element. */
export interface Names {
  /** The whole name; empty if nothing names the element. */
  readonly whole: string;
  /**
   * The name for the element's id: the line of a long text that says most. A card's badge, brand and
   * price come before or after the one line by which a person would tell it from its neighbours.
   */
  readonly short: string;
}

/** Returns the names of an element that has been read. */
export function namesOf(part: ElementPart): Names {
  if (part.interaction === undefined && isScroller(part)) return scrollerNames(part);
  const given = labelledName(part.element) ?? keyTakerName(part.element);
  const label = given === undefined ? undefined : withoutOwnSecret(part.element, given);
  if (label !== undefined) {
    const shown = part.interaction?.field === undefined ? partText(part, MAX_NAME) : "";
    const words = addsRemark(label, shown) ? shown : labelWords(label);
    return { whole: clean(label), short: clean(words) };
  }
  const named = fromContents(part) ?? fallbackName(part.element) ?? "";
  const words = withoutOwnSecret(part.element, named);
  return { whole: clean(words), short: clean(salientLine(words)) };
}

/** A scroller is named by its label alone: it is not called what scrolls in it. */
function scrollerNames({ element }: ElementPart): Names {
  const name = clean(labelledName(element) ?? SCROLLER);
  return { whole: name, short: name };
}

const SCROLLER = "scroller";

/** Returns a label's words for an id: it says first what its field is, and an explanation after that may be longer. */
export function labelWords(text: string): string {
  return tellingLines(text).join(" ");
}

/** Returns the whole text if it is short enough for an id, else its longest line of a moderate length. */
export const salientLine = memoized((text: string): string => {
  const telling = tellingLines(text);
  const whole = telling.join(" ");
  if (slug(whole, MAX_SLUG * 4).length <= MAX_SLUG) return whole;
  let best: string | undefined;
  for (const line of telling) {
    if (line.length <= MAX_LINE && line.length > (best?.length ?? 0)) best = line;
  }
  return best ?? whole;
});

/** Returns the lines without a count at the end: the count changes, and the name before it does not. */
function tellingLines(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
  const last = lines.findLastIndex((line) => /\p{L}/u.test(line));
  // Of numbers alone the first is what a person looks for, such as the day over its price.
  if (last === -1) return lines.slice(0, 1);
  const worded = lines.slice(0, last + 1);
  const named = worded.filter((line) => !isCount(line));
  return named.length === 0 ? worded : named;
}

/** A longer line, in UTF-16 units, is a description. */
const MAX_LINE = 60;

/** Returns the name of the field that takes an editor's keys. With a digit it tells where the caret is, as in Ace. */
function keyTakerName(editor: Element): string | undefined {
  const taker = keyTakerOf(editor);
  const name = taker === undefined ? undefined : labelledName(taker);
  return name === undefined || /\d/.test(name) ? undefined : name;
}

/** Returns a name for an element that has no label and no text. */
function fallbackName(element: Element): string | undefined {
  const own = unshadowed(element);
  return (
    worded(own.getAttribute("title")) ??
    tooltip(own) ??
    worded(isNamedAsPicture(element) ? pictureName(element) : null) ??
    worded(own.getAttribute("placeholder")) ??
    worded(own.getAttribute("aria-placeholder")) ??
    drawnPlaceholder(own) ??
    worded(own.getAttribute("data-date")) ??
    worded(own.getAttribute("name")) ??
    editorName(element) ??
    testName(own) ??
    shapeDataName(own) ??
    worded(wordsOnShape(own)?.text) ??
    worded(axisWords(own)) ??
    lasting(own.id) ??
    addressName(own) ??
    choiceName(element) ??
    tellingIcon(element) ??
    shapeClassName(own) ??
    wordsBeside(element)
  );
}

/** The longest words beside a control, in UTF-16 units, that name it. */
const MAX_BESIDE = 40;
const PLAIN: ReadonlySet<string> = new Set(["span", "div", "i", "b", "em"]);
const NAMED =
  "a[href], button, input, select, textarea, [role], [tabindex], [onclick], h1, h2, h3, h4, h5, h6";

/** Returns the words that stand beside a control alone, if it has none itself: those of a setting beside its switch. */
function wordsBeside(element: Element): string | undefined {
  const own = unshadowed(element);
  const { parentElement } = own;
  if (parentElement === null || !PLAIN.has(own.localName) || /\S/.test(own.textContent)) {
    return undefined;
  }
  // The words of a label or a column head name the field or the column.
  if (own.hasAttribute("role") || own.closest("label, th, [role=columnheader]") !== null) {
    return undefined;
  }
  const around = unshadowed(parentElement);
  const words = around.textContent.trim();
  if (words === "" || words.length > MAX_BESIDE || around.childElementCount > 2) return undefined;
  const others = [...around.querySelectorAll(NAMED)].some((each) => !own.contains(each));
  return others ? undefined : worded(words);
}

/** Tells whether an element is no picture by its tag, and yet has a picture's name. */
function isNamedAsPicture(element: Element): boolean {
  return element instanceof SVGElement || element instanceof HTMLAreaElement;
}

/** Returns what a drawn select shows while nothing is chosen: Radix and Base UI mark both it and its text. */
function drawnPlaceholder(element: Element): string | undefined {
  if (!element.hasAttribute("data-placeholder")) return undefined;
  return worded(element.querySelector("[data-placeholder]")?.textContent);
}

/** Returns an icon's name, unless it is the arrow of an element that opens: its state says that already. */
function tellingIcon(element: Element): string | undefined {
  const name = iconName(element);
  const isArrow = name !== undefined && /^(?:chevron|caret|angle|arrow|expand|unfold)/i.test(name);
  return isArrow && unshadowed(element).hasAttribute("aria-expanded") ? undefined : name;
}

/** Returns what scripts show instead of a title, under the attributes that the usual libraries use. */
function tooltip(element: Element): string | undefined {
  for (const attribute of ["data-tooltip", "data-original-title", "data-bs-original-title"]) {
    const words = worded(element.getAttribute(attribute));
    if (words !== undefined) return words;
  }
  return undefined;
}

/** Returns a word for what an element is: the last resort for an id. */
export function kindOf(element: Element, tag: string): string {
  const role = unshadowed(element).getAttribute("role");
  if (role !== null && role !== "") return role;
  if (keyTakerOf(element) !== undefined) return isTerminal(element) ? "terminal" : "editor";
  if (tag === "a") return "link";
  if (element instanceof HTMLInputElement) return `${element.type}-input`;
  // A label without words stands for its control, which can't be seen.
  if (element instanceof HTMLLabelElement && element.control !== null) {
    return kindOf(element.control, unshadowed(element.control).localName);
  }
  return tag;
}

function fromContents(part: ElementPart): string | undefined {
  if (part.interaction?.field !== undefined) return undefined;
  if (part.tag === "img") return worded(pictureName(part.element));
  // The words in a drawing name what they stand at, and not all of it.
  if (listensForDrawing(part)) return fallbackName(part.element) ?? "drawing";
  const heading = firstHeading(part, 40);
  const { aroundMany = false, evidence = [] } = part.interaction ?? {};
  // A place is not called by what lies there now, a day not by the events in it, and a list not by one entry.
  if (aroundMany) {
    return worded(partLines(heading ?? withoutControls(withoutEntries(part), false), MAX_NAME));
  }
  const isEntry = part.interaction?.clickable === true && SERIES_ENTRIES.has(part.tag);
  if (isEntry || evidence.includes("entry") || evidence.includes("grip")) {
    const words = worded(partLines(heading ?? withoutControls(part, true), MAX_NAME));
    // If only its age stands beside the controls in it, they name it.
    if (words === undefined || !isAge(words)) return words;
  }
  // Contents for screen readers name what shows on hover, and not the element that is only hovered.
  const isHoverAlone = part.interaction?.clickable === false && part.interaction.hoverable;
  const named = heading ?? part;
  const seen = isHoverAlone ? worded(partLines(named, MAX_NAME, { spoken: false })) : undefined;
  return seen ?? worded(partLines(named, MAX_NAME)) ?? generatedName(part);
}

/** Returns the words of the style sheet, if they are all that names an element. */
function generatedName(part: ElementPart): string | undefined {
  if (unshadowed(part.element).hasAttribute("title")) return undefined;
  return worded(partLines(part, MAX_NAME, { generated: true }));
}

/** Returns a part without the entries of lists and tables in it, and without several of one class side by side. */
function withoutEntries(part: ElementPart): ElementPart {
  const kinds = new Map<string, number>();
  for (const child of part.children) {
    if (child.kind !== "element" || !unshadowed(child.element).hasAttribute("class")) continue;
    const kind = entryKind(child.element);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const children = part.children.flatMap((child): Part[] => {
    if (child.kind !== "element") return [child];
    const isEntry = SERIES_ENTRIES.has(unshadowed(child.element).localName);
    const likes = kinds.get(entryKind(child.element)) ?? 0;
    return isEntry || likes >= SEVERAL ? [] : [withoutEntries(child)];
  });
  return { ...part, children };
}

/** So many siblings of one class are entries; two may be a head and a body. */
const SEVERAL = 3;

/**
 * Returns a part without the things in it that can be acted on.
 *
 * @param keepsLinks a card may be called by its link
 */
function withoutControls(part: ElementPart, keepsLinks: boolean): ElementPart {
  const children = part.children.flatMap((child): Part[] => {
    if (child.kind !== "element") return [child];
    const isLink = keepsLinks && child.tag === "a" && child.element.hasAttribute("href");
    if (child.interaction !== undefined && !isLink) return [];
    return [withoutControls(child, keepsLinks)];
  });
  return { ...part, children };
}

/** Finds the heading by which a card is called. */
function firstHeading(part: ElementPart, visits: number): ElementPart | undefined {
  if (part.headings.from === part.headings.to) return undefined;
  const isAroundMany = part.interaction?.aroundMany === true;
  for (const child of part.children.slice(0, visits)) {
    if (child.kind !== "element" || (isAroundMany && child.interaction !== undefined)) continue;
    if (isHeading(child.tag, unshadowed(child.element).getAttribute("role"))) return child;
    const inside = firstHeading(child, visits);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Returns the placeholder that a style sheet writes in an empty editor. */
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

/** Returns the last word of a link's address. */
function addressName(element: Element): string | undefined {
  const address = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
  if (address === "" || /^(javascript|data|blob):/i.test(address)) return undefined;
  const path = address.replace(/[?#].*$/, "").replace(/\.\w{1,5}$/, "");
  return worded(path.split("/").findLast((part) => slug(part) !== ""));
}

/** Returns a name unless it is generated anew at each rendering. */
function lasting(name: string | null): string | undefined {
  return name !== null && isGenerated(name) ? undefined : worded(name);
}

const clean = memoized((name: string): string =>
  visibleCharacters(name).replace(/\s+/g, " ").trim().slice(0, MAX_NAME).toWellFormed(),
);
