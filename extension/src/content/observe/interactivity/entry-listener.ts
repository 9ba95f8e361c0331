// Finds what an element listens for on behalf of its entries: the one listener of a list, a table, a board or a calendar.
import { unshadowed } from "../../dom/unshadowed.ts";
import type { Handling } from "./handling.ts";
import type { Likes } from "./likes.ts";
import { ENTRY_TAGS, isAlike } from "./likes.ts";
import type { Series, SeriesHolder } from "./series-in.ts";
import { innermost, isAimed, isShown, SAMPLE, seriesIn } from "./series-in.ts";

/** The listener of one container, for entries that it holds. */
export interface EntryListener {
  readonly container: Element;
  /** A click on an entry does something, as far as its kinds of events tell. */
  readonly takesClicks: boolean;
  /** Its entries can be dragged. */
  readonly sorts: boolean;
  /** Most entries hold no controls: one that does is still an entry, as a day with an event is. */
  readonly mostArePlain: boolean;
  /** Some entries have a cursor that says so, and the others are not meant. */
  readonly onlyAimed: boolean;
  /** Some entries are marked under the pointer: what is neither marked nor says anything only fills a gap. */
  readonly fillsGaps: boolean;
  /** The pointer cursor is the container's own, and its entries have it from there. */
  readonly hasPointer: boolean;
  /** Set once an entry has been told: clicks are for entries, and not for the container. */
  hasTold: boolean;
  isEntry(element: Element, depth: number): boolean;
  /** The listener as it is for what stands in an entry: for its sign alone. */
  readonly forSigns: EntryListener | undefined;
  /** Tells whether an element is the sign at the end of an entry by which that is taken away. */
  isSign(element: Element): boolean;
  /** Tells whether an element is a group of entries that are dragged from one to another. */
  isGroup(element: Element, depth: number): boolean;
}

export interface Container extends SeriesHolder {
  readonly tag: string;
  readonly role: string;
  readonly handling: Handling;
  /** Its contents as they are shown. */
  readonly nodes: readonly Node[];
  /** The depth of its children. */
  readonly depth: number;
}

/** Returns the listener that a container has for its entries; undefined if it listens for itself, or for the page. */
export function entryListenerOf(container: Container): EntryListener | undefined {
  const { element, tag, role, handling, nodes } = container;
  if (!listensForClicks(handling) || isOfPage(element, tag)) return undefined;
  const isList = LIST_TAGS.has(tag) || LIST_ROLES.has(role);
  // A row that listens, or a card among others, is one of many itself.
  if (!isList && (ENTRY_TAGS.has(tag) || isOneOfMany(element))) return undefined;
  // Its own pointer says that it is one thing, such as a card.
  if (!isList && container.style.cursor === "pointer") return undefined;
  const groups: Series[] = [];
  const found = innermost(seriesIn(nodes, container.depth, container), container, groups);
  const series = found ?? lastLeft(container);
  if (found !== undefined) known.set(element, found.likes);
  if (series === undefined || (handling.press && isStrip(element, nodes))) return undefined;
  const { likes, depth } = series;
  const isAnywhere = likes.shared !== "" || ENTRY_TAGS.has(likes.tag);
  const listener = {
    container: element,
    // A container that listens for drags and for presses alone is a list to be sorted.
    takesClicks: handling.click || !handling.drag,
    sorts: handling.press && (handling.drag || isList),
    mostArePlain: series.entries.filter(holdsControl).length * 2 < series.entries.length,
    onlyAimed: series.entries.slice(0, SAMPLE).some((each) => isAimed(each, container)),
    fillsGaps: series.entries
      .slice(0, MARKED_SAMPLE)
      .some((each) => container.hoverRules.mark(each)),
    hasPointer: container.style.cursor === "pointer",
    hasTold: false,
    isEntry: (each: Element, at: number) =>
      (isAnywhere || at === depth) && isAlike(each, likes) && !isHeaderCell(each),
    isSign: (each: Element) => isCloseSign(each, likes),
    isGroup: (each: Element, at: number) =>
      handling.press && groups.some((group) => group.depth === at && isAlike(each, group.likes)),
  } satisfies Omit<EntryListener, "forSigns">;
  const nothing = (): boolean => false;
  const forSigns = { ...listener, isEntry: nothing, isGroup: nothing, forSigns: undefined };
  return { ...listener, forSigns };
}

/** Keeps what the entries of a container are: the last one of them has no likes any more. */
const known = new WeakMap<Element, Likes>();

function lastLeft({ element, nodes, depth }: Container): Series | undefined {
  const likes = known.get(element);
  if (likes === undefined) return undefined;
  const entries = nodes.filter(
    (node): node is Element => node instanceof Element && isAlike(node, likes),
  );
  return entries.length === 0 ? undefined : { likes, depth, entries };
}

/** Matches the signs by which things are taken away or closed. */
const CLOSE = /^[×✕✖✗⨯❌]$/u;
/** The most levels between an entry and its sign. */
const MOST_LEVELS = 3;

function isCloseSign(element: Element, likes: Likes): boolean {
  const own = unshadowed(element);
  if (own.firstElementChild !== null || !CLOSE.test(own.textContent.trim())) return false;
  let at: Element | null = own;
  for (let level = 0; at !== null && level <= MOST_LEVELS; level++, at = at.parentElement) {
    if (level > 0 && isAlike(at, likes)) return unshadowed(at).textContent.trim().length > 1;
    // A sign before other words says how often: "2 × tea".
    if (hasWordsAfter(at)) return false;
  }
  return false;
}

function hasWordsAfter(element: Element): boolean {
  for (let next = element.nextSibling; next !== null; next = next.nextSibling) {
    if (/\S/.test(next.textContent ?? "")) return true;
  }
  return false;
}

/** Tells whether an element listens for clicks, or for what they consist of, and not for a framework's whole page. */
export function listensForClicks({ click, press, delegate }: Handling): boolean {
  return (click || press) && !delegate;
}

/** Tells whether an element holds the page: what listens there listens for anything. */
export function isOfPage(element: Element, tag: string): boolean {
  if (tag === "body" || tag === "html") return true;
  return unshadowed(element).querySelector("main, nav, footer, [role=main]") !== null;
}

/** The first entries may be gaps, as the days before a month's first are. */
const MARKED_SAMPLE = 42;

const LIST_TAGS: ReadonlySet<string> = new Set("ul ol menu dl table tbody".split(" "));
const LIST_ROLES: ReadonlySet<string> = new Set("list listbox grid table rowgroup tree".split(" "));

/** Tells whether an element stands beside its like, so that each is one thing. */
function isOneOfMany(element: Element): boolean {
  const { localName, classList, previousElementSibling, nextElementSibling } = unshadowed(element);
  return [previousElementSibling, nextElementSibling].some(
    (beside) =>
      beside?.localName === localName &&
      [...classList].some((name) => unshadowed(beside).classList.contains(name)),
  );
}

/** Tells whether an element heads a column: it stands over what is chosen. */
function isHeaderCell(element: Element): boolean {
  return unshadowed(element).localName === "th" && unshadowed(element).closest("thead") !== null;
}

/** Tells whether the contents of an element, or of its only child, are pushed along under what they are clipped by. */
function isStrip(element: Element, nodes: readonly Node[]): boolean {
  const [only, ...others] = nodes.filter(isShown);
  return [element, others.length === 0 ? only : undefined].some((each) => {
    if (!(each instanceof Element)) return false;
    const { overflowX } = getComputedStyle(each);
    const { scrollWidth, clientWidth } = unshadowed(each);
    return (overflowX === "hidden" || overflowX === "clip") && scrollWidth > clientWidth + 1;
  });
}

function holdsControl(entry: Element): boolean {
  return unshadowed(entry).querySelector(CONTROLS) !== null;
}

const CONTROLS = `a[href], button, input, select, textarea, [role=button], [tabindex="0"]`;
