// Finds what names an entry of a series that is shown by its name alone.
import { isHeading } from "../../dom/element-kinds.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most parts of an entry that are looked at for its name. */
const NAME_VISITS = 60;

/**
 * Returns the parts from the entry's child down to what names it: its heading, else its first link
 * or control, else its first text.
 */
export function pathToName(entry: ElementPart): Part[] {
  let left = NAME_VISITS;
  const search = (part: ElementPart, isName: (part: Part) => boolean): Part[] | undefined => {
    for (const child of part.children) {
      if (left-- <= 0) return undefined;
      if (isName(child)) return [child];
      const inside = child.kind === "element" ? search(child, isName) : undefined;
      if (inside !== undefined) return [child, ...inside];
    }
    return undefined;
  };
  const kinds: ((part: Part) => boolean)[] = [
    (part) =>
      part.kind === "element" && isHeading(part.tag, unshadowed(part.element).getAttribute("role")),
    (part) => part.kind === "element" && part.interaction !== undefined && saysSomething(part, 40),
    (part) => part.kind === "text" && part.generated !== true && /[\p{L}\p{N}]/u.test(part.text),
  ];
  for (const isName of kinds) {
    left = NAME_VISITS;
    const path = search(entry, isName);
    if (path !== undefined) return path;
  }
  return [];
}

function saysSomething(part: ElementPart, visits: number): boolean {
  let left = visits;
  const search = (parts: readonly Part[]): boolean =>
    parts.some((part) => {
      if (left-- <= 0) return false;
      return part.kind === "text"
        ? /[\p{L}\p{N}]/u.test(part.text)
        : part.kind === "element" && search(part.children);
    });
  return search(part.children);
}
