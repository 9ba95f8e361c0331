// A drag by script: drag events with their own data where the browser would drag, else a pressed pointer's moves.
import { composedParent } from "../dom/composed-tree.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import type { Point } from "../dom/hit-test.ts";
import { mouse, pointer } from "./synthetic-pointer.ts";

const STEPS = 10;

export interface DragWay {
  readonly from: Element;
  readonly start: Point;
  readonly end: Point;
  readonly elementAt: (point: Point) => Element | null;
}

export function dragAlong({ from, start, end, elementAt }: DragWay): void {
  const held = { buttons: 1 };
  pointer(from, "pointerdown", start, held);
  mouse(from, "mousedown", start, { ...held, detail: 1 });
  const dragged = draggedBy(from);
  const data = new DataTransfer();
  const drags = dragged !== undefined && send(dragged, "dragstart", start, data);
  let over = from;
  let takes = false;
  for (let step = 1; step <= STEPS; step++) {
    const share = step / STEPS;
    const point = {
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    };
    const under = elementAt(point) ?? over;
    if (!drags) {
      over = under;
      pointer(over, "pointermove", point, held);
      mouse(over, "mousemove", point, held);
      continue;
    }
    if (under !== over || step === 1) {
      send(under, "dragenter", point, data);
      if (under !== over) send(over, "dragleave", point, data);
      over = under;
    }
    // What can be dropped on says so by keeping the browser from its own doing.
    takes = !send(over, "dragover", point, data);
  }
  if (!drags) {
    pointer(over, "pointerup", end);
    mouse(over, "mouseup", end, { detail: 1 });
    return;
  }
  if (takes) send(over, "drop", end, data);
  if (dragged !== undefined) send(dragged, "dragend", end, data);
}

function draggedBy(element: Element): HTMLElement | undefined {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at instanceof HTMLElement && unshadowed(at).draggable) return at;
  }
  return undefined;
}

/** Drops on `element` what nobody has dragged; false where the page takes nothing there. */
export function dropOn(element: Element, point: Point, data: DataTransfer): boolean {
  send(element, "dragenter", point, data);
  const takes = !send(element, "dragover", point, data);
  send(element, takes ? "drop" : "dragleave", point, data);
  return takes;
}

/** False where a listener has prevented the default. */
function send(element: Element, type: string, point: Point, dataTransfer: DataTransfer): boolean {
  return unshadowed(element).dispatchEvent(
    new DragEvent(type, {
      bubbles: true,
      cancelable: type !== "dragend" && type !== "dragleave",
      composed: true,
      view: window,
      clientX: point.x,
      clientY: point.y,
      dataTransfer,
    }),
  );
}
