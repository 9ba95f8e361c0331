// Names an element for its id, by its own words or by those of the control that it stands around.
import { labelledName } from "../naming/labelled-name.ts";
import { namesOf } from "../naming/name.ts";
import { thumbName } from "../naming/range-thumbs.ts";
import type { ElementPart } from "../tree/parts.ts";
import { slug } from "../naming/slug.ts";
import { withoutValue } from "../scope/value-words.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface IdName {
  /** Empty if nothing names the element. */
  readonly whole: string;
  readonly short: string;
}

export function idNameOf(part: ElementPart): IdName {
  const { short, whole } = namesOf(part);
  const own = withoutValue(part.element, nameOfAround(part) ?? short);
  const name = own === "" ? byUse(part) : own;
  return { whole, short: isAround(part, name) ? `${slug(name, 18)} ${aroundWord(part)}` : name };
}

/** Names what nothing names: a grip to drag, a thumb of a range, or a place where things are dropped. */
function byUse({ element, interaction }: ElementPart): string {
  const { evidence = [] } = interaction ?? {};
  if (evidence.includes("grip")) return "grip";
  const thumb = thumbName(element);
  if (thumb !== undefined) return thumb;
  return evidence.includes("entries") ? "place" : "";
}

/**
 * Returns the name of the first control in an element that only hears of the pointer coming over
 * it, such as a menu's entry. Other words before the control name the element themselves.
 */
function nameOfAround(part: ElementPart): string | undefined {
  const { clickable, hoverable, field, aroundMany } = part.interaction ?? {};
  if (aroundMany === true) return undefined;
  if (clickable !== false || hoverable !== true || field !== undefined) return undefined;
  const first = labelledName(part.element) === undefined ? firstInteractive(part, 60) : undefined;
  const isFirst = first !== undefined && first.texts.from <= part.texts.from;
  return isFirst ? namesOf(first).short || undefined : undefined;
}

/**
 * Tells whether an element is a card around a control of the same name: the plain name belongs to
 * the control.
 */
function isAround(part: ElementPart, name: string): boolean {
  const first = part.interaction?.aroundMany === true ? undefined : firstInteractive(part, 60);
  return first !== undefined && slug(namesOf(first).short) === slug(name);
}

function firstInteractive(part: ElementPart, visits: number): ElementPart | undefined {
  for (const child of part.children.slice(0, visits)) {
    if (child.kind !== "element") continue;
    if (child.interaction !== undefined) return child;
    const inside = firstInteractive(child, visits);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function aroundWord(part: ElementPart): string {
  switch (unshadowed(part.element).localName) {
    case "li":
      return "item";
    case "tr":
      return "row";
    default:
      return "card";
  }
}
