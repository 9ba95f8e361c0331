// Notes that a document is about to be left, for another one or a tab of its own.
import { TOLD_OF_TAB_MS } from "./limits.ts";
import type { WorkLedger } from "./work-ledger.ts";

const HERE = /^(_self|_top|_parent)?$/i;
/** The parent of works that are begun from without, which is no number of a work. */
const OUTSIDE = -1;

export interface DepartureOptions {
  readonly onChange: () => void;
  /** Tells whether any element is known to have a shadow root. */
  readonly hasHosts: () => boolean;
}

export class Departures {
  readonly #works: WorkLedger;
  readonly #options: DepartureOptions;
  /** Counts down: the page script gives negative numbers to none of its works. */
  #lastNavigation = OUTSIDE;

  constructor(works: WorkLedger, options: DepartureOptions) {
    this.#works = works;
    this.#options = options;
    window.navigation.addEventListener("navigate", (event) => this.#onNavigate(event));
  }

  /**
   * Begins to listen for clicks. It does not listen for good: a page may click thousands of times
   * itself, and each costs no small effort.
   */
  watch(): void {
    addEventListener("click", this.#onClick);
  }

  rest(): void {
    removeEventListener("click", this.#onClick);
  }

  /**
   * Notes that the document is about to be replaced, or a file to be fetched. Whoever waits outside
   * hears of it a little later than the page here comes to rest.
   */
  #onNavigate(event: NavigateEvent): void {
    const { destination, downloadRequest } = event;
    if (destination.sameDocument) return;
    const end = this.#leave(downloadRequest === null ? destination.url : "");
    const isOver = { once: true };
    window.navigation.addEventListener("navigateerror", end, isOver);
    // If the page handles the navigation itself, the document stays.
    window.navigation.addEventListener("navigatesuccess", end, isOver);
    setTimeout(() => event.defaultPrevented && end());
  }

  /**
   * Runs after the page's own listeners. A link into another tab is followed without a word to this
   * document.
   */
  readonly #onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || !this.#mayBeAtLink(event)) return;
    const link = event
      .composedPath()
      .find((each) => each instanceof HTMLAnchorElement || each instanceof HTMLAreaElement);
    if (link === undefined || link.href === "" || HERE.test(link.target)) return;
    setTimeout(this.#leave(link.href), TOLD_OF_TAB_MS);
  };

  /**
   * Tells whether a click may be at a link. A page may click by the thousand itself, and an event's
   * whole path takes longer than the click.
   */
  #mayBeAtLink({ isTrusted, target }: MouseEvent): boolean {
    if (isTrusted || this.#options.hasHosts() || !(target instanceof Element)) return true;
    return target.closest("a, area") !== null;
  }

  /**
   * Begins a navigation.
   *
   * @returns a function that ends it
   */
  #leave(url: string): () => void {
    const id = --this.#lastNavigation;
    this.#works.begin(
      { id, parent: OUTSIDE, kind: "navigation", delayMs: 0, callSite: 0, unseen: false, url },
      performance.now(),
    );
    this.#options.onChange();
    return () => {
      this.#works.end(id, performance.now());
      this.#options.onChange();
    };
  }
}
