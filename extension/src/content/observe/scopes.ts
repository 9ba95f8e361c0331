// Finds, for each element with an id, the names of what it stands in: its card, row, form, section.
import { isHeading, LANDMARKS, SERIES_ENTRIES, SERIES_ROLES } from "./element-kinds.ts";
import { labelledName } from "./name.ts";
import type { ElementPart, Part, Range } from "./parts.ts";
import { textOf } from "./parts.ts";
import type { Walk } from "./walk.ts";

export interface Placed {
  readonly part: ElementPart;
  /** Nearest first. */
  readonly scopes: readonly string[];
  /** The texts of the nearest scope, to tell rows apart. */
  readonly context: string;
}

/** Names and surroundings come from at most this many scopes, and from a search this far out. */
const MAX_SCOPES = 3;
const MAX_SEARCH = 12;

interface Scope {
  readonly outer: Scope | undefined;
  /** Its own name; undefined where its headings name it, by where one looks from. */
  readonly name: string | undefined;
  readonly headings: Range;
  readonly texts: Range;
  /** Too wide to be named by a heading that comes after. */
  readonly wide: boolean;
}

/** The parts that can be acted on, in reading order, each with what it stands in. */
export function placed(walk: Walk): Placed[] {
  const found: Placed[] = [];
  const visit = (part: Part, scope: Scope | undefined): void => {
    if (part.kind === "text") return;
    if (part.interaction !== undefined) {
      found.push({
        part,
        scopes: scopeNames(scope, part, walk),
        context: scope === undefined ? "" : contextOf(scope.texts, walk),
      });
    }
    const inside = scopeOf(part, scope, walk) ?? scope;
    for (const child of part.children) visit(child, inside);
  };
  for (const part of walk.parts) visit(part, undefined);
  return found;
}

/** The scope that `part` makes for what it holds, if it makes one. */
function scopeOf(part: ElementPart, outer: Scope | undefined, walk: Walk): Scope | undefined {
  const { element, headings, texts } = part;
  if (isHeading(part.tag, element.getAttribute("role"))) return undefined;
  const tag = element.localName;
  const wide = LANDMARKS.has(tag);
  const name = ownName(part, walk);
  const holdsHeadings = headings.from < headings.to;
  if (name === undefined && !holdsHeadings && !wide) return undefined;
  // A wrapper that holds the very same headings as what is around it adds nothing.
  if (
    name === undefined &&
    !wide &&
    outer?.name === undefined &&
    outer?.headings.from === headings.from &&
    outer.headings.to === headings.to
  ) {
    return undefined;
  }
  return { outer, name, headings, texts, wide };
}

function ownName(part: ElementPart, walk: Walk): string | undefined {
  const { element } = part;
  const tag = element.localName;
  // A control's label names the control, not what stands in it.
  if (part.interaction?.clickable !== true || SERIES_ENTRIES.has(tag)) {
    const label = tag === "label" ? undefined : labelledName(element);
    if (label !== undefined) return label;
  }
  switch (tag) {
    case "fieldset":
      return childText(part, "legend");
    case "table":
      return childText(part, "caption");
    case "details":
      return childText(part, "summary");
    case "figure":
      return childText(part, "figcaption");
  }
  const isEntry = SERIES_ENTRIES.has(tag) || SERIES_ROLES.has(element.getAttribute("role") ?? "");
  if (!isEntry || part.headings.from < part.headings.to) return undefined;
  // A row of header cells is not named by the first of them.
  if (tag === "tr" && element.querySelector(":scope > td") === null) return undefined;
  return part.texts.from < part.texts.to ? walk.texts[part.texts.from] : undefined;
}

function childText(part: ElementPart, tag: string): string | undefined {
  for (const child of part.children) {
    if (child.kind === "element" && child.tag === tag) return textOf(child, 80);
  }
  return undefined;
}

function scopeNames(scope: Scope | undefined, part: ElementPart, walk: Walk): string[] {
  const names: string[] = [];
  let at = scope;
  for (let steps = 0; at !== undefined && steps < MAX_SEARCH; steps++) {
    const name = at.name ?? headingFor(at, part, walk);
    if (name !== undefined && !names.includes(name)) names.push(name);
    if (names.length === MAX_SCOPES) break;
    // A landmark without a name is not about what stands before or after it.
    if (at.wide && name === undefined) break;
    at = at.outer;
  }
  return names;
}

/** The last heading of the scope before the element; in a small scope else its first one. */
function headingFor(scope: Scope, part: ElementPart, walk: Walk): string | undefined {
  const before = part.headings.from - 1;
  const index = before >= scope.headings.from ? before : scope.headings.from;
  if (index >= scope.headings.to || (scope.wide && before < scope.headings.from)) return undefined;
  const heading = walk.headings[index];
  return heading === undefined ? undefined : textOf(heading, 80);
}

function contextOf(texts: Range, walk: Walk): string {
  return walk.texts
    .slice(texts.from, Math.min(texts.to, texts.from + 6))
    .join("|")
    .slice(0, 200);
}
