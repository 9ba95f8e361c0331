// Finds a layer that lies over all controls in view: it is told once, and not with each of them.
import { composedParent } from "../../dom/composed-tree.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { LEAST_COVERED } from "./covered-groups.ts";
import type { ElementPart, MarkPart, ViewPart } from "../tree/parts.ts";

/** Says in a reading, at the beginning of a layer, that nothing else in view can be clicked. */
const SAYS = "this covers all else in view";

/**
 * Puts a mark into the layer that covers all other controls in view, if there is one and something of it is shown.
 * @param tested the controls that were tested, each with what covers it
 * @returns the controls that need not say that they are covered
 */
export function markBlanket(
  parts: ViewPart[],
  tested: ReadonlyMap<ElementPart, Element | undefined>,
): readonly ElementPart[] {
  const layer = blanketOf(tested);
  if (layer === undefined) return [];
  const mark: MarkPart = { kind: "mark", says: SAYS };
  if (!insertWithin(parts, layer, mark)) return [];
  return [...tested.keys()].filter(({ element }) => !isComposedDescendant(element, layer));
}

/** Returns the one layer that covers every control beside it. */
function blanketOf(tested: ReadonlyMap<ElementPart, Element | undefined>): Element | undefined {
  const covered = [...tested].flatMap(([part, cover]) =>
    cover === undefined ? [] : [{ part, cover }],
  );
  const [first] = covered;
  if (first === undefined || covered.length < LEAST_COVERED) return undefined;
  const layer = layerOver(first.part.element, first.cover);
  const isBlanket = [...tested].every(([{ element }, cover]) =>
    cover === undefined
      ? isComposedDescendant(element, layer)
      : isComposedDescendant(cover, layer) && !isComposedDescendant(element, layer),
  );
  return isBlanket ? layer : undefined;
}

/** Returns the outermost element around a cover that is not around what it covers. */
function layerOver(target: Element, cover: Element): Element {
  let layer = cover;
  for (let at = composedParent(cover); at !== null; at = composedParent(at)) {
    if (isComposedDescendant(target, at)) break;
    layer = at;
  }
  return layer;
}

/** Puts the mark before the first part that stands in the layer, or first into the layer's own part. */
function insertWithin(parts: ViewPart[], layer: Element, mark: MarkPart): boolean {
  for (const [index, part] of parts.entries()) {
    if (part.kind !== "element") continue;
    if (part.element === layer) {
      part.view = [mark, ...(part.view ?? part.children)];
      return true;
    }
    if (isComposedDescendant(part.element, layer)) {
      parts.splice(index, 0, mark);
      return true;
    }
    if (!isComposedDescendant(layer, part.element)) continue;
    const view = [...(part.view ?? part.children)];
    if (!insertWithin(view, layer, mark)) continue;
    part.view = view;
    return true;
  }
  return false;
}
