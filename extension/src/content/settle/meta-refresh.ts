// A document that leads on to another by itself: `<meta http-equiv="refresh" content="0; url=/next">`.

/** One that stays longer is there to be read, in ms. */
const LONGEST_MS = 2_000;
/** The browser takes so long to begin, in ms. */
const BEGINNING_MS = 500;

export class MetaRefresh {
  #seen: { readonly element: Element; readonly leavesMs: number | undefined } | undefined;

  /** When the document has been left at the latest; undefined where it stays. */
  leavesMs(nowMs: number): number | undefined {
    const element = document.querySelector('meta[http-equiv="refresh" i]');
    if (element === null) return undefined;
    if (this.#seen?.element !== element) {
      // Counted from when it was first seen: when it came, nobody noted.
      const seconds = Number.parseFloat(element.getAttribute("content") ?? "");
      const isShort = seconds >= 0 && seconds * 1000 <= LONGEST_MS;
      const leavesMs = isShort ? nowMs + seconds * 1000 + BEGINNING_MS : undefined;
      this.#seen = { element, leavesMs };
    }
    return this.#seen.leavesMs;
  }
}
