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
const DROP_NAME = /(?:^|[-_])drop[-_]?(?:zone|target|area)\d*$|(?:^|[-_])droppable\d*$/i;
/** Words between two humps of `dropZone` are parted, so that one pattern serves all. */
const HUMP = /(?<=[a-z])(?=[A-Z])/g;

/** The most things whose places are looked for, and the most places of one make. */
const MAX_DRAGGED = 300;
const MAX_LIKES = 100;
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
  for (const each of root.querySelectorAll(CALLED)) {
    const within = each.parentElement?.closest(NOT_WITHIN) ?? null;
    if (within === null && isCalledPlace(each)) places.add(each);
  }
  const things = draggedIn(root, grips, marks);
  const looked = new Set<Element>();
  for (const thing of things) {
    let at = thing.parentElement;
    for (let level = 0; at !== null && level < MAX_LEVELS; level++, at = at.parentElement) {
      if (looked.has(at) || ROOTS.has(at.localName) || things.has(at)) break;
      looked.add(at);
      const likes = likesOf(at, root, things);
      const areSlots = likes.length > MOST_COLUMNS;
      for (const like of likes) if (!areSlots || !isFilledSlot(like, things)) places.add(like);
      if (likes.length > 0) break;
    }
  }
  return places;
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
  grips: readonly string[],
  marks: HandlerMarks,
): ReadonlySet<Element> {
  const things = new Set<Element>();
  const add = (selector: string, isThing: (element: Element) => boolean): void => {
    for (const element of queried(root, selector)) {
      if (things.size >= MAX_DRAGGED) return;
      if (!element.matches(NOT_DROPPED) && isThing(element)) things.add(element);
    }
  };
  add(DRAGGED, () => true);
  for (const selector of [STYLED, ...grips]) add(selector, (each) => looksDragged(each, marks));
  return things;
}

function queried(root: Document | ShadowRoot, selector: string): Iterable<Element> {
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

/** Returns the places of which one is `holder`; none if nothing is like it, or if each holds as many things. */
function likesOf(
  holder: Element,
  root: Document | ShadowRoot,
  things: ReadonlySet<Element>,
): readonly Element[] {
  const own = unshadowed(holder);
  const sets = [...own.classList].map((name) => [
    ...queried(root, `${holder.localName}.${CSS.escape(name)}`),
  ]);
  if (own.classList.length === 0 && PLAIN_PLACES.has(holder.localName)) {
    const beside = [...(own.parentElement?.children ?? [])];
    sets.push(
      beside.filter((each) => each.localName === holder.localName && each.classList.length === 0),
    );
  }
  return sets.find((set) => arePlaces(set, things)) ?? [];
}

function arePlaces(likes: readonly Element[], things: ReadonlySet<Element>): boolean {
  if (likes.length < 2 || likes.length > MAX_LIKES) return false;
  const counts = new Set<number>();
  for (const like of likes) {
    if (things.has(like) || likes.some((other) => other !== like && other.contains(like))) {
      return false;
    }
    const { length } = thingsIn(like, things);
    if (length === 0 && unshadowed(like).textContent.trim().length > MAX_BARE_TEXT) return false;
    counts.add(length);
  }
  // Cards that each hold one picture to drag are no places.
  return counts.size > 1;
}

function thingsIn(place: Element, things: ReadonlySet<Element>): readonly Element[] {
  return [...things].filter((thing) => place.contains(thing));
}

/** Tells whether a place shows one thing alone, so that what is dropped on the thing is dropped on the place. */
function isFilledSlot(place: Element, things: ReadonlySet<Element>): boolean {
  const [thing, ...others] = thingsIn(place, things);
  if (thing === undefined || others.length > 0) return false;
  return unshadowed(place).textContent.trim() === unshadowed(thing).textContent.trim();
}
