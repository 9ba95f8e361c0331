// Tells whether an element that left the page is gone, or was drawn anew, whatever id or words it has now.
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most elements of one tag that are compared. If a page has more of them, only the element's place is judged. */
const MOST = 500;
/** The most text nodes, and UTF-16 units, that are read of each: enough to tell a button from its neighbour. */
const MOST_NODES = 40;
const MOST_WORDS = 100;
/** The most elements that are noted for one: itself, and the shadow hosts around it, which may be made anew with it. */
const MOST_HOSTS = 4;

/** Describes an element, or a shadow host around it, as it was before the action. */
interface Noted {
  readonly element: Element;
  readonly tag: string;
  readonly words: string;
  readonly root: Node;
  /** The steps to it from its ancestors, the innermost first. */
  readonly around: readonly Step[];
  /** The number of elements of its tag with the same words, by these words; empty if there were too many elements. */
  readonly said: ReadonlyMap<string, number>;
  /** The elements that were there already, as far as one of them may come to stand in its place. */
  readonly had: WeakSet<Element>;
}

/** Leads from a parent to its nth child with a tag. */
interface Step {
  readonly parent: Element;
  readonly tag: string;
  readonly nth: number;
}

/** Describes an element as an action found it, followed by the shadow hosts around it. */
export type Description = readonly Noted[];

/** Remembers the elements of one step at a time: those of a step are known until the next step notes one. */
export class Redraws {
  readonly #noted = new Map<string, Description>();
  #isOver = false;

  /** Describes an element. This takes some time if the page has many elements of the tag. */
  describe(element: Element): Description {
    const noted: Noted[] = [];
    let at: Element | null = element;
    while (at !== null && noted.length < MOST_HOSTS) {
      const each = describe(at);
      noted.push(each);
      at = each.root instanceof ShadowRoot ? each.root.host : null;
    }
    return noted;
  }

  /** Tells whether this step has noted the element of an id. What has the id later may be the step's own effect. */
  has(id: string): boolean {
    return !this.#isOver && this.#noted.has(id);
  }

  /** Notes the element of an id, to which an action is about to go. */
  note(id: string, description: Description): void {
    if (this.has(id)) return;
    if (this.#isOver) this.#noted.clear();
    this.#isOver = false;
    this.#noted.set(id, description);
  }

  /** Ends the step: it goes to no other element. What it has noted stays until the next one, as it is asked about. */
  rest(): void {
    this.#isOver = true;
  }

  /** Tells whether the element that left the page under this id is there again; false if it was not noted. */
  isRedrawn(id: string): boolean {
    // If its shadow tree has left the page too, the host is judged in its place.
    const judged = this.#noted.get(id)?.find(({ root }) => root.isConnected);
    return judged !== undefined && (unshadowed(judged.element).isConnected || isThereAgain(judged));
  }
}

function isThereAgain(noted: Noted): boolean {
  const before = noted.said.get(noted.words);
  if (before !== undefined) {
    const now = saidBy(elementsIn(noted.root, noted.tag)).get(noted.words) ?? 0;
    if (now >= before) return true;
    // One of several elements with the same words is missing.
    if (before > 1) return false;
  }
  const there = inItsPlace(noted);
  // A neighbour that has moved up was there before, or has the words of one that was.
  return there !== undefined && !noted.had.has(there) && !noted.said.has(wordsOf(there));
}

/** Finds the element that now stands in its place, from its innermost ancestor that is still on the page. */
function inItsPlace({ around }: Noted): Element | undefined {
  const depth = around.findIndex(({ parent }) => unshadowed(parent).isConnected);
  let at = around[depth]?.parent;
  for (const { tag, nth } of around.slice(0, depth + 1).toReversed()) {
    at = at === undefined ? undefined : childrenWith(at, tag)[nth];
  }
  return at;
}

function describe(element: Element): Noted {
  const tag = unshadowed(element).localName;
  const root = element.getRootNode();
  const around: Step[] = [];
  let at = element;
  for (;;) {
    const { parentElement: parent, localName } = unshadowed(at);
    if (parent === null) break;
    around.push({ parent, tag: localName, nth: likesBefore(at, localName) });
    at = parent;
  }
  const likes = elementsIn(root, tag);
  const isMany = likes.length > MOST;
  return {
    element,
    tag,
    words: wordsOf(element),
    root,
    around,
    said: isMany ? new Map() : saidBy(likes),
    had: new WeakSet(isMany ? following(element, root) : likes),
  };
}

function saidBy(elements: readonly Element[]): Map<string, number> {
  const said = new Map<string, number>();
  for (const each of elements) {
    // Elements that are not drawn don't count: they may be templates of those that are.
    if (unshadowed(each).getClientRects().length === 0) continue;
    const words = wordsOf(each);
    said.set(words, (said.get(words) ?? 0) + 1);
  }
  return said;
}

/** Returns at most one more than are compared, which tells that there are too many. */
function elementsIn(root: Node, tag: string): readonly Element[] {
  // A document's collection finds elements as they are asked for, and not all at once.
  if (root instanceof Document) return first(root.getElementsByTagNameNS("*", tag));
  return root instanceof ShadowRoot ? first(root.querySelectorAll(CSS.escape(tag))) : [];
}

function first(found: HTMLCollectionOf<Element> | NodeListOf<Element>): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at <= MOST; at++) {
    const each = found.item(at);
    if (each === null) break;
    elements.push(each);
  }
  return elements;
}

/** Returns the elements that come after this one, which move up if it is taken out. */
function following(element: Element, root: Node): readonly Element[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  walker.currentNode = element;
  const found: Element[] = [];
  while (found.length < MOST && walker.nextNode() !== null) {
    if (walker.currentNode instanceof Element) found.push(walker.currentNode);
  }
  return found;
}

/** Counts the elements with the tag that stand before one in its parent. */
function likesBefore(element: Element, tag: string): number {
  let count = 0;
  let at = unshadowed(element).previousElementSibling;
  while (at !== null) {
    const own = unshadowed(at);
    if (own.localName === tag) count++;
    at = own.previousElementSibling;
  }
  return count;
}

function childrenWith(parent: Element, tag: string): readonly Element[] {
  return [...unshadowed(parent).children].filter((child) => unshadowed(child).localName === tag);
}

/** Returns an element's name, and the start of its text, as far as they are cheap to read. */
function wordsOf(element: Element): string {
  const { attributes } = unshadowed(element);
  const named = ["type", "role", "aria-label", "title", "placeholder", "name"].map(
    (name) => attributes.getNamedItem(name)?.value ?? "",
  );
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let nodes = 0; nodes < MOST_NODES && text.length < MOST_WORDS; nodes++) {
    const node = walker.nextNode();
    if (node === null) break;
    text += node.nodeValue ?? "";
  }
  return [...named, text.slice(0, MOST_WORDS).replaceAll(/\s+/g, " ").trim()].join("\n");
}
