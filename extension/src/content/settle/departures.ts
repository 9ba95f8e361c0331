// Notes that a document is about to be left, for another one or a tab of its own.
import type { CauseLedger } from "./cause-ledger.ts";

/** The browser tells of a new tab so long after it was asked for, at most, in ms. */
const TOLD_OF_TAB_MS = 250;
const HERE = /^(_self|_top|_parent)?$/i;
/** No number of a work: what is begun from without. */
const OUTSIDE = -1;

export interface DepartureOptions {
  readonly onChange: () => void;
  /** Whether any element is known to have a shadow root. */
  readonly hasHosts: () => boolean;
}

export class Departures {
  readonly #causes: CauseLedger;
  readonly #options: DepartureOptions;
  /** Numbers that the page script gives to none of its works. */
  #lastNavigation = 0;

  constructor(causes: CauseLedger, options: DepartureOptions) {
    this.#causes = causes;
    this.#options = options;
    window.navigation.addEventListener("navigate", (event) => this.#onNavigate(event));
  }

  /** Not for good: a click of the page's own, and there may be thousands, is heard with no small effort. */
  watch(): void {
    addEventListener("click", this.#onClick);
  }

  rest(): void {
    removeEventListener("click", this.#onClick);
  }

  /**
   * The document is about to be replaced, or a file to be fetched: whoever waits outside hears of it
   * a little later than what stands here comes to rest.
   */
  #onNavigate(event: NavigateEvent): void {
    const { destination, downloadRequest } = event;
    if (destination.sameDocument) return;
    const end = this.#leave(downloadRequest === null ? destination.url : "");
    const isOver = { once: true };
    window.navigation.addEventListener("navigateerror", end, isOver);
    // Where the page takes it into its own hands, the document stays.
    window.navigation.addEventListener("navigatesuccess", end, isOver);
    setTimeout(() => event.defaultPrevented && end());
  }

  /** After the page's own listeners. A link into another tab is followed without a word to this document. */
  readonly #onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || !this.#mayBeAtLink(event)) return;
    const link = event
      .composedPath()
      .find((each) => each instanceof HTMLAnchorElement || each instanceof HTMLAreaElement);
    if (link === undefined || link.href === "" || HERE.test(link.target)) return;
    setTimeout(this.#leave(link.href), TOLD_OF_TAB_MS);
  };

  /** A page may click by the thousand itself, and an event's whole path takes longer than the click. */
  #mayBeAtLink({ isTrusted, target }: MouseEvent): boolean {
    if (isTrusted || this.#options.hasHosts() || !(target instanceof Element)) return true;
    return target.closest("a, area") !== null;
  }

  /** @returns what ends it */
  #leave(url: string): () => void {
    const id = --this.#lastNavigation;
    this.#causes.begin(
      { id, parent: OUTSIDE, kind: "navigation", delayMs: 0, callSite: 0, unseen: false, url },
      performance.now(),
    );
    this.#options.onChange();
    return () => {
      this.#causes.end(id, performance.now());
      this.#options.onChange();
    };
  }
}
