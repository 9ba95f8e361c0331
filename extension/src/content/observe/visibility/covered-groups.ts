// Says once, on a container, that one layer covers all controls in it that are in view.
import { isComposedDescendant } from "../../dom/hit-test.ts";
import type { ElementPart, ViewPart } from "../tree/parts.ts";

/** Fewer covered controls each say so themselves. */
export const LEAST_COVERED = 4;

/** Tells what lies over a control, and the id by which that is told; empty if it has none. */
export interface Cover {
  readonly element: Element;
  readonly id: string;
}

/** Controls that were tested, each with what covers it; undefined if it is free. */
type Covers = ReadonlyMap<ElementPart, Cover | undefined>;

export interface CoveredGroups {
  /** The containers, each with the id of what covers it. */
  readonly containers: ReadonlyMap<ElementPart, string>;
  /** The controls in them, which need not say that they are covered. */
  readonly within: ReadonlySet<ElementPart>;
}

/**
 * Finds the outermost containers in which the same covers all controls, but for the layer itself.
 * @param plain whether containers that say nothing else are written
 */
export function coveredGroups(
  parts: readonly ViewPart[],
  covers: Covers,
  plain: boolean,
): CoveredGroups {
  const containers = new Map<ElementPart, string>();
  const within = new Set<ElementPart>();
  const controlsIn = new Map<ElementPart, readonly ElementPart[]>();
  const gather = (part: ViewPart): readonly ElementPart[] => {
    if (part.kind !== "element") return [];
    const inside = (part.view ?? part.children).flatMap(gather);
    const controls = covers.has(part) ? [part, ...inside] : inside;
    controlsIn.set(part, controls);
    return controls;
  };
  const tell = (siblings: readonly ViewPart[]): void => {
    const mayTell = plain && siblings.filter(isPlain).length > 1;
    for (const part of siblings) {
      if (part.kind !== "element") continue;
      const controls = controlsIn.get(part) ?? [];
      if (controls.length < LEAST_COVERED) continue;
      const isOther = part.interaction !== undefined && !covers.has(part);
      const isLeft = isOther || (isPlain(part) && !mayTell);
      const id = isLeft ? undefined : coverOfAll(part, controls, covers);
      if (id === undefined) tell(part.view ?? part.children);
      else {
        containers.set(part, id);
        for (const control of controls) within.add(control);
      }
    }
  };
  for (const part of parts) gather(part);
  tell(parts);
  return { containers, within };
}

/** Tells whether a container says nothing. If it is the only one among its siblings, it is not written. */
function isPlain(part: ViewPart): boolean {
  if (part.kind !== "element" || part.tag !== "div" || !part.generic) return false;
  return part.interaction === undefined && part.mark === undefined;
}

function coverOfAll(
  container: ElementPart,
  controls: readonly ElementPart[],
  covers: Covers,
): string | undefined {
  const over = controls.flatMap((control) => covers.get(control) ?? []);
  const [first] = over;
  if (first === undefined || over.length < LEAST_COVERED) return undefined;
  if (over.some(({ id }) => id !== first.id)) return undefined;
  const layers = [...new Set(over.map(({ element }) => element))];
  // A layer without a name can't be told apart from what else stands in the container.
  if (first.id === "" && layers.some((layer) => isComposedDescendant(layer, container.element))) {
    return undefined;
  }
  const isOfLayer = ({ element }: ElementPart): boolean =>
    layers.some((layer) => isComposedDescendant(element, layer));
  const isAll = controls.every(
    (control) => covers.get(control) !== undefined || isOfLayer(control),
  );
  return isAll ? first.id : undefined;
}
