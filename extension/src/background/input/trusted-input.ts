// Pointer and keyboard of one tab, as real input events of the browser.
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { abortable, waitMs } from "../wait.ts";
import type { Debuggers } from "./debuggers.ts";
import type { FileChooser } from "./file-chooser.ts";
import { attributeOf, describedNode, fileChooserOpened } from "./file-chooser.ts";
import type { Keyboard, KeyEvent } from "./key-plan.ts";
import { planChord, planText } from "./key-plan.ts";

/** Longest wait for the page to take an event; it is delivered all the same. */
const ACKNOWLEDGE_MS = 2_000;
/** A page may look something up before it opens its chooser. */
const CHOOSER_MS = 2_000;
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

  /** Clicks, and catches the file chooser that this opens; null where none does. */
  async openChooser(point: Point): Promise<FileChooser | null> {
    const intercept = (enabled: boolean): Promise<unknown> =>
      this.#debuggers.send(this.#tabId, "Page.setInterceptFileChooserDialog", { enabled });
    await intercept(true);
    try {
      const next = this.#debuggers.nextEvent(this.#tabId, "Page.fileChooserOpened");
      await this.click(point);
      const { data } = fileChooserOpened.safeParse(
        await Promise.race([next, waitMs(CHOOSER_MS, this.#signal)]),
      );
      if (data?.backendNodeId === undefined) return null;
      const { backendNodeId, mode } = data;
      const { node } = describedNode.parse(
        await this.#debuggers.send(this.#tabId, "DOM.describeNode", { backendNodeId }),
      );
      return {
        backendNodeId,
        multiple: mode === "selectMultiple",
        directory: attributeOf(node.attributes, "webkitdirectory") !== undefined,
        accept: attributeOf(node.attributes, "accept") ?? "",
      };
    } finally {
      await intercept(false).catch(() => {});
    }
  }

  /** @throws WebservError `upload-refused` where the browser does not let the extension do so. */
  async giveFiles({ backendNodeId }: FileChooser, files: readonly string[]): Promise<void> {
    this.#signal.throwIfAborted();
    try {
      await this.#debuggers.send(this.#tabId, "DOM.setFileInputFiles", { backendNodeId, files });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new WebservError("upload-refused", `the browser gave the page no files: ${why}`, {
        next: "Turn on “Allow access to file URLs” for WebServ among the browser's extensions.",
        cause,
      });
    }
  }

  /** @throws WebservError `unknown-key`. */
  async press(chord: string): Promise<void> {
    await this.#keys(planChord(chord, this.#keyboard));
  }

  /** By one key a character; only what `isTypeable`. */
  async typeKeys(text: string): Promise<void> {
    await this.#keys(planText(text));
  }

  /** As an input method or a paste would: input events, but no keys. */
  async insertText(text: string): Promise<void> {
    await this.#dispatch([["Input.insertText", { text }]]);
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
   * both are effects, and are seen as such when the page is read. So is a dialog that waits: what opened
   * it is acknowledged only once that is answered.
   * @throws WebservError `dialog-open` where one waits already.
   */
  async #dispatch(commands: readonly (readonly [method: string, params: object])[]): Promise<void> {
    this.#signal.throwIfAborted();
    const dialog = this.#debuggers.dialogs.signalOf(this.#tabId);
    dialog.throwIfAborted();
    const sent = commands.map(([method, params]) =>
      this.#debuggers.send(this.#tabId, method, params),
    );
    const outcome = await Promise.race([
      abortable(Promise.allSettled(sent), this.#signal),
      waitMs(ACKNOWLEDGE_MS, this.#signal),
      ended(dialog),
    ]);
    const first = outcome?.[0];
    if (first?.status === "rejected" && String(first.reason).includes("not attached")) {
      throw new WebservError("tab-closed", "the tab was lost before any input reached it", {
        cause: first.reason,
      });
    }
  }
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
