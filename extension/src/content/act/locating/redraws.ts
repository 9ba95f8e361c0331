// Tells an element that left the page from one that the page has drawn anew, with whatever id or words it has now.
import { unshadowed } from "../../dom/unshadowed.ts";

/** Elements of one tag that are compared; a page with more of them is judged by the place alone. */
const MOST = 500;
/** What is read of each: enough to tell a button from its neighbour. */
const MOST_NODES = 40;
const MOST_WORDS = 100;
/** Shadow trees around an element that may be made anew with it. */
const MOST_HOSTS = 4;

/** An element, or a shadow host around it, as it was before the action. */
interface Noted {
  readonly element: Element;
  readonly tag: string;
  readonly words: string;
  readonly root: Node;
  /** From the element outwards. */
  readonly around: readonly Step[];
  /** What elements of its tag said, and how many said the same; empty where there were too many. */
  readonly said: ReadonlyMap<string, number>;
  /** Elements that were there already, as far as one of them may come to stand in its place. */
  readonly had: WeakSet<Element>;
}

/** From a parent to its nth child with a tag, on the way to the element. */
interface Step {
  readonly parent: Element;
  readonly tag: string;
  readonly nth: number;
}

/** An element as an action found it, with the shadow hosts around it. */
export type Description = readonly Noted[];

/** Of one step after the other: what was noted in one is known until something is noted in the next. */
export class Redraws {
  readonly #noted = new Map<string, Description>();
  #isOver = false;

  /** Takes some time where the page has many elements of the tag. */
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

  /** Whether this step has noted the element of an id: what stands there later may be its own doing. */
  has(id: string): boolean {
    return !this.#isOver && this.#noted.has(id);
  }

  /** An action is about to go to the element that has this id. */
  note(id: string, description: Description): void {
    if (this.has(id)) return;
    if (this.#isOver) this.forget();
    this.#noted.set(id, description);
  }

  /** The step goes to no other element. What became of this one is asked later. */
  rest(): void {
    this.#isOver = true;
  }

  /** Nothing of the page is held on to. */
  forget(): void {
    this.#noted.clear();
    this.#isOver = false;
  }

  /** Whether what left the page under this id is there again. What was not noted is not known to be. */
  isRedrawn(id: string): boolean {
    // Where its shadow tree has left the page too, it depends on what has become of its host.
    const judged = this.#noted.get(id)?.find(({ root }) => root.isConnected);
    return judged !== undefined && (unshadowed(judged.element).isConnected || isThereAgain(judged));
  }
}

function isThereAgain(noted: Noted): boolean {
  const before = noted.said.get(noted.words);
  if (before !== undefined) {
    const now = saidBy(elementsIn(noted.root, noted.tag)).get(noted.words) ?? 0;
    if (now >= before) return true;
    // One of several that say the same is missing.
    if (before > 1) return false;
  }
  const there = inItsPlace(noted);
  // A neighbour that has moved up was there before, or says what one said.
  return there !== undefined && !noted.had.has(there) && !noted.said.has(wordsOf(there));
}

/** What stands now where it stood within the innermost of what was around it and is still on the page. */
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
    // What is not drawn is there for nobody, such as a template of what is.
    if (unshadowed(each).getClientRects().length === 0) continue;
    const words = wordsOf(each);
    said.set(words, (said.get(words) ?? 0) + 1);
  }
  return said;
}

/** One more than are compared, if there are so many. */
function elementsIn(root: Node, tag: string): readonly Element[] {
  // A document finds them by their tag as they are asked for, and not all at once.
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

/** Elements that move up where this one is taken out. */
function following(element: Element, root: Node): readonly Element[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  walker.currentNode = element;
  const found: Element[] = [];
  while (found.length < MOST && walker.nextNode() !== null) {
    if (walker.currentNode instanceof Element) found.push(walker.currentNode);
  }
  return found;
}

/** How many elements with the tag stand before one in its parent. */
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

/** Its name as far as that is cheap to tell. */
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
