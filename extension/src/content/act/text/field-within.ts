// Finds the field that is meant if text goes to an element around one: a label, a wrapper, a host.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { isEditable } from "./editing.ts";
import { composedChildren } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";

export interface FieldSources {
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** The most elements that are looked at within one. */
const MAX_VISITS = 2000;
/** The most fields that an error lists. */
const MAX_LISTED = 10;

/**
 * Returns the element itself, the field that it labels, or the only field that shows in it; the element itself as well
 * if there is no field.
 * @throws WebservError `not-editable` with the ids of the fields if there are several; what `find` throws
 */
export function fieldOf({ finder, shadowRootOf }: FieldSources, id: string): Element {
  const element = finder.find(id);
  if (isEditable(element) || element instanceof HTMLSelectElement) return element;
  if (element instanceof HTMLLabelElement && element.control !== null) return element.control;
  const [only, ...others] = fieldsIn(element, shadowRootOf);
  if (only === undefined) return element;
  if (others.length === 0) return only;
  const ids = [only, ...others].flatMap((field) =>
    finder.hasId(field) ? [finder.idAround(field) ?? ""] : [],
  );
  throw new WebservError(
    "not-editable",
    `"${id}" is a <${unshadowed(element).localName}> around ${others.length + 1} fields`,
    {
      next: `Name one of them${ids.length === 0 ? "" : `: ${ids.slice(0, MAX_LISTED).join(", ")}`}.`,
      details: { id, fields: ids.slice(0, MAX_LISTED) },
    },
  );
}

/** Returns the field's own id, or else the id that was asked for, to report which element was acted on. */
export function idOfField(finder: ElementFinder, field: Element, asked: string): string {
  return (finder.hasId(field) ? finder.idAround(field) : undefined) ?? asked;
}

function fieldsIn(around: Element, shadowRootOf: FieldSources["shadowRootOf"]): Element[] {
  const found: Element[] = [];
  const waiting: Node[] = composedChildren(around, shadowRootOf).toReversed();
  for (let visits = 0; visits < MAX_VISITS; visits++) {
    const node = waiting.pop();
    if (node === undefined) break;
    if (!(node instanceof Element)) continue;
    if (isEditable(node)) {
      if (unshadowed(node).checkVisibility()) found.push(node);
    } else waiting.push(...composedChildren(node, shadowRootOf).toReversed());
  }
  return found;
}
