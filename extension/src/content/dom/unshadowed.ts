// Reads an element by the browser's own properties, even if a form has fields of the same names.

/**
 * Returns a view of the element for reading its members. A field named `id`, `children` or `matches` shadows
 * the property of that name of its form (HTML standard, LegacyOverrideBuiltIns), in this world too. Only
 * forms do that. The result must not be kept, compared or passed to the browser.
 */
export function unshadowed<T extends Element>(element: T): T {
  return element instanceof HTMLFormElement
    ? new Proxy<T & HTMLFormElement>(element, ownMembers)
    : element;
}

/** Returns the next sibling of a node. */
export function nextNode(node: Node): Node | null {
  return (node instanceof HTMLFormElement ? unshadowed(node) : node).nextSibling;
}

const ownMembers: ProxyHandler<HTMLFormElement> = {
  get(form, name): unknown {
    const member: unknown = Reflect.get(HTMLFormElement.prototype, name, form);
    if (typeof member !== "function") return member;
    return (...args: unknown[]): unknown => Reflect.apply(member, form, args);
  },
};
