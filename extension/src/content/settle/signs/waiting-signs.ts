// Looks for signs that the page itself shows while it waits: a spinner, a busy region, a disabled control.
import { ChangedSigns, DISABLING } from "./changed-signs.ts";
import type { Motion } from "./endless-motion.ts";
import { endlessMotions, isSpinnerSized } from "./endless-motion.ts";
import { isSeen } from "./seen-element.ts";
import { isStopover, isWaitingText, sayingOf } from "./waiting-words.ts";

/** The least time between two looks for signs. */
const SIGNS_FRESH_MS = 50;
/**
 * By this time after a document's load everything is enabled that is to be enabled with the page.
 */
const OPENED_DISABLED_MS = 2_000;
/** The most elements of each kind that are looked at. */
const MAX_CANDIDATES = 200;
/** These say that a region, or a job, is under way. */
const BUSY =
  "[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow]), " +
  "animateTransform[repeatCount=indefinite]";
/** Nothing else is named so. */
const CERTAIN = /spinner|spinning|skeleton|shimmer|placeholder-glow/i;
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
const SIGNS = `${BUSY}, ${CLASSES}`;
const OPENED_DISABLED = "button:disabled, input:disabled, select:disabled";
/** What the page is for stands in these. */
const MAINS = "main, [role=main], #root, #app, #main";
const CONTENTS = "img, svg, canvas, video, input, button, select, textarea, iframe, a[href]";
/** Classes that say only how a picture is fetched, or what is over. */
const NO_SIGN = /lazy|preload|downloading-|unload|not-loading|loaded/i;
const MAX_TEXTS = 100;
/** So many texts that end in an ellipsis are cut short, and say nothing of waiting. */
const MAX_ELLIPSES = 2;
/** The most records of changes that are kept between two looks. */
const MAX_RECORDS = 5_000;
/** The most shadow roots that are looked into. */
const MAX_ROOTS = 200;

/** `told`: the page says that it waits; `hinted`: it looks as if it did. */
export type Waiting = "told" | "hinted" | "none";

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
  #watchedMs = 0;
  /** No action has begun in this document: one has opened it. */
  #isOpening = true;
  /** Elements whose text has come to say that the page waits. */
  readonly #texts = new Set<Element>();
  readonly #changes = new ChangedSigns();
  readonly #observer = new MutationObserver((records) => this.#keep(records));
  readonly #shadows: Shadows;
  /** The document, and the shadow roots of it that are known. */
  #roots: readonly (Document | ShadowRoot)[] = [document];
  /** Changes since the last look: a busy page must not be looked at each time it does something. */
  #records: { readonly records: MutationRecord[]; readonly atMs: number }[] = [];
  #recordCount = 0;
  #isBegun = false;
  #fresh: { readonly atMs: number; readonly waiting: Waiting } | undefined;

  constructor(shadows: Shadows) {
    this.#shadows = shadows;
    if (document.readyState !== "loading") return;
    // This runs before any deferred script: what stands in the document as it came may always be
    // so.
    const note = (): void => {
      this.#disabledBefore = new Set(document.querySelectorAll(OPENED_DISABLED));
      this.#before = new Set(Array.from(document.querySelectorAll(CLASSES)).filter(saysOtherwise));
    };
    document.addEventListener("readystatechange", note, { once: true });
  }

  /** The document, and the shadow roots of it that are known. */
  get roots(): readonly (Document | ShadowRoot)[] {
    return this.#roots;
  }

  watch(): void {
    this.#isOpening = false;
    const hosts = this.#shadows.hosts().slice(0, MAX_ROOTS);
    const roots = hosts.map((host) => this.#shadows.shadowRootOf(host));
    this.#roots = [document, ...roots.filter((root) => root !== null)];
    this.#before = new Set(this.#seen(SIGNS));
    this.#watchedMs = performance.now();
    this.#hadWaitCursor = hasWaitCursor();
    this.#texts.clear();
    this.#changes.clear();
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
    this.#changes.clear();
    this.#forgetRecords();
    this.#roots = [document];
    this.#before = new Set();
    this.#disabledBefore = new Set();
  }

  #observe(root: Document | ShadowRoot): void {
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: DISABLING,
    });
  }

  /** @param shownMs the time when the action last showed anything; -Infinity if it has not */
  waiting(nowMs: number, shownMs: number): Waiting {
    if (this.#fresh === undefined || nowMs - this.#fresh.atMs > SIGNS_FRESH_MS) {
      this.#fresh = { atMs: nowMs, waiting: this.#look(shownMs) };
    }
    return this.#fresh.waiting;
  }

  #look(shownMs: number): Waiting {
    this.#lookAtRecords();
    if (this.#isTold()) return "told";
    const motions = this.#roots.flatMap((root) => endlessMotions(root, this.#watchedMs));
    const named = this.#seen(CLASSES).filter((element) => !this.#before.has(element));
    if (named.some((element) => isCertain(element, motions))) return "told";
    const spinners = motions.filter(
      ({ element, isNew }) => isNew && isSeen(element) && isSpinnerSized(element),
    );
    if (spinners.some(({ turns }) => turns)) return "told";
    const isHinted =
      named.some((element) => !isInDrawing(element)) ||
      spinners.some(({ element }) => element.textContent.trim() === "") ||
      this.#changes.hasEmptied(shownMs) ||
      (this.#isOpening && (this.#isOpeningDisabled() || isWithoutContents()));
    return isHinted ? "hinted" : "none";
  }

  /** Tells whether the page says in so many words, or states, that it waits. */
  #isTold(): boolean {
    if (!this.#hadWaitCursor && hasWaitCursor()) return true;
    for (const element of this.#seen(BUSY)) if (!this.#before.has(element)) return true;
    if (this.#isOpening ? isStopover(document) : this.#changes.hasDisabled()) return true;
    let ellipses = 0;
    for (const element of this.#texts) {
      const saying = element.isConnected && isSeen(element) ? sayingOf(element) : "nothing";
      if (saying === "words") return true;
      if (saying === "ellipsis") ellipses++;
      else this.#texts.delete(element);
    }
    return ellipses > 0 && ellipses <= MAX_ELLIPSES;
  }

  #isOpeningDisabled(): boolean {
    if (!this.#isDisablingASign()) return false;
    return this.#seen(OPENED_DISABLED).some((element) => !this.#disabledBefore.has(element));
  }

  /**
   * Tells whether a control that is disabled is a sign. A script may disable for good what makes no
   * sense on the page that it begins.
   */
  #isDisablingASign(): boolean {
    const [opened] = performance.getEntriesByType("navigation");
    const loadedMs = opened instanceof PerformanceNavigationTiming ? opened.loadEventEnd : 0;
    return loadedMs === 0 || performance.now() - loadedMs < OPENED_DISABLED_MS;
  }

  #keep(records: MutationRecord[]): void {
    if (this.#recordCount >= MAX_RECORDS) return;
    this.#records.push({ records, atMs: performance.now() });
    this.#recordCount += records.length;
  }

  #forgetRecords(): void {
    this.#records = [];
    this.#recordCount = 0;
  }

  /** Looks at each element once: a list may come and go entry by entry. */
  #lookAtRecords(): void {
    const looked = new Set<Element>();
    for (const { records, atMs } of this.#records) this.#changes.note(records, atMs);
    for (const { type, target, addedNodes } of this.#records.flatMap(({ records }) => records)) {
      if (type === "attributes") continue;
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
    if (sayingOf(element) !== "nothing") this.#texts.add(element);
  }
}

/**
 * Tells whether an element's class may say that it waits while its words say something else: "No
 * information yet".
 */
function saysOtherwise(element: Element): boolean {
  const text = element.textContent.trim();
  return text !== "" && !isWaitingText(text);
}

/** Tells whether what is named after waiting is more than a name: other things are named so too. */
function isCertain(element: Element, motions: readonly Motion[]): boolean {
  return (
    CERTAIN.test(element.getAttribute("class") ?? "") ||
    motions.some((motion) => element.contains(motion.element) || motion.element.contains(element))
  );
}

/** Tells whether an element is a part of a drawing: a dot of an icon that stands still is named for its colour. */
function isInDrawing(element: Element): boolean {
  return element instanceof SVGElement && element.ownerSVGElement !== null;
}

/** Tells whether the part of the document that it is for is still empty. */
function isWithoutContents(): boolean {
  const mains = [...document.querySelectorAll(MAINS)].slice(0, MAX_CANDIDATES);
  return mains.some(
    (main) =>
      main.checkVisibility() &&
      main.textContent.trim() === "" &&
      main.querySelector(CONTENTS) === null,
  );
}

function seen(root: Document | ShadowRoot, selector: string): Element[] {
  const found: Element[] = [];
  let looked = 0;
  for (const element of root.querySelectorAll(selector)) {
    if (++looked > MAX_CANDIDATES) break;
    if (selector !== OPENED_DISABLED && NO_SIGN.test(element.getAttribute("class") ?? "")) continue;
    // What turns a part of a drawing has no box of its own.
    const shown = element instanceof SVGAnimateTransformElement ? element.ownerSVGElement : element;
    if (shown !== null && isSeen(shown)) found.push(element);
  }
  return found;
}

function hasWaitCursor(): boolean {
  return [document.documentElement, document.body].some((element) => {
    // A document need not have a body.
    if (!(element instanceof Element)) return false;
    const { cursor } = getComputedStyle(element);
    return cursor === "wait" || cursor === "progress";
  });
}
