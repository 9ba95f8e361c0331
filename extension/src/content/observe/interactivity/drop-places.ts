// Finds where things are dropped that listens for nothing itself: the columns of a board, its empty one among them.
import type { HandlerMarks } from "../../bridge/handler-scan.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { handlingOf } from "./handling.ts";

/** What says by itself that it is dragged. Links and pictures are dragged on every page. */
const DRAGGED =
  '[draggable="true" i], [aria-roledescription*="drag" i], [aria-roledescription*="sortable" i], [aria-grabbed]';
const STYLED = '[style*="cursor: grab"], [style*="cursor: move"], [style*="touch-action: none"]';
/** These move along, and are dropped nowhere; columns of a table change places among themselves. */
const NOT_DROPPED =
  "a, img, th, tr, [role=columnheader], [role=row], [role=slider], [role=separator], [role=scrollbar], [role=dialog] *";
const CONTROLS = "a[href], button, input, select, textarea";
/** An author calls such a place so. */
const CALLED = '[class*="drop" i], [id*="drop" i], [aria-dropeffect]';
const TELLING = [DRAGGED, STYLED, CALLED].join();
const DROP_NAME = /(?:^|[-_])drop[-_]?(?:zone|target|area)\d*$|(?:^|[-_])droppable\d*$/i;
/** Words between two humps of `dropZone` are parted, so that one pattern serves all. */
const HUMP = /(?<=[a-z])(?=[A-Z])/g;

/** The most things whose places are looked for, and the most places of one make. */
const MAX_DRAGGED = 300;
const MAX_LIKES = 100;
/** The most elements that are looked at for one sign that something is dragged. */
const MAX_LOOKS = 1_000;
/** More places than these are squares, and a thing on one stands for it. */
const MOST_COLUMNS = 12;
/** A thing lies at most so many levels within its place. */
const MAX_LEVELS = 3;
/** A place without a thing says no more than its heading, and that nothing is there. */
const MAX_BARE_TEXT = 120;
/** A thing to drag, known by its look alone, has words, but not more. */
const MAX_THING_TEXT = 200;

/** Tags of places that need no class to be alike. */
const PLAIN_PLACES: ReadonlySet<string> = new Set(["td", "ul", "ol", "div", "section"]);

/** Knows the places of all trees that a reading has met. */
export class DropPlaces {
  readonly #marks: HandlerMarks;
  readonly #gripsIn: (root: Document | ShadowRoot) => readonly string[];
  readonly #places = new Set<Element>();
  #unread: (Document | ShadowRoot)[] = [];

  /** @param gripsIn returns the selectors of what looks as if it could be dragged */
  constructor(marks: HandlerMarks, gripsIn: (root: Document | ShadowRoot) => readonly string[]) {
    this.#marks = marks;
    this.#gripsIn = gripsIn;
  }

  /** Adds a tree, whose places are found at the next question: by then it is known what listens there. */
  add(root: Document | ShadowRoot): void {
    this.#unread.push(root);
  }

  has(element: Element): boolean {
    for (const root of this.#unread) {
      for (const place of placesIn(root, this.#gripsIn(root), this.#marks)) this.#places.add(place);
    }
    if (this.#unread.length > 0) this.#unread = [];
    return this.#places.has(element);
  }
}

function placesIn(
  root: Document | ShadowRoot,
  grips: readonly string[],
  marks: HandlerMarks,
): ReadonlySet<Element> {
  const places = new Set<Element>();
  // Nearly all pages have nothing of these, and one question about all costs the browser least.
  const telling = [...root.querySelectorAll(TELLING)];
  for (const each of telling) {
    if (!each.matches(CALLED)) continue;
    const within = each.parentElement?.closest(NOT_WITHIN) ?? null;
    if (within === null && isCalledPlace(each)) places.add(each);
  }
  const things = draggedIn(root, telling, grips, marks);
  const likes = new Likes(root, things);
  const looked = new Set<Element>();
  for (const thing of things) {
    let at = thing.parentElement;
    for (let level = 0; at !== null && level < MAX_LEVELS; level++, at = at.parentElement) {
      if (looked.has(at) || ROOTS.has(at.localName) || things.has(at)) break;
      looked.add(at);
      const found = likes.of(at);
      const areSlots = found.length > MOST_COLUMNS;
      for (const like of found) if (!areSlots || !likes.isFilledSlot(like)) places.add(like);
      if (found.length > 0) break;
    }
  }
  for (const each of things.size === 0 ? [] : framesIn(root)) {
    if (!things.has(each) && each.closest(NOT_WITHIN) === null) places.add(each);
  }
  return places;
}

/** Authors make empty boxes of these tags. In a table, an empty cell is a cell. */
const BOXES = ["div", "section", "aside", "ul", "ol"].map((tag) => `${tag}:not(:has(*))`).join();
/** The shortest side of a box that things fit into, in px. */
const LEAST_SIDE = 24;

/**
 * Returns the empty boxes with a frame around them. Beside things to be dragged they are there to be filled: such are a
 * bin, or a form that is still to be built.
 */
function framesIn(root: Document | ShadowRoot): readonly Element[] {
  const boxes = queried(root, BOXES);
  if (boxes.length > MAX_LOOKS) return [];
  const frames = [...boxes].filter((each) => !/\S/.test(each.textContent) && isFramed(each));
  return frames.length > MOST_COLUMNS ? [] : frames;
}

function isFramed(box: Element): boolean {
  const { clientWidth, clientHeight } = unshadowed(box);
  if (clientWidth < LEAST_SIDE || clientHeight < LEAST_SIDE) return false;
  const style = getComputedStyle(box);
  if (style.pointerEvents === "none" || style.backgroundImage !== "none") return false;
  return [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth].every(
    (width) => Number.parseFloat(width) > 0,
  );
}

const ROOTS: ReadonlySet<string> = new Set(["body", "html", "main", "tr", "table", "tbody"]);
const NOT_WITHIN = "button, a, [role=button], [draggable=true]";

function isCalledPlace(element: Element): boolean {
  const own = unshadowed(element);
  const effect = own.getAttribute("aria-dropeffect") ?? "none";
  if (effect !== "none") return true;
  const names = [...own.classList, own.getAttribute("id") ?? ""];
  return names.some((name) => DROP_NAME.test(name.replace(HUMP, "-")));
}

/** Returns the things that are dragged, by what their author says of them or by how they look. */
function draggedIn(
  root: Document | ShadowRoot,
  telling: readonly Element[],
  grips: readonly string[],
  marks: HandlerMarks,
): ReadonlySet<Element> {
  const things = new Set<Element>();
  const add = (elements: Iterable<Element>, isThing: (element: Element) => boolean): void => {
    let looks = 0;
    for (const element of elements) {
      if (things.size >= MAX_DRAGGED || looks++ >= MAX_LOOKS) return;
      if (!element.matches(NOT_DROPPED) && isThing(element)) things.add(element);
    }
  };
  const looks = (element: Element): boolean => looksDragged(element, marks);
  add(
    telling.filter((each) => each.matches(DRAGGED)),
    () => true,
  );
  add(
    telling.filter((each) => each.matches(STYLED)),
    looks,
  );
  for (const selector of grips) add(queried(root, selector), looks);
  return things;
}

function queried(
  root: Document | ShadowRoot,
  selector: string,
): ArrayLike<Element> & Iterable<Element> {
  try {
    return root.querySelectorAll(selector);
  } catch {
    return [];
  }
}

function looksDragged(element: Element, marks: HandlerMarks): boolean {
  const { length } = unshadowed(element).textContent.trim();
  if (length === 0 || length > MAX_THING_TEXT || element.querySelector(CONTROLS) !== null) {
    return false;
  }
  const { cursor, touchAction } = getComputedStyle(element);
  if (cursor === "grab" || cursor === "move") return true;
  const attributes = unshadowed(element).getAttributeNames();
  return touchAction === "none" && handlingOf(marks.marksOf(element, attributes)).press;
}

/** Finds the places of a tree that are like one another. Each kind of element is looked for once. */
class Likes {
  readonly #root: Document | ShadowRoot;
  readonly #things: ReadonlySet<Element>;
  /** Holds the things in each element around any. */
  readonly #inside = new Map<Element, Element[]>();
  readonly #ofKind = new Map<string, readonly Element[]>();
  readonly #beside = new Map<Element, readonly Element[]>();

  constructor(root: Document | ShadowRoot, things: ReadonlySet<Element>) {
    this.#root = root;
    this.#things = things;
    for (const thing of things) {
      for (let at: Element | null = thing; at !== null; at = at.parentElement) {
        const known = this.#inside.get(at);
        if (known === undefined) this.#inside.set(at, [thing]);
        else known.push(thing);
      }
    }
  }

  /** Returns the places of which one is `holder`; none if nothing is like it, or if each holds as many things. */
  of(holder: Element): readonly Element[] {
    const { classList, parentElement } = unshadowed(holder);
    for (const name of classList) {
      const selector = `${holder.localName}.${CSS.escape(name)}`;
      const found = this.#ofKind.get(selector) ?? this.#places(queried(this.#root, selector));
      this.#ofKind.set(selector, found);
      if (found.length > 0) return found;
    }
    if (classList.length > 0 || !PLAIN_PLACES.has(holder.localName) || parentElement === null) {
      return [];
    }
    const found =
      this.#beside.get(parentElement) ??
      this.#places(
        [...parentElement.children].filter(
          (each) => each.localName === holder.localName && each.classList.length === 0,
        ),
      );
    this.#beside.set(parentElement, found);
    return found;
  }

  /** Tells whether a place shows one thing alone, so that what is dropped on the thing is dropped on the place. */
  isFilledSlot(place: Element): boolean {
    const [thing, ...others] = this.#thingsIn(place);
    if (thing === undefined || others.length > 0) return false;
    return unshadowed(place).textContent.trim() === unshadowed(thing).textContent.trim();
  }

  /** Returns the elements if they are places, else none. */
  #places(found: ArrayLike<Element> & Iterable<Element>): readonly Element[] {
    if (found.length < 2 || found.length > MAX_LIKES) return [];
    const likes = [...found];
    const counts = new Set<number>();
    for (const like of likes) {
      if (this.#things.has(like) || likes.some((other) => other !== like && other.contains(like))) {
        return [];
      }
      const { length } = this.#thingsIn(like);
      if (length === 0 && unshadowed(like).textContent.trim().length > MAX_BARE_TEXT) return [];
      counts.add(length);
    }
    // Cards that each hold one picture to drag are no places.
    return counts.size > 1 ? likes : [];
  }

  #thingsIn(place: Element): readonly Element[] {
    return this.#inside.get(place) ?? [];
  }
}
