// Tells of which elements a reading must ask the style of a pseudo-element.
import type { SelectorKey } from "./selector-keys.ts";
import { HINT, sheetHints } from "./sheet-hints.ts";

/** What the rules of all trees that a reading has met may write. */
export class StyleHints {
  readonly #sheets = new Set<CSSStyleSheet>();
  readonly #byClass = new Map<string, number>();
  readonly #byTag = new Map<string, number>([["q", HINT.before | HINT.after]]);
  readonly #byId = new Map<string, number>();
  readonly #byAttribute = new Map<string, number>();
  readonly #byClasses = new Map<string, number>();
  readonly #samples = new Map<string, Sample>();
  readonly counterStyles = new Map<string, CSSCounterStyleRule>();
  #any = 0;
  #isPartlyUnread = false;

  /** Adds the sheets of a tree. Nothing of the tree must have been asked before. */
  add(root: Document | ShadowRoot): void {
    for (const sheets of [root.styleSheets, root.adoptedStyleSheets]) {
      for (const sheet of sheets) this.#addSheet(sheet, root);
    }
  }

  #addSheet(sheet: CSSStyleSheet, root: Document | ShadowRoot): void {
    if (sheet.disabled || (this.#sheets.has(sheet) && root instanceof Document)) return;
    const isKnown = this.#sheets.has(sheet);
    this.#sheets.add(sheet);
    const hints = sheetHints(sheet);
    if (hints === undefined) {
      this.#isPartlyUnread = true;
      return;
    }
    for (const { key, bits } of hints.found) {
      if (key.kind === "host" && root instanceof ShadowRoot) {
        add(this.#byTag, root.host.localName, bits);
      } else if (!isKnown) this.#addKey(key, bits);
    }
    for (const rule of hints.counterStyles) this.counterStyles.set(rule.name, rule);
    this.#byClasses.clear();
  }

  #addKey(key: SelectorKey, bits: number): void {
    if (key.kind === "class") add(this.#byClass, key.name, bits);
    else if (key.kind === "tag") add(this.#byTag, key.name, bits);
    else if (key.kind === "id") add(this.#byId, key.name, bits);
    else if (key.kind === "attribute") add(this.#byAttribute, key.name, bits);
    else if (key.kind === "any") this.#any |= bits;
  }

  /** Returns the hints about an element, as bits. */
  of(element: Element, tag: string, attributes: readonly string[]): number {
    let bits = this.#any | (this.#byTag.get(tag) ?? 0);
    for (const name of attributes) {
      if (name === "class") bits |= this.#ofClasses(element.getAttribute("class") ?? "");
      else if (name === "id" && this.#byId.size > 0) {
        bits |= this.#byId.get(element.getAttribute("id") ?? "") ?? 0;
      }
      if (this.#byAttribute.size > 0) bits |= this.#byAttribute.get(name) ?? 0;
    }
    return this.#isPartlyUnread ? bits | this.#sampled(element, tag, attributes) : bits;
  }

  #ofClasses(classes: string): number {
    if (this.#byClass.size === 0) return 0;
    let bits = this.#byClasses.get(classes);
    if (bits === undefined) {
      bits = 0;
      for (const name of classes.split(/\s+/)) bits |= this.#byClass.get(name) ?? 0;
      this.#byClasses.set(classes, bits);
    }
    return bits;
  }

  /**
   * Asks the first few of all elements that are written alike. If nothing is drawn in these, the others
   * are taken to be so, too. It serves pages with a sheet that can't be read.
   */
  #sampled(element: Element, tag: string, attributes: readonly string[]): number {
    const kind = `${tag} ${attributes.join()} ${element.getAttribute("class") ?? ""}`;
    let sample = this.#samples.get(kind);
    if (sample === undefined) {
      sample = { asked: 0, bits: 0 };
      this.#samples.set(kind, sample);
    }
    if (sample.asked++ < SAMPLE && this.#samples.size <= MOST_SAMPLES) {
      sample.bits |= drawnBits(element);
    }
    return sample.bits;
  }
}

interface Sample {
  asked: number;
  bits: number;
}

/** How many elements that are written alike are asked. */
const SAMPLE = 4;
/** The most kinds of elements that are asked. */
const MOST_SAMPLES = 1_000;

function drawnBits(element: Element): number {
  let bits = 0;
  for (const pseudo of ["before", "after"] as const) {
    const { content } = getComputedStyle(element, `::${pseudo}`);
    if (content === "none" || content === "normal" || content === '""') continue;
    bits |= HINT[pseudo] | (/\bcounters?\(/.test(content) ? HINT.counter : 0);
  }
  return bits;
}

function add(map: Map<string, number>, name: string, bits: number): void {
  map.set(name, (map.get(name) ?? 0) | bits);
}
