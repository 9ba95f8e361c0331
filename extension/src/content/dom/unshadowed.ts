// Reads an element by the browser's own properties, whatever a form's fields are called.

/**
 * The element for reading its members. A field named `id`, `children` or `matches` stands before the
 * property of that name of its form (HTML standard, LegacyOverrideBuiltIns), in this world too; of
 * all elements forms alone do that. The result is not to be kept, compared or passed to the browser.
 */
export function unshadowed<T extends Element>(element: T): T {
  return element instanceof HTMLFormElement
    ? new Proxy<T & HTMLFormElement>(element, ownMembers)
    : element;
}

/** The node after `node` in its parent. */
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
