// Pointer and keyboard of one tab, as real input events of the browser.
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { abortable, waitMs } from "../wait.ts";
import type { Debuggers } from "./debuggers.ts";
import type { Keyboard, KeyEvent } from "./key-plan.ts";
import { planChord, planLineEnds, planText } from "./key-plan.ts";

/** Longest wait for the page to take an event; it is delivered all the same. */
const ACKNOWLEDGE_MS = 2_000;
/** Key events sent before looking whether to go on. */
const KEYS_AT_ONCE = 16;

export interface Point {
  /** CSS px from the top left corner of the tab's page. */
  readonly x: number;
  readonly y: number;
}

export class TrustedInput {
  readonly #debuggers: Debuggers;
  readonly #tabId: number;
  readonly #keyboard: Keyboard;
  readonly #signal: AbortSignal;

  constructor(debuggers: Debuggers, tabId: number, keyboard: Keyboard, signal: AbortSignal) {
    this.#debuggers = debuggers;
    this.#tabId = tabId;
    this.#keyboard = keyboard;
    this.#signal = signal;
  }

  async move({ x, y }: Point): Promise<void> {
    await this.#dispatch([["Input.dispatchMouseEvent", { type: "mouseMoved", x, y, buttons: 0 }]]);
  }

  async click(point: Point): Promise<void> {
    await this.move(point);
    const button = { ...point, button: "left", clickCount: 1 };
    await this.#dispatch([
      ["Input.dispatchMouseEvent", { ...button, type: "mousePressed", buttons: 1 }],
      ["Input.dispatchMouseEvent", { ...button, type: "mouseReleased", buttons: 0 }],
    ]);
  }

  /** @throws WebservError `unknown-key`. */
  async press(chord: string): Promise<void> {
    await this.#keys(planChord(chord, this.#keyboard));
  }

  /** All that stands where the focus is, as the page itself takes that. */
  async selectAll(): Promise<void> {
    await this.press("Control+A");
  }

  async caretToEnd(): Promise<void> {
    await this.press(this.#keyboard.mac ? "Meta+ArrowDown" : "Control+End");
  }

  /** By one key a character. */
  async typeKeys(text: string): Promise<void> {
    await this.#keys(planText(text));
  }

  /** As an input method or a paste would: input events, but no keys. */
  async insertText(text: string): Promise<void> {
    await this.#dispatch([["Input.insertText", { text }]]);
  }

  /**
   * Line ends as the keyboards of telephones give them: the page sees a key without a name, and the
   * editor the new line or paragraph. What a page does on the Enter key it does not do.
   */
  async insertLineEnds(count: number): Promise<void> {
    await this.#keys(planLineEnds(count));
  }

  /** As an input method does: a composition that is shown, then ends with the text. */
  async composeText(text: string): Promise<void> {
    const selection = { selectionStart: text.length, selectionEnd: text.length };
    await this.#dispatch([
      ["Input.imeSetComposition", { text, ...selection }],
      ["Input.insertText", { text }],
    ]);
  }

  async #keys(events: readonly KeyEvent[]): Promise<void> {
    for (let start = 0; start < events.length; start += KEYS_AT_ONCE) {
      const slice = events.slice(start, start + KEYS_AT_ONCE);
      await this.#dispatch(slice.map((event) => ["Input.dispatchKeyEvent", event]));
    }
  }

  /**
   * Sends commands in one go, which the browser carries out in order, and waits until the page
   * took them. An event whose effect closes or replaces the page is never acknowledged, or fails:
   * both are effects, and are seen as such when the page is read.
   */
  async #dispatch(commands: readonly (readonly [method: string, params: object])[]): Promise<void> {
    this.#signal.throwIfAborted();
    const sent = commands.map(([method, params]) =>
      this.#debuggers.send(this.#tabId, method, params),
    );
    const outcome = await Promise.race([
      abortable(Promise.allSettled(sent), this.#signal),
      waitMs(ACKNOWLEDGE_MS, this.#signal),
    ]);
    const first = outcome?.[0];
    if (first?.status === "rejected" && String(first.reason).includes("not attached")) {
      throw new WebservError("tab-closed", "the tab was lost before any input reached it", {
        cause: first.reason,
      });
    }
  }
}
