// Finds addresses that no element of the document loads: only a dynamic import, a stylesheet's `@import`
// or a worker can have asked for them.

/**
 * Modules that are fetched ahead may be needed later, by a dynamic import, which is what is waited
 * for.
 */
const AHEAD = /(^|\s)modulepreload(\s|$)/i;
/** The most addresses that are kept of scripts whose elements have come and gone. */
const MAX_KEPT = 200;

export class UnexplainedLoads {
  /** The last scripts of elements that have come: many pages take the element away again. */
  readonly #come = new Set<string>();

  constructor() {
    const note = ({ target }: Event): void => {
      if (!(target instanceof HTMLScriptElement) || target.src === "") return;
      this.#come.delete(target.src);
      this.#come.add(target.src);
      for (const url of this.#come) {
        if (this.#come.size <= MAX_KEPT) break;
        this.#come.delete(url);
      }
    };
    addEventListener("load", note, true);
    addEventListener("error", note, true);
  }

  /** @returns those of the addresses that no script and no link of the document has, or had */
  among(urls: readonly string[]): string[] {
    const explained = new Set(this.#come);
    for (const script of document.scripts) explained.add(script.src);
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[href]")) {
      if (!AHEAD.test(link.rel)) explained.add(link.href);
    }
    return urls.filter((url) => !explained.has(url));
  }
}
