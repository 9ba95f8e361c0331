// Marks which parts of a longer page are in view.
import { BELOW_THE_VIEW, IN_VIEW_FROM_HERE } from "@webserv/shared/model/text/view-cues.ts";
import { clippedIn } from "../geometry/scrollport.ts";
import type { Box, ElementPart, MarkPart, ViewPart } from "../tree/parts.ts";

/** Puts a mark before the first and after the last of `parts` that is in view; none at the page's own ends. */
export function markView(parts: ViewPart[], height: number): void {
  const found = new Finder(height);
  found.visit(parts);
  if (found.after) insert(parts, found.last, BELOW_THE_VIEW, 1);
  if (found.before) insert(parts, found.first, IN_VIEW_FROM_HERE, 0);
}

class Finder {
  /** Paths from the outermost part to the first and the last part in view. */
  first: ElementPart[] = [];
  last: ElementPart[] = [];
  /** True if something stands before the first, or after the last. */
  before = false;
  after = false;
  readonly #height: number;
  readonly #path: ElementPart[] = [];

  constructor(height: number) {
    this.#height = height;
  }

  visit(list: readonly ViewPart[]): void {
    for (const part of list) {
      // A part that stays in place wherever the page is scrolled tells nothing.
      if (part.kind !== "element" || part.layout?.stays !== undefined) continue;
      const inside = part.view ?? part.children;
      this.#path.push(part);
      if (inside.some((child) => child.kind === "element")) this.visit(inside);
      else if (part.box !== undefined) this.#see(part, part.box);
      this.#path.pop();
    }
  }

  #see(part: ElementPart, box: Box): void {
    if (box.bottom > 0 && box.top < this.#height && !isScrolledAway(part, box)) {
      if (this.first.length === 0) this.first = [...this.#path];
      this.last = [...this.#path];
      this.after = false;
    } else {
      this.before ||= this.first.length === 0;
      this.after = this.last.length > 0;
    }
  }
}

/** Tells whether a box that scrolls, or cuts off what it holds, shows no line of a part now. */
function isScrolledAway({ clippedBox }: ElementPart, box: Box): boolean {
  if (clippedBox === undefined || box.top === box.bottom) return false;
  const { top, bottom } = clippedIn(undefined, { area: box, port: clippedBox.port });
  return bottom <= top;
}

function insert(
  parts: ViewPart[],
  path: readonly ElementPart[],
  says: string,
  offset: number,
): void {
  const part = path.at(-1);
  const parent = path.at(-2);
  if (part === undefined) return;
  if (parent !== undefined) parent.view ??= [...parent.children];
  const list = parent?.view ?? parts;
  const mark: MarkPart = { kind: "mark", says };
  list.splice(list.indexOf(part) + offset, 0, mark);
}
