// Writes the path of an element from the nearest anchor above it, such as `#cart>li2/5>button1/1`.
import { composedParent } from "../../dom/composed-tree.ts";
import { LANDMARKS } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isGenerated } from "../naming/volatile.ts";

/** The most steps outwards to a row or an anchor. */
export const MAX_STEPS = 12;

/** Writes the paths of one reading's elements. */
export class DomPaths {
  /** The positions of elements among all of one tag where they stand, with the number of these. */
  readonly #positions = new Map<Element, Position>();

  /**
   * Returns the path of an element from its nearest anchor.
   *
   * @param keyed the row around it, if the row's key tells which one it is
   */
  of(element: Element, keyed: Element | undefined): string {
    let path = "";
    let at: Element | undefined = element;
    for (let steps = 0; at !== undefined && steps < MAX_STEPS; steps++) {
      const anchor = steps === 0 ? "" : at === keyed ? "row" : anchorOf(at);
      if (anchor !== "") return `${anchor}${path}`;
      path = `>${this.#stepOf(at)}${path}`;
      at = shownIn(at);
    }
    return path;
  }

  /**
   * Returns the element's tag with its position among those of the tag and their number: `li2/5`.
   */
  #stepOf(element: Element): string {
    let position = this.#positions.get(element);
    if (position === undefined) {
      const tags = new Map<string, { count: number }>();
      for (let at = firstBeside(element); at !== null; at = unshadowed(at).nextElementSibling) {
        const tag = unshadowed(at).localName;
        let likes = tags.get(tag);
        if (likes === undefined) {
          likes = { count: 0 };
          tags.set(tag, likes);
        }
        this.#positions.set(at, { at: ++likes.count, likes });
      }
      position = this.#positions.get(element);
    }
    const { localName } = unshadowed(element);
    return position === undefined
      ? localName
      : `${localName}${position.at}/${position.likes.count}`;
  }
}

interface Position {
  /** The position, which counts from 1. */
  readonly at: number;
  readonly likes: { readonly count: number };
}

/**
 * Returns the element that `element` is shown in. Slots are passed over: they are no boxes, and no
 * steps on the way.
 */
export function shownIn(element: Element): Element | undefined {
  let at = composedParent(element);
  while (at instanceof HTMLSlotElement) at = composedParent(at);
  return at ?? undefined;
}

/**
 * Returns the element that `element` is written in, across shadow roots. Repeated elements are
 * counted there: each may stand in a slot of its own, and their author has put them side by side all
 * the same.
 */
export function writtenIn(element: Element): Element | undefined {
  const { parentElement, parentNode } = unshadowed(element);
  if (parentElement !== null) return parentElement;
  return parentNode instanceof ShadowRoot ? parentNode.host : undefined;
}

/** Returns the first of those that stand beside an element, which may be itself. */
function firstBeside(element: Element): Element | null {
  const { parentElement, parentNode } = unshadowed(element);
  if (parentElement !== null) return unshadowed(parentElement).firstElementChild;
  // The top of a shadow tree is not among its host's children.
  return parentNode instanceof ShadowRoot ? parentNode.firstElementChild : element;
}

/** Returns a name for what others are placed in; empty if it has none that stays. */
function anchorOf(element: Element): string {
  const own = unshadowed(element);
  const id = own.getAttribute("id") ?? "";
  if (id !== "" && !isGenerated(id) && !/\d/.test(id)) return `#${id}`;
  return own.localName === "body" || LANDMARKS.has(own.localName) ? own.localName : "";
}
