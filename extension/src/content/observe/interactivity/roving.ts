// Recognizes a roving tabindex: of many entries alike, the keyboard reaches one, and the pointer all of them.
import { GRID_ROLES, roleOf } from "../../dom/element-kinds.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The levels above an element among which the list is looked for that it is an entry of, or stands in one of. */
const MAX_LEVELS = 4;

/**
 * Tells whether the keyboard reaches another entry of the same list, at the same place within that. An element that is
 * not made focusable itself counts only if it is a cell or a row.
 */
export function isRoving(element: Element): boolean {
  const own = unshadowed(element);
  const written = own.getAttribute("tabindex");
  if (written === null && !(GRID_ROLES.has(roleOf(element)) && isWritten(own))) return false;
  if (Number.parseInt(written ?? "", 10) >= 0) return false;
  const reached = reachedIn(own.getRootNode());
  if (reached.size === 0) return false;
  return placesOf(element).some(({ list, path }) => reached.get(list)?.has(path) === true);
}

function isWritten(element: Element): boolean {
  return element.textContent.trim() !== "" || element.hasAttribute("aria-label");
}

/** Returns where the elements stand that the keyboard reaches: paths by the list that these begin in. */
const reachedIn = cachedPerReading((root: Node): ReadonlyMap<Element, ReadonlySet<string>> => {
  const reached = new Map<Element, Set<string>>();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return reached;
  for (const element of root.querySelectorAll('[tabindex="0"]')) {
    for (const { list, path } of placesOf(element)) {
      const paths = reached.get(list) ?? new Set<string>();
      paths.add(path);
      reached.set(list, paths);
    }
  }
  return reached;
});

interface Place {
  readonly list: Element;
  /** The kinds of the elements between, from the entry down to the element. */
  readonly path: string;
}

function placesOf(element: Element): Place[] {
  const places: Place[] = [];
  let path = "";
  let at = element;
  for (let level = 0; level < MAX_LEVELS; level++) {
    path = `${kindOf(at)}>${path}`;
    const list = unshadowed(at).parentElement;
    if (list === null || list === document.body) break;
    places.push({ list, path });
    at = list;
  }
  return places;
}

/** Returns what entries of one list have in common: their tag, and their role or else their first class. */
function kindOf(element: Element): string {
  const own = unshadowed(element);
  const role = roleOf(element);
  const [style = ""] = (own.getAttribute("class") ?? "").trim().split(/\s+/, 1);
  return `${own.localName} ${role === "" ? `.${style}` : role}`;
}
