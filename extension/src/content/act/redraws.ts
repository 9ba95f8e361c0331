// Tells an element that left the page from one that the page has drawn anew, with whatever id or words it has now.
import { unshadowed } from "../unshadowed.ts";

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
  readonly had: WeakSet<Element>;
}

/** From a parent to its nth child with a tag, on the way to the element. */
interface Step {
  readonly parent: Element;
  readonly tag: string;
  readonly nth: number;
}

export class Redraws {
  #id: string | undefined;
  #noted: readonly Noted[] = [];

  /** An action is about to go to the element that has this id. */
  note(id: string, element: Element): void {
    const noted: Noted[] = [];
    let at: Element | null = element;
    while (at !== null && noted.length < MOST_HOSTS) {
      const each = describe(at);
      noted.push(each);
      at = each.root instanceof ShadowRoot ? each.root.host : null;
    }
    this.#id = id;
    this.#noted = noted;
  }

  /** The action is over: nothing of the page is held on to. */
  forget(): void {
    this.#id = undefined;
    this.#noted = [];
  }

  /** Whether what left the page under this id is there again. What was not noted is not known to be. */
  isRedrawn(id: string): boolean {
    if (id !== this.#id) return false;
    // Where its shadow tree has left the page too, it depends on what has become of its host.
    const judged = this.#noted.find(({ root }) => root.isConnected);
    return judged !== undefined && (unshadowed(judged.element).isConnected || isThereAgain(judged));
  }
}

function isThereAgain(noted: Noted): boolean {
  const before = noted.said.get(noted.words);
  if (before !== undefined) {
    const now = saidIn(noted.root, noted.tag).get(noted.words) ?? 0;
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
    const parent = unshadowed(at).parentElement;
    if (parent === null) break;
    const ofParent = unshadowed(at).localName;
    around.push({ parent, tag: ofParent, nth: childrenWith(parent, ofParent).indexOf(at) });
    at = parent;
  }
  const likes = elementsIn(root, tag);
  return {
    element,
    tag,
    words: wordsOf(element),
    root,
    around,
    said: likes.length > MOST ? new Map() : saidIn(root, tag),
    had: new WeakSet(likes),
  };
}

function saidIn(root: Node, tag: string): Map<string, number> {
  const said = new Map<string, number>();
  for (const each of elementsIn(root, tag)) {
    // What is not drawn is there for nobody, such as a template of what is.
    if (each.getClientRects().length === 0) continue;
    const words = wordsOf(each);
    said.set(words, (said.get(words) ?? 0) + 1);
  }
  return said;
}

function elementsIn(root: Node, tag: string): readonly Element[] {
  const isTree = root instanceof Document || root instanceof ShadowRoot;
  return isTree ? [...root.querySelectorAll(CSS.escape(tag))] : [];
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
