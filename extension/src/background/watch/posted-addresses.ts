// Remembers the addresses whose documents came in answer to a form, which must not be asked for again.

/** The most addresses that are kept for a tab. */
const MAX_ADDRESSES = 200;

export class PostedAddresses {
  readonly #byTab = new Map<number, Set<string>>();

  /** Handles the answer to the request of a document, in any frame of the tab. */
  answered(tabId: number, url: string, method: string): void {
    const posted = this.#byTab.get(tabId) ?? new Set<string>();
    posted.delete(url);
    if (method !== "GET") posted.add(url);
    const [oldest] = posted;
    if (posted.size > MAX_ADDRESSES && oldest !== undefined) posted.delete(oldest);
    if (posted.size === 0) this.#byTab.delete(tabId);
    else this.#byTab.set(tabId, posted);
  }

  /** Tells whether the last document from there came in answer to a form. */
  has(tabId: number, url: string): boolean {
    return this.#byTab.get(tabId)?.has(withoutFragment(url)) === true;
  }

  drop(tabId: number): void {
    this.#byTab.delete(tabId);
  }
}

/** A document's address may have a fragment, and the address of a request has none. */
function withoutFragment(url: string): string {
  return url.replace(/#.*$/, "");
}
