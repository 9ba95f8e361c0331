// Takes letters away without moving anything: by a highlight of no colour, which the page's own styles know nothing of.

const NAME = "webserv-sight";
const CLEAR = `::highlight(${NAME}) {
  color: transparent; -webkit-text-fill-color: transparent; fill: transparent; stroke: transparent;
  -webkit-text-stroke-color: transparent; text-shadow: none; text-decoration-color: transparent;
}`;

export class Hider {
  readonly #hidden: (() => void)[] = [];
  readonly #styled = new Set<Node>();

  hide(texts: readonly Node[]): void {
    const highlight = new Highlight();
    for (const text of texts) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const parent = text.parentElement;
      // No highlight takes away what is cut out in the shape of letters, nor the letters of drawings.
      if (parent !== null && (parent instanceof SVGElement || isCutOut(parent))) this.#veil(parent);
      else {
        this.#addStyle(text.getRootNode());
        highlight.add(range);
      }
    }
    CSS.highlights.set(NAME, highlight);
  }

  show(): void {
    CSS.highlights.delete(NAME);
    for (const undo of this.#hidden.splice(0)) undo();
  }

  /** Adds the colours of highlights to the tree that the letters stand in: they are taken from its style sheets. */
  #addStyle(root: Node): void {
    if (this.#styled.has(root) || !(root instanceof Document || root instanceof ShadowRoot)) return;
    this.#styled.add(root);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CLEAR);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }

  #veil(element: SVGElement | HTMLElement): void {
    const before = element.getAttribute("style");
    element.style.setProperty("visibility", "hidden", "important");
    this.#hidden.push(() => {
      if (before === null) element.removeAttribute("style");
      else element.setAttribute("style", before);
    });
  }
}

function isCutOut(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).backgroundClip.includes("text")) return true;
  }
  return false;
}
