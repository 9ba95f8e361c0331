// Looks for signs that the page itself shows while it waits: a spinner, a busy region, a disabled control.

/** Looked for anew at most this often, in ms. */
const FRESH_MS = 50;
/** Looked at of each kind. */
const MAX_CANDIDATES = 200;
const WORDS_OF_CLASSES = [
  "spinner",
  "spinning",
  "loading",
  "loader",
  "skeleton",
  "shimmer",
  "placeholder-glow",
  "busy",
  "in-progress",
];
const SIGNS = [
  "[aria-busy=true]",
  "progress:not([value])",
  "[role=progressbar]:not([aria-valuenow])",
  ...WORDS_OF_CLASSES.map((word) => `[class*="${word}" i]`),
].join(", ");
const DISABLED = "button:disabled, input:disabled, select:disabled, [aria-disabled=true]";
/** A class that says only how a picture is fetched, or what is over. */
const NO_SIGN = /lazy|preload|downloading-|unload|not-loading|loaded/i;
const WAITING_WORDS =
  /^\W*(loading|please wait|wait|saving|sending|searching|working|processing|submitting|updating|uploading|fetching|thinking|one moment|just a moment)\b[^\n]{0,40}$/i;
const MAX_WORDS = 60;
const MAX_TEXTS = 100;

/** What stood there before the action says nothing about it. */
export class WaitingSigns {
  #before: ReadonlySet<Element> = new Set();
  #disabledBefore: ReadonlySet<Element> = new Set();
  #hadWaitCursor = false;
  /** Elements whose text has come to say that the page waits. */
  readonly #texts = new Set<Element>();
  readonly #observer = new MutationObserver((records) => this.#onRecords(records));
  #fresh: { readonly atMs: number; readonly isWaiting: boolean } | undefined;

  watch(): void {
    this.#before = new Set(seen(SIGNS));
    this.#disabledBefore = new Set(document.querySelectorAll(DISABLED));
    this.#hadWaitCursor = hasWaitCursor();
    this.begin();
  }

  /** Of a document that the action itself has opened, everything counts. */
  begin(): void {
    this.#texts.clear();
    this.#fresh = undefined;
    this.#observer.observe(document, { subtree: true, childList: true, characterData: true });
  }

  end(): void {
    this.#observer.disconnect();
    this.#texts.clear();
  }

  isWaiting(nowMs: number): boolean {
    if (this.#fresh === undefined || nowMs - this.#fresh.atMs > FRESH_MS) {
      this.#fresh = { atMs: nowMs, isWaiting: this.#look() };
    }
    return this.#fresh.isWaiting;
  }

  #look(): boolean {
    if (!this.#hadWaitCursor && hasWaitCursor()) return true;
    for (const element of seen(SIGNS)) if (!this.#before.has(element)) return true;
    for (const element of seen(DISABLED)) if (!this.#disabledBefore.has(element)) return true;
    for (const element of this.#texts) {
      if (element.isConnected && saysWaiting(element) && isSeen(element)) return true;
      this.#texts.delete(element);
    }
    return false;
  }

  #onRecords(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      for (const node of [target, ...addedNodes]) {
        const element = node instanceof Element ? node : node.parentElement;
        if (this.#texts.size >= MAX_TEXTS) return;
        if (element !== null && element !== document.documentElement && saysWaiting(element)) {
          this.#texts.add(element);
        }
      }
    }
  }
}

function saysWaiting(element: Element): boolean {
  // Its text is made anew for the asking: not for whole pages.
  if (element.getElementsByTagName("*").length > 10) return false;
  const text = element.textContent.trim();
  return text.length <= MAX_WORDS && WAITING_WORDS.test(text);
}

function seen(selector: string): Element[] {
  const found: Element[] = [];
  let looked = 0;
  for (const element of document.querySelectorAll(selector)) {
    if (++looked > MAX_CANDIDATES) break;
    const { className } = element;
    if (typeof className === "string" && selector === SIGNS && NO_SIGN.test(className)) continue;
    if (isSeen(element)) found.push(element);
  }
  return found;
}

function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function hasWaitCursor(): boolean {
  return [document.documentElement, document.body].some((element) => {
    // A document need not have a body.
    if (!(element instanceof Element)) return false;
    const { cursor } = getComputedStyle(element);
    return cursor === "wait" || cursor === "progress";
  });
}
