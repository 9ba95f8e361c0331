// Drags by script: with drag events and their own data if the browser would drag, else with moves of a pressed pointer.
import { send } from "../script-events.ts";
import { mouse, pointer } from "./synthetic-pointer.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { Point } from "../../dom/hit-test.ts";

const STEPS = 10;
const HELD = { buttons: 1 };

export class SyntheticDrag {
  readonly #elementAt: (point: Point) => Element | null;
  /** The element that the browser would drag; null if the page follows the pointer by itself. */
  readonly #dragged: HTMLElement | null;
  readonly #data = new DataTransfer();
  #over: Element;
  #at: Point;
  #hasEntered = false;
  #takes = false;

  /** Presses the button on the element that the pointer is over. */
  constructor(from: Element, start: Point, elementAt: (point: Point) => Element | null) {
    this.#elementAt = elementAt;
    this.#over = from;
    this.#at = start;
    pointer(from, "pointerdown", start, HELD);
    mouse(from, "mousedown", start, { ...HELD, detail: 1 });
    const dragged = draggedBy(from);
    const isDragged = dragged !== null && sendDrag(dragged, "dragstart", start, this.#data);
    this.#dragged = isDragged ? dragged : null;
  }

  move(to: Point): void {
    const from = this.#at;
    for (let step = 1; step <= STEPS; step++) {
      const share = step / STEPS;
      this.#moveTo({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
    this.#at = to;
  }

  /** Releases the button where the pointer is, and drops what is dragged. */
  drop(): void {
    if (this.#takes) sendDrag(this.#over, "drop", this.#at, this.#data);
    this.#letGo();
  }

  /** Releases the button without dropping anything. */
  cancel(): void {
    if (this.#takes) sendDrag(this.#over, "dragleave", this.#at, this.#data);
    this.#letGo();
  }

  #moveTo(point: Point): void {
    const before = this.#over;
    this.#over = this.#elementAt(point) ?? before;
    if (this.#dragged === null) {
      pointer(this.#over, "pointermove", point, HELD);
      mouse(this.#over, "mousemove", point, HELD);
      return;
    }
    if (this.#over !== before || !this.#hasEntered) {
      sendDrag(this.#over, "dragenter", point, this.#data);
      if (this.#over !== before) sendDrag(before, "dragleave", point, this.#data);
      this.#hasEntered = true;
    }
    // A drop target accepts a drop by preventing the browser's default for `dragover`.
    this.#takes = !sendDrag(this.#over, "dragover", point, this.#data);
  }

  #letGo(): void {
    if (this.#dragged !== null) {
      sendDrag(this.#dragged, "dragend", this.#at, this.#data);
      return;
    }
    pointer(this.#over, "pointerup", this.#at);
    mouse(this.#over, "mouseup", this.#at, { detail: 1 });
  }
}

function draggedBy(element: Element): HTMLElement | null {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at instanceof HTMLElement && unshadowed(at).draggable) return at;
  }
  return null;
}

/** Drops data on `element` without a drag before it. Returns false if the page takes nothing there. */
export function dropOn(element: Element, point: Point, data: DataTransfer): boolean {
  sendDrag(element, "dragenter", point, data);
  const takes = !sendDrag(element, "dragover", point, data);
  sendDrag(element, takes ? "drop" : "dragleave", point, data);
  return takes;
}

/** Sends one drag event. Returns false if a listener has prevented the default. */
function sendDrag(
  element: Element,
  type: string,
  point: Point,
  dataTransfer: DataTransfer,
): boolean {
  return send(
    element,
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
