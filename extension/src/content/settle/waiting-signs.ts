// Looks for signs that the page itself shows while it waits: a spinner, a busy region, a disabled control.
import { OPENED_DISABLED_MS, SIGNS_FRESH_MS } from "./limits.ts";

/** The most elements of each kind that are looked at. */
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
const CLASSES = WORDS_OF_CLASSES.map((word) => `[class*="${word}" i]`).join(", ");
const SIGNS = `[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow]), ${CLASSES}`;
const OPENED_DISABLED = "button:disabled, input:disabled, select:disabled";
/**
 * Elements that are marked as disabled count too, but not in a page that is being opened: it marks
 * for good what makes no sense in it yet.
 */
const DISABLED = `${OPENED_DISABLED}, [aria-disabled=true]`;
/** Classes that say only how a picture is fetched, or what is over. */
const NO_SIGN = /lazy|preload|downloading-|unload|not-loading|loaded/i;
const WAITING_WORDS =
  /^\W*(loading|please wait|wait|saving|sending|searching|working|processing|submitting|updating|uploading|fetching|thinking|one moment|just a moment)\b[^\n]{0,40}$/i;
const MAX_WORDS = 60;
const MAX_TEXTS = 100;
/** The most elements inside of one whose words are looked at. */
const MAX_WITHIN = 10;
/** The most records of changes that are kept between two looks. */
const MAX_RECORDS = 5_000;
/** The most shadow roots that are looked into. */
const MAX_ROOTS = 200;

/** Gives what is known of the document's shadow roots, closed ones among them. */
export interface Shadows {
  hosts(): readonly Element[];
  shadowRootOf(host: Element): ShadowRoot | null;
}

/** Compares the signs with those before the action, which say nothing about it. */
export class WaitingSigns {
  #before: ReadonlySet<Element> = new Set();
  #disabledBefore: ReadonlySet<Element> = new Set();
  #hadWaitCursor = false;
  /** No action has begun in this document: one has opened it. */
  #isOpening = true;
  /** Elements whose text has come to say that the page waits. */
  readonly #texts = new Set<Element>();
  readonly #observer = new MutationObserver((records) => this.#keep(records));
  readonly #shadows: Shadows;
  /** The document, and the shadow roots of it that are known. */
  #roots: readonly (Document | ShadowRoot)[] = [document];
  /** Changes since the last look: a busy page must not be looked at each time it does something. */
  #records: MutationRecord[][] = [];
  #recordCount = 0;
  #isBegun = false;
  #fresh: { readonly atMs: number; readonly isWaiting: boolean } | undefined;

  constructor(shadows: Shadows) {
    this.#shadows = shadows;
    if (document.readyState !== "loading") return;
    // This runs before any deferred script: what stands in the document as it came may always be
    // so.
    const note = (): void => {
      this.#noteDisabled();
      this.#before = new Set(Array.from(document.querySelectorAll(CLASSES)).filter(saysOtherwise));
    };
    document.addEventListener("readystatechange", note, { once: true });
  }

  watch(): void {
    this.#isOpening = false;
    const hosts = this.#shadows.hosts().slice(0, MAX_ROOTS);
    const roots = hosts.map((host) => this.#shadows.shadowRootOf(host));
    this.#roots = [document, ...roots.filter((root) => root !== null)];
    this.#before = new Set(this.#seen(SIGNS));
    this.#noteDisabled();
    this.#hadWaitCursor = hasWaitCursor();
    this.begin();
  }

  #noteDisabled(): void {
    this.#disabledBefore = new Set(
      this.#roots.flatMap((root) => [...root.querySelectorAll(DISABLED)]),
    );
  }

  /**
   * Begins to watch texts. In a document that the action itself has opened, everything counts but
   * what came disabled, or with other words.
   */
  begin(): void {
    this.#texts.clear();
    this.#fresh = undefined;
    this.#isBegun = true;
    for (const root of this.#roots) this.#observe(root);
  }

  /** Watches the shadow root that a script has given an element. */
  onHost(host: Element): void {
    if (!this.#isBegun || this.#roots.length > MAX_ROOTS) return;
    const root = this.#shadows.shadowRootOf(host);
    if (root === null) return;
    this.#roots = [...this.#roots, root];
    this.#observe(root);
  }

  end(): void {
    this.#isBegun = false;
    this.#observer.disconnect();
    this.#texts.clear();
    this.#forgetRecords();
    this.#roots = [document];
    this.#before = new Set();
    this.#disabledBefore = new Set();
  }

  #observe(root: Document | ShadowRoot): void {
    this.#observer.observe(root, { subtree: true, childList: true, characterData: true });
  }

  isWaiting(nowMs: number): boolean {
    if (this.#fresh === undefined || nowMs - this.#fresh.atMs > SIGNS_FRESH_MS) {
      this.#fresh = { atMs: nowMs, isWaiting: this.#look() };
    }
    return this.#fresh.isWaiting;
  }

  #look(): boolean {
    if (!this.#hadWaitCursor && hasWaitCursor()) return true;
    this.#lookAtRecords();
    for (const element of this.#seen(SIGNS)) if (!this.#before.has(element)) return true;
    if (this.#isDisablingASign()) {
      const disabled = this.#isOpening ? OPENED_DISABLED : DISABLED;
      for (const element of this.#seen(disabled))
        if (!this.#disabledBefore.has(element)) return true;
    }
    for (const element of this.#texts) {
      if (element.isConnected && saysWaiting(element) && isSeen(element)) return true;
      this.#texts.delete(element);
    }
    return false;
  }

  /**
   * Tells whether a control that is disabled is a sign. A script may disable for good what makes no
   * sense on the page that it begins.
   */
  #isDisablingASign(): boolean {
    if (!this.#isOpening) return true;
    const [opened] = performance.getEntriesByType("navigation");
    const loadedMs = opened instanceof PerformanceNavigationTiming ? opened.loadEventEnd : 0;
    return loadedMs === 0 || performance.now() - loadedMs < OPENED_DISABLED_MS;
  }

  #keep(records: MutationRecord[]): void {
    if (this.#recordCount >= MAX_RECORDS) return;
    this.#records.push(records);
    this.#recordCount += records.length;
  }

  #forgetRecords(): void {
    this.#records = [];
    this.#recordCount = 0;
  }

  /** Looks at each element once: a list may come and go entry by entry. */
  #lookAtRecords(): void {
    const looked = new Set<Element>();
    for (const { target, addedNodes } of this.#records.flat()) {
      this.#lookAt(target, looked);
      for (const node of addedNodes) this.#lookAt(node, looked);
    }
    this.#forgetRecords();
  }

  #seen(selector: string): Element[] {
    return this.#roots.flatMap((root) => seen(root, selector));
  }

  #lookAt(node: Node, looked: Set<Element>): void {
    if (this.#texts.size >= MAX_TEXTS || !node.isConnected) return;
    const element = node instanceof Element ? node : node.parentElement;
    if (element === null || element === document.documentElement || looked.has(element)) return;
    looked.add(element);
    if (saysWaiting(element)) this.#texts.add(element);
  }
}

/**
 * Tells whether an element's class may say that it waits while its words say something else: "No
 * information yet".
 */
function saysOtherwise(element: Element): boolean {
  const text = element.textContent.trim();
  return text !== "" && !WAITING_WORDS.test(text);
}

function saysWaiting(element: Element): boolean {
  // The text is made anew for each look: not for whole pages, whose length nobody must count
  // either.
  if (element.getElementsByTagName("*").item(MAX_WITHIN) !== null) return false;
  const text = element.textContent.trim();
  return text.length <= MAX_WORDS && WAITING_WORDS.test(text);
}

function seen(root: Document | ShadowRoot, selector: string): Element[] {
  const found: Element[] = [];
  let looked = 0;
  for (const element of root.querySelectorAll(selector)) {
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
