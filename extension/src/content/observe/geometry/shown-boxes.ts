// Finds the boxes of an element, and of the labels that act for it, as far as they show in everything that scrolls.
import { labelsOf } from "../../dom/labels.ts";
import { pageAreas } from "./area.ts";
import { ClippedBox } from "./clipped-box.ts";
import { ClippedBoxes } from "./clip.ts";
import { drawnBoxes, ownBoxes } from "./points.ts";

export interface ShownBoxes {
  readonly own: readonly DOMRect[];
  readonly forLabels: readonly DOMRect[];
}

export function shownBoxes(element: Element): ShownBoxes {
  const { documentElement } = document;
  const page = pageAreas(document);
  const clips = new ClippedBoxes(ClippedBox.ofPage(page, documentElement));
  const shown = (each: Element, boxes: readonly DOMRect[]): DOMRect[] => {
    const { left, top, right, bottom } = clips.visibleArea(each, page.viewport);
    return boxes.flatMap((box) => {
      const [x, y] = [Math.max(box.left, left), Math.max(box.top, top)];
      const [width, height] = [Math.min(box.right, right) - x, Math.min(box.bottom, bottom) - y];
      return width >= 1 && height >= 1 ? [new DOMRect(x, y, width, height)] : [];
    });
  };
  const labels = element instanceof HTMLInputElement ? labelsOf(element) : [];
  const isLabel = element instanceof HTMLLabelElement;
  return {
    own: shown(element, [...ownBoxes(element), ...(isLabel ? drawnBoxes(element) : [])]),
    forLabels: labels.flatMap((label) => shown(label, [...ownBoxes(label), ...drawnBoxes(label)])),
  };
}
