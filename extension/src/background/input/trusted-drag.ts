// Carries out one drag of the mouse, from the press to the release: by the browser's own drag and drop if the page
// uses that, else by moves with the button held.
import * as z from "zod/mini";

import type { HeldDrag, Point } from "./hands.ts";
import { PRESSED_FORCE } from "./pointer-plan.ts";
import { waitMs } from "../platform/wait.ts";

/** The number of moves on the way, so that the page can follow the pointer. */
const STEPS = 10;
/** The first move, in px: far enough for the browser and for pages to take it for a drag and not for a click. */
const NUDGE_PX = 6;
/** The longest time that the browser takes to report that it has begun a drag, in ms. */
const BEGIN_MS = 500;

const mouse = "Input.dispatchMouseEvent";
const dragEvent = "Input.dispatchDragEvent";
/** Parses `Input.dragIntercepted` of the Chrome DevTools Protocol; its data is only handed back to the browser. */
const intercepted = z.object({ data: z.looseObject({}) });

export interface DragSources {
  readonly from: Point;
  /** Sends a command, and resolves when the page has taken it. */
  readonly send: (method: string, params: object) => Promise<boolean>;
  /** Sends a command even if the action was aborted; never rejects. */
  readonly sendAnyway: (method: string, params: object) => Promise<void>;
  readonly onIntercepted: (listener: (params: unknown) => void) => () => void;
  readonly signal: AbortSignal;
}

export class TrustedDrag implements HeldDrag {
  readonly #sources: DragSources;
  readonly #ignore: () => void;
  #at: Point;
  /** The data of the browser's own drag; null if the browser drags nothing itself. */
  #data: object | null = null;
  #onBegun: () => void = () => {};
  #isOver = false;

  private constructor(sources: DragSources) {
    this.#sources = sources;
    this.#at = sources.from;
    this.#ignore = sources.onIntercepted((params) => {
      const { data } = intercepted.safeParse(params);
      if (data === undefined) return;
      this.#data = data.data;
      this.#onBegun();
    });
  }

  /** Presses the button. */
  static async begin(sources: DragSources): Promise<TrustedDrag> {
    await sources.send("Input.setInterceptDrags", { enabled: true });
    const drag = new TrustedDrag(sources);
    await sources.send(mouse, {
      ...drag.#button(),
      type: "mousePressed",
      buttons: 1,
      force: PRESSED_FORCE,
    });
    return drag;
  }

  /** @param native says that the browser drags such an element itself, unless the page prevents it */
  async start(native: boolean): Promise<void> {
    const begun = new Promise<void>((resolve) => {
      this.#onBegun = resolve;
    });
    const { x, y } = this.#at;
    await this.#moveTo({ x: x + NUDGE_PX, y: y + NUDGE_PX });
    if (native && this.#data === null) {
      await Promise.race([begun, waitMs(BEGIN_MS, this.#sources.signal)]);
    }
  }

  async move(to: Point): Promise<void> {
    const from = this.#at;
    const steps = from.x === to.x && from.y === to.y ? 1 : STEPS;
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const x = from.x + (to.x - from.x) * share;
      const y = from.y + (to.y - from.y) * share;
      await this.#moveTo({ x, y });
    }
  }

  /** Releases the button where the pointer is. */
  async drop(): Promise<void> {
    this.#isOver = true;
    if (this.#data === null) {
      await this.#sources.send(mouse, { ...this.#button(), type: "mouseReleased", buttons: 0 });
    } else await this.#sources.send(dragEvent, this.#dragAt("drop"));
  }

  /** Releases the button if nothing was dropped, and leaves drags to the browser again. */
  async end(): Promise<void> {
    this.#ignore();
    const { sendAnyway } = this.#sources;
    const sent: Promise<void>[] = [];
    if (!this.#isOver) {
      this.#isOver = true;
      if (this.#data !== null) sent.push(sendAnyway(dragEvent, this.#dragAt("dragCancel")));
      sent.push(sendAnyway(mouse, { ...this.#button(), type: "mouseReleased", buttons: 0 }));
    }
    sent.push(sendAnyway("Input.setInterceptDrags", { enabled: false }));
    await Promise.all(sent);
  }

  async #moveTo(to: Point): Promise<void> {
    this.#at = to;
    const { send } = this.#sources;
    if (this.#data === null) {
      const held = { type: "mouseMoved", buttons: 1, force: PRESSED_FORCE };
      await send(mouse, { ...this.#button(), ...held });
    } else {
      await send(dragEvent, this.#dragAt("dragEnter"));
      await send(dragEvent, this.#dragAt("dragOver"));
    }
  }

  #button(): object {
    const { x, y } = this.#at;
    return { x, y, button: "left", clickCount: 1 };
  }

  #dragAt(type: "dragEnter" | "dragOver" | "drop" | "dragCancel"): object {
    const { x, y } = this.#at;
    return { type, x, y, data: this.#data };
  }
}
