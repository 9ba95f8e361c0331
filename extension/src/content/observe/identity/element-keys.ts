// Gives each element of the document the number by which the id book knows it.
import { unshadowed } from "../../dom/unshadowed.ts";

export class ElementKeys {
  readonly #keys = new WeakMap<Element, number>();
  /** Weak: an id must not keep an element of the page alive. */
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #collected = new FinalizationRegistry<number>((key) => this.#elements.delete(key));
  #last = 0;

  keyOf(element: Element): number {
    const known = this.#keys.get(element);
    if (known !== undefined) return known;
    const key = ++this.#last;
    this.#keys.set(element, key);
    this.#elements.set(key, new WeakRef(element));
    this.#collected.register(element, key);
    return key;
  }

  knownKey(element: Element): number | undefined {
    return this.#keys.get(element);
  }

  elementOf(key: number): Element | undefined {
    return this.#elements.get(key)?.deref();
  }

  isLive(key: number): boolean {
    const element = this.elementOf(key);
    return element !== undefined && unshadowed(element).isConnected;
  }
}
