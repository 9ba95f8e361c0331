// Finds layers that are painted under a frame: they show through a page in it that has no background of its own.
import { pageAreas } from "../geometry/area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { parseColour } from "../../dom/computed-colour.ts";
import { PaintedLayers } from "./painted-layers.ts";
import type { Paint } from "./paints.ts";
import { pseudoPaints } from "./paints.ts";
import { isTopLayer, ClippedBox } from "../geometry/clipped-box.ts";

/** Holds the painted layers around a frame of the same origin, and those around the frames that it stands in. */
export class FrameLayers {
  readonly #frame: Element;
  readonly #layers: PaintedLayers;
  readonly #outer: FrameLayers | undefined;

  private constructor(frame: Element, layers: PaintedLayers, outer: FrameLayers | undefined) {
    this.#frame = frame;
    this.#layers = layers;
    this.#outer = outer;
  }

  /** Returns undefined for a page that is in no frame, or in one that it can't look out of. */
  static of(document: Document, shadowRootOf: ShadowRootOf): FrameLayers | undefined {
    const frame = document.defaultView?.frameElement ?? null;
    if (frame === null) return undefined;
    const { ownerDocument } = frame;
    const page = ClippedBox.ofPage(pageAreas(ownerDocument), ownerDocument.documentElement);
    const layers = new PaintedLayers(ownerDocument, shadowRootOf, page);
    return new FrameLayers(frame, layers, FrameLayers.of(ownerDocument, shadowRootOf));
  }

  /** Looks at some more elements; returns whether those were the last. */
  survey(): boolean {
    return this.#layers.survey() && (this.#outer?.survey() ?? true);
  }

  /** Tells whether letters in the frame differ from anything that is painted under it. */
  show(showsOn: (paint: Paint) => boolean): boolean {
    let bottom: Element | undefined;
    for (let at: Element | null = this.#frame; at !== null; at = composedParent(at)) {
      if (isTopLayer(at) || pseudoPaints(at).some(showsOn)) return true;
      if (parseColour(getComputedStyle(at).backgroundColor)?.alpha !== 1) continue;
      bottom = at;
      break;
    }
    if (this.#layers.showUnderBox(this.#frame, bottom, showsOn)) return true;
    return bottom === undefined && this.#outer?.show(showsOn) === true;
  }
}

type ShadowRootOf = (element: Element) => ShadowRoot | null;
