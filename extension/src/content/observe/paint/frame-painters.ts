// Finds what is painted under a frame, and shows through a page in it that has no background of its own.
import { pageAreas } from "../geometry/area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { parseColour } from "../../dom/computed-colour.ts";
import { Painters } from "./painters.ts";
import type { Paint } from "./paints.ts";
import { pseudoPaints } from "./paints.ts";
import { isTopLayer, Place } from "../geometry/place.ts";

/** Of a frame of the same origin; those around it follow. */
export class FramePainters {
  readonly #frame: Element;
  readonly #painters: Painters;
  readonly #outer: FramePainters | undefined;

  private constructor(frame: Element, painters: Painters, outer: FramePainters | undefined) {
    this.#frame = frame;
    this.#painters = painters;
    this.#outer = outer;
  }

  /** Undefined for a page in no frame, or in one that it can't look at. */
  static of(document: Document, shadowRootOf: ShadowRootOf): FramePainters | undefined {
    const frame = document.defaultView?.frameElement ?? null;
    if (frame === null) return undefined;
    const { ownerDocument } = frame;
    const page = Place.ofPage(pageAreas(ownerDocument), ownerDocument.documentElement);
    const painters = new Painters(ownerDocument, shadowRootOf, page);
    return new FramePainters(frame, painters, FramePainters.of(ownerDocument, shadowRootOf));
  }

  /** Looks at some more elements; whether that were all. */
  survey(): boolean {
    return this.#painters.survey() && (this.#outer?.survey() ?? true);
  }

  /** Whether letters in the frame stand out from anything that is painted under it. */
  show(showsOn: (paint: Paint) => boolean): boolean {
    let bottom: Element | undefined;
    for (let at: Element | null = this.#frame; at !== null; at = composedParent(at)) {
      if (isTopLayer(at) || pseudoPaints(at).some(showsOn)) return true;
      if (parseColour(getComputedStyle(at).backgroundColor)?.alpha !== 1) continue;
      bottom = at;
      break;
    }
    if (this.#painters.showUnderBox(this.#frame, bottom, showsOn)) return true;
    return bottom === undefined && this.#outer?.show(showsOn) === true;
  }
}

type ShadowRootOf = (element: Element) => ShadowRoot | null;
