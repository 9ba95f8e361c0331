// Dissolves containers that say nothing and drops what is empty, from the inside out.
import { KEPT_EMPTY } from "../../dom/element-kinds.ts";
import type { ElementPart, Part } from "./parts.ts";
import { INLINE_TAGS, isBlank, isSpoken, ownText } from "./parts.ts";
import { pictureName } from "./picture-name.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Returns what is left of `part`. Its contents must have been flattened already. */
export function flatten(part: ElementPart, display: string): Part[] {
  if (part.interaction === undefined && isDecoration(part)) return [];
  const solid = part.children.filter((child) => !isBlank(child));
  const only = solid.length === 1 ? solid[0] : undefined;
  if (only?.kind === "element" && isDissolvable(only)) {
    part.children = [...only.children, ...part.children.filter(isSpoken)];
  }
  if (solid.length === 0 && !staysEmpty(part)) return spaceOf(part, display);
  if (!isDissolvable(part)) return [part];
  const { localName } = unshadowed(part.element);
  // A `tbody` adds nothing to its rows, and a `div` in its place would break the table.
  if (TRANSPARENT.has(localName)) return part.children;
  // Ruby text stands over its word, and is written after it in brackets.
  if (localName === "rt") return [ownText("("), ...part.children, ownText(")")];
  if (RUBY.has(localName)) return part.children;
  if (only?.kind === "element") {
    return [...edge(part.children[0]), only, ...edge(part.children.at(-1))];
  }
  // A custom element is inline unless it says otherwise, whatever blocks it holds.
  if (display.startsWith("inline") && part.children.some(isBlockPart))
    return [{ ...part, tag: "div" }];
  if (display === "inline" || display === "contents") return part.children;
  // Words that a layout sets apart stay apart: a flex item is a block, whatever its tag.
  if (PHRASES.has(localName) && !part.children.some(isBlockPart)) {
    return [ownText("\n"), ...part.children, ownText("\n")];
  }
  if (display.startsWith("inline")) return [ownText(" "), ...part.children, ownText(" ")];
  return [part];
}

const TRANSPARENT: ReadonlySet<string> = new Set(["html", "body", "tbody"]);

const RUBY: ReadonlySet<string> = new Set(["ruby", "rb", "rtc"]);

/** Elements for words within a text (HTML standard, phrasing content). */
const PHRASES: ReadonlySet<string> = new Set(
  "span b i u small big font time cite q var kbd samp bdi bdo abbr data".split(" "),
);

/** Tells whether a part is a picture with an empty text alternative, or a drawing without a name. */
function isDecoration(part: ElementPart): boolean {
  const tag = unshadowed(part.element).localName;
  if (part.tag === "img" && tag !== "img") return pictureName(part.element) === "";
  return (
    tag === "img" && part.element.getAttribute("alt") === "" && pictureName(part.element) === ""
  );
}

function isBlockPart(part: Part): boolean {
  return part.kind === "element" && !INLINE_TAGS.has(part.tag) && !KEPT_EMPTY.has(part.tag);
}

function isDissolvable(part: ElementPart): boolean {
  if (!part.generic || part.interaction !== undefined || part.mark !== undefined) return false;
  const element = unshadowed(part.element);
  const role = element.getAttribute("role");
  if (role !== null && !EMPTY_ROLES.has(role)) return false;
  return !element.hasAttribute("aria-label") && !element.hasAttribute("aria-labelledby");
}

const EMPTY_ROLES: ReadonlySet<string> = new Set(["", "none", "presentation", "generic", "group"]);

function staysEmpty(part: ElementPart): boolean {
  // What lies outside it is told by it, though nothing shows in it now.
  if (part.layout?.clipped !== undefined) return true;
  return (
    part.interaction !== undefined ||
    KEPT_EMPTY.has(unshadowed(part.element).localName) ||
    part.tag === "img" ||
    METERS.has(unshadowed(part.element).getAttribute("role") ?? "")
  );
}

/** Roles whose elements tell a progress by how they are drawn. */
const METERS: ReadonlySet<string> = new Set(["progressbar", "meter"]);

/** Returns what is left of an empty element: an inline one may still hold the space between two words. */
function spaceOf(part: ElementPart, display: string): Part[] {
  const spoken = part.children.filter(isSpoken);
  return part.children.length > spoken.length || display !== "inline"
    ? [ownText(" "), ...spoken]
    : spoken;
}

function edge(part: Part | undefined): Part[] {
  return part !== undefined && isBlank(part) ? [part] : [];
}
