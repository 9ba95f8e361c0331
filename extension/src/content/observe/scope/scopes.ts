// Finds, for each element with an id, the names of what it stands in: its card, row, form, section.
import { LANDMARKS, SERIES_ENTRIES, SERIES_ROLES } from "../../dom/element-kinds.ts";
import { labelledName } from "../naming/labelled-name.ts";
import { namesOf } from "../naming/name.ts";
import { isAge } from "../naming/volatile.ts";
import type { ElementPart, Range } from "../tree/parts.ts";
import { isBlank, partText } from "../tree/parts.ts";
import { entryWords } from "./entry-words.ts";
import { partsOfRow } from "./split-rows.ts";
import { collapsed, holdsValue, isBareNumber, valuesShownIn } from "./shown-values.ts";
import { treeParentOf } from "./tree-parents.ts";
import type { Walk } from "../tree/walk-result.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface ScopeNames {
  readonly names: readonly string[];
  readonly heading: Element | undefined;
}

/** Headings that something stands under, as a list from the last one on. */
export interface Above {
  readonly last: ElementPart;
  readonly before: Above | undefined;
  readonly count: number;
}

/** The most scopes that give names, and how far out they are searched for. */
const MAX_SCOPES = 3;
const MAX_SEARCH = 12;

export interface Scope {
  readonly outer: Scope | undefined;
  /**
   * The scope's own name; undefined if its headings name it, which depends on where the element
   * stands.
   */
  readonly name: string | undefined;
  readonly headings: Range;
  /** The number of headings above it; those after these are its own. */
  readonly above: number;
  readonly texts: Range;
  /** The scope is too wide to be named by a heading that comes after the element. */
  readonly wide: boolean;
  /** The words over or before its contents. They name only what is called by a number, such as a day. */
  readonly caption: string | undefined;
  /** The scope is a label, which names the buttons and links beside its words too. */
  readonly label: boolean;
}

export function countOf(above: Above | undefined): number {
  return above?.count ?? 0;
}

/**
 * Returns the headings above a heading's own control, which stands under those of higher levels.
 * The last heading of the same level is about what came before.
 */
export function higher(above: Above | undefined, within: ElementPart): Above | undefined {
  let at = above;
  while (at !== undefined && levelOf(at.last) >= levelOf(within)) at = at.before;
  return at;
}

/** Returns the scope that `part` makes for what it holds, if it makes one. */
export function scopeOf(part: ElementPart, outer: Scope, above: number): Scope | undefined {
  const { headings, texts } = part;
  const tag = unshadowed(part.element).localName;
  const wide = LANDMARKS.has(tag);
  const name = ownName(part);
  const caption = name === undefined ? captionOf(part) : undefined;
  const isNamed = name !== undefined || caption !== undefined;
  if (!isNamed && headings.from === headings.to && !wide) return undefined;
  // A wrapper that holds the very same headings as the scope around it adds nothing.
  if (
    !isNamed &&
    !wide &&
    outer.name === undefined &&
    outer.headings.from === headings.from &&
    outer.headings.to === headings.to
  ) {
    return undefined;
  }
  return { outer, name, headings, above, texts, wide, caption, label: tag === "label" };
}

/** The longest caption, in UTF-16 units. */
const MAX_CAPTION = 40;

/** Returns the words at the beginning of a part, such as the month over its days; undefined if there are none. */
export function captionOf({ children, texts }: ElementPart): string | undefined {
  if (texts.to - texts.from < 2) return undefined;
  const [first, second] = children.filter((child) => !isBlank(child)).slice(0, 2);
  if (first === undefined || second === undefined || first.kind === "unread") return undefined;
  const words = (first.kind === "text" ? first.text : captionIn(first))?.trim() ?? "";
  return words.length <= MAX_CAPTION && /\p{L}/u.test(words) ? words : undefined;
}

/** Returns the words of one block beside its controls. The heads of several columns are no caption. */
function captionIn(part: ElementPart): string | undefined {
  if (part.interaction?.clickable === true) return undefined;
  if (part.tag !== "thead" && part.tag !== "tr") return ownWords(part);
  const cells = part.children.filter((child) => child.kind === "element");
  const [first] = cells;
  if (part.tag === "thead") return first === undefined ? undefined : captionIn(first);
  const [only, ...others] = cells.flatMap((cell) => ownWords(cell) ?? []);
  return others.length === 0 ? only : undefined;
}

/** Returns the name of a part that does not come from a heading in it. */
export function ownName(part: ElementPart): string | undefined {
  const { element } = part;
  const tag = unshadowed(element).localName;
  // A control's label names the control, not what stands in it.
  if (part.interaction?.clickable !== true || SERIES_ENTRIES.has(tag) || CELLS.has(tag)) {
    const label = tag === "label" ? undefined : labelledName(element);
    if (label !== undefined) return label;
  }
  switch (tag) {
    case "label":
    case "th":
      return ownWords(part);
    case "fieldset":
      return childText(part, "legend");
    case "table":
      return childText(part, "caption");
    case "details":
      return childText(part, "summary");
    case "figure":
      return childText(part, "figcaption");
  }
  const isEntry =
    SERIES_ENTRIES.has(tag) || SERIES_ROLES.has(unshadowed(element).getAttribute("role") ?? "");
  if (!isEntry || part.headings.from < part.headings.to) return undefined;
  if (tag === "tr" && isHeaderRow(unshadowed(element))) return undefined;
  // What tells a row may stand in a part of it that stays in place while the others are scrolled.
  if (partsOfRow(element).length > 1) return entryWords(element).texts[0];
  return part.texts.from < part.texts.to ? entryName(part, element) : undefined;
}

/**
 * Tells whether a row is one of header cells, which is not named by the first of them. A single
 * header cell there often belongs to a box to be ticked.
 */
function isHeaderRow(row: Element): boolean {
  const count = (tag: string): number =>
    [...row.children].filter(({ localName }) => localName === tag).length;
  return row.parentElement?.localName === "thead" || count("th") > count("td");
}

/**
 * Returns the name of an entry: its first words, or the link that they belong to, but none of its
 * buttons and values.
 */
function entryName(part: ElementPart, entry: Element): string | undefined {
  for (const child of part.children) {
    if (isBlank(child)) continue;
    if (child.kind === "text") {
      const { text, generated } = child;
      if (generated === true || isAge(text)) continue;
      if (isBareNumber(text) && valuesShownIn(entry).has(collapsed(text))) continue;
      return text;
    }
    if (child.kind === "unread" || child.texts.from === child.texts.to) continue;
    if (INNER_LISTS.has(child.tag)) continue;
    if (CELLS.has(child.tag) && child.interaction?.clickable === true) {
      // What has a label of its own says with it where it stands, as a day of a calendar does.
      if (labelledName(child.element) !== undefined) continue;
      // A cell with words names its row, and neither a day its week nor a player's mark a line of a board.
      const { short } = namesOf(child);
      if (/\p{L}{2}/u.test(short)) return short;
      continue;
    }
    if (child.tag === "a" && child.interaction !== undefined) return namesOf(child).short;
    if (child.interaction?.clickable === true || holdsValue(child.element)) continue;
    const name = entryName(child, entry);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** What stands in a list within an entry does not name the entry. */
const INNER_LISTS: ReadonlySet<string> = new Set(["ul", "ol", "table"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/**
 * Returns a part's text without that of the controls in it. These are about the part, such as one
 * that sorts by it.
 */
function ownWords(part: ElementPart): string | undefined {
  const texts = part.children.map((child) =>
    child.kind === "element" && child.interaction !== undefined ? "" : partText(child, 80),
  );
  const words = texts.join(" ").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : undefined;
}

function childText(part: ElementPart, tag: string): string | undefined {
  for (const child of part.children) {
    if (child.kind === "element" && child.tag === tag) return partText(child, 80);
  }
  return undefined;
}

export function scopeNames(
  scope: Scope,
  part: ElementPart,
  walk: Walk,
  above: Above | undefined,
): ScopeNames {
  const parent = treeParentOf(part.element);
  const names: string[] = parent === undefined ? [] : [parent];
  let nearest: ElementPart | undefined;
  let at: Scope | undefined = scope;
  for (let steps = 0; at !== undefined && steps < MAX_SEARCH; steps++) {
    const isFields = at.label && !BESIDE_WORDS.has(part.tag);
    const isNamed = isFields || at.name !== undefined;
    const heading = isNamed ? undefined : headingFor(at, part, walk, above);
    const name = isFields ? undefined : (at.name ?? wordsOf(heading) ?? captionFor(at, part));
    if (names.length === 0) nearest = heading;
    if (name !== undefined && !names.includes(name)) names.push(name);
    if (names.length === MAX_SCOPES) break;
    // A landmark without a name is not about what stands before or after it.
    if (at.wide && name === undefined) break;
    at = at.outer;
  }
  return { names, heading: nearest?.element };
}

function captionFor({ caption }: Scope, part: ElementPart): string | undefined {
  return caption !== undefined && isBareNumber(namesOf(part).short) ? caption : undefined;
}

function wordsOf(heading: ElementPart | undefined): string | undefined {
  return heading === undefined ? undefined : partText(heading, 80);
}

/**
 * Buttons and links in a label are about its field, such as one that explains it. Anything else
 * there is what the label names.
 */
const BESIDE_WORDS: ReadonlySet<string> = new Set(["button", "a"]);

/** Returns the last heading of the scope above the element; in a small scope else its first one. */
function headingFor(
  scope: Scope,
  part: ElementPart,
  walk: Walk,
  above: Above | undefined,
): ElementPart | undefined {
  const last = countOf(above) > scope.above ? above?.last : undefined;
  if (last !== undefined) return last;
  // If the element stands after headings of the scope, these belong to other parts of it.
  if (scope.wide || part.headings.from > scope.headings.from) return undefined;
  const [first, ...others] = walk.headings.slice(
    scope.headings.from,
    Math.min(scope.headings.to, scope.headings.from + MAX_SEARCH),
  );
  // If several parts have headings, none of them is the scope's own.
  if (first === undefined || others.some((each) => levelOf(each) <= levelOf(first)))
    return undefined;
  return first;
}

function levelOf({ element, tag }: ElementPart): number {
  const level = unshadowed(element).getAttribute("aria-level") ?? /^h([1-6])$/.exec(tag)?.[1];
  return Number(level ?? DEFAULT_LEVEL);
}

/** The level of a heading that does not tell it (ARIA 1.2, 5.4). */
const DEFAULT_LEVEL = 2;

export function contextOf(texts: Range, walk: Walk): string {
  return walk.texts
    .slice(texts.from, Math.min(texts.to, texts.from + 6))
    .join("|")
    .slice(0, 200);
}
