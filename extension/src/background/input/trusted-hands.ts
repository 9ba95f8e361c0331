// Sends pointer, keyboard and file input to one tab as real input of the browser.
import { repeatTimes } from "@webserv/shared/model/key-repeat.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import browser from "webextension-polyfill";

import { waitMs } from "../platform/wait.ts";
import type { Debuggers } from "./debuggers.ts";
import { isCutOff, isUnattached } from "./debuggers.ts";
import type { Guard, GuardTarget } from "./guard.ts";
import type { Gesture, Hands, HeldDrag, HeldFiles, Point, WheelTurn } from "./hands.ts";
import type { Keyboard, KeyEvent } from "./key-plan.ts";
import {
  isModifier,
  modifierBits,
  planChord,
  planHeld,
  planLineEnds,
  planText,
} from "./key-plan.ts";
import { localNumber } from "./local-number.ts";
import type { MouseEventParams } from "./pointer-plan.ts";
import { planGesture } from "./pointer-plan.ts";
import { TrustedDrag } from "./trusted-drag.ts";
import { TrustedFiles } from "./trusted-files.ts";

/** The longest wait for the page to take an event, in ms; the event is delivered all the same. */
const ACKNOWLEDGE_MS = 2_000;
/** The number of key events sent at once; after each batch, the signal is checked. */
const KEYS_AT_ONCE = 16;

export interface TrustedOptions {
  readonly debuggers: Debuggers;
  readonly tabId: number;
  readonly keyboard: Keyboard;
  readonly signal: AbortSignal;
  /** Returns what is left of the action's time, in ms. */
  readonly leftMs: () => number;
  /** Is called when the page has taken input. */
  readonly heard: () => void;
  readonly guard: (target: GuardTarget) => Promise<Guard>;
  /** Tells whether the element that the action is about stands in a frame of another site. */
  readonly isInForeignFrame: () => Promise<boolean>;
}

export class TrustedHands implements Hands {
  readonly kind = "trusted";
  readonly pointsIn = "tab";
  readonly opensChoosers = true;
  readonly heedsEachKey = false;
  readonly #options: TrustedOptions;
  readonly #debuggers: Debuggers;
  readonly #tabId: number;
  readonly #keyboard: Keyboard;
  readonly #signal: AbortSignal;
  /** True once input may have reached the page. */
  #begun = false;
  /** True once a setting in the browser depends on this attachment, so that input must not go on after its loss. */
  #needsThisAttachment = false;

  constructor(options: TrustedOptions) {
    this.#options = options;
    this.#debuggers = options.debuggers;
    this.#tabId = options.tabId;
    this.#keyboard = options.keyboard;
    this.#signal = options.signal;
  }

  /** Is false on macOS, whose menus are the system's own and take no keys from us. */
  get walksMenus(): boolean {
    return !this.#keyboard.mac;
  }

  async guard(target: GuardTarget): Promise<Guard> {
    return await this.#options.guard(target);
  }

  async move({ x, y }: Point): Promise<void> {
    await this.#dispatch([["Input.dispatchMouseEvent", { type: "mouseMoved", x, y, buttons: 0 }]]);
  }

  async pressButton(point: Point, gesture: Gesture = {}): Promise<boolean> {
    const plan = planGesture(point, gesture, this.#keyboard);
    return await this.#whileHeld({ down: plan.keysDown, up: plan.keysUp }, async () => {
      let taken = true;
      for (const { down, up } of plan.clicks) {
        taken = (await this.#hold(down, up, gesture.holdMs ?? 0)) && taken;
      }
      return taken;
    });
  }

  async turnWheel({ x, y }: Point, { deltaX, deltaY }: WheelTurn): Promise<void> {
    const event = { type: "mouseWheel", x, y, deltaX, deltaY };
    await this.#dispatch([["Input.dispatchMouseEvent", event]]);
  }

  async wheelOver(
    { x, y }: Point,
    { deltaX, deltaY }: WheelTurn,
    names: Gesture["modifiers"] = [],
  ): Promise<boolean> {
    const held = planHeld([...new Set(names)]);
    const modifiers = names.reduce((bits, name) => bits | modifierBits[name], 0);
    const event = { type: "mouseWheel", x, y, deltaX, deltaY, modifiers };
    return await this.#whileHeld(held, () => this.#dispatch([["Input.dispatchMouseEvent", event]]));
  }

  async beginDrag(from: Point): Promise<HeldDrag> {
    this.#needsThisAttachment = true;
    return await TrustedDrag.begin({
      from,
      send: (method, params) => this.#dispatch([[method, params]]),
      sendAnyway: (method, params) => this.#sendAnyway(method, params),
      onIntercepted: (listener) =>
        this.#debuggers.listen(this.#tabId, "Input.dragIntercepted", listener),
      signal: this.#signal,
    });
  }

  holdFiles(files: readonly string[]): Promise<HeldFiles> {
    this.#signal.throwIfAborted();
    const held = new TrustedFiles(files, {
      ...this.#options,
      dispatch: (method, params) => this.#dispatch([[method, params]]),
      sendAnyway: (method, params) => this.#sendAnyway(method, params),
      keepAttachment: () => (this.#needsThisAttachment = true),
    });
    return Promise.resolve(held);
  }

  async press(chord: string, holdMs = 0): Promise<boolean> {
    const events = planChord(chord, this.#keyboard);
    if (holdMs === 0) return await this.#keys(events);
    const released = events.findIndex(({ type }) => type === "keyUp");
    const [down, up] = [events.slice(0, released), events.slice(released)];
    return await this.#whileHeld({ down, up }, () => this.#repeat(down.at(-1), holdMs));
  }

  /** Waits until the key was held so long, and repeats it meanwhile; modifiers alone do not repeat. */
  async #repeat(key: KeyEvent | undefined, holdMs: number): Promise<boolean> {
    const beganAt = performance.now();
    let taken = true;
    const until = async (atMs: number): Promise<void> => {
      const leftMs = beganAt + atMs - performance.now();
      if (leftMs > 0) await waitMs(leftMs, this.#signal);
    };
    const repeats = key !== undefined && !isModifier(key.key) ? repeatTimes(holdMs) : [];
    for (const atMs of repeats) {
      // A busy page falls behind, and a keyboard does not wait for it.
      if (performance.now() - beganAt >= holdMs) break;
      await until(atMs);
      const again = { ...key, autoRepeat: true };
      taken = (await this.#dispatch([["Input.dispatchKeyEvent", again]])) && taken;
    }
    await until(holdMs);
    return taken;
  }

  /** Presses keys, does `use`, and releases them, also if that fails. */
  async #whileHeld(
    { down, up }: { readonly down: readonly KeyEvent[]; readonly up: readonly KeyEvent[] },
    use: () => Promise<boolean>,
  ): Promise<boolean> {
    this.#signal.throwIfAborted();
    let taken: boolean;
    try {
      await this.#keys(down);
      taken = await use();
    } catch (error) {
      for (const key of up) void this.#sendAnyway("Input.dispatchKeyEvent", key);
      throw error;
    }
    return (await this.#keys(up)) && taken;
  }

  async selectAll(): Promise<void> {
    await this.press("Control+A");
  }

  async caretToEnd(): Promise<void> {
    await this.press(this.#keyboard.mac ? "Meta+ArrowDown" : "Control+End");
  }

  typesInto(): boolean {
    return true;
  }

  /** Writes the number in the browser's language, by which its number fields read keys. */
  spellNumber(text: string): string {
    return localNumber(text, browser.i18n.getUILanguage());
  }

  async typeKeys(text: string): Promise<boolean> {
    return await this.#keys(planText(text));
  }

  /** Inserts a text as an input method or a paste does: with input events, but no keys. */
  async insertText(text: string): Promise<boolean> {
    return await this.#dispatch([["Input.insertText", { text }]]);
  }

  /**
   * Inserts line ends as the keyboards of telephones do: the page sees a key without a name, and the editor gets the
   * new line or paragraph. The page does not do what it does on the Enter key.
   */
  async insertLineEnds(count: number): Promise<boolean> {
    return await this.#keys(planLineEnds(count));
  }

  /** Enters a text as an input method does: a composition is shown, and then ends with the text. */
  async composeText(text: string): Promise<boolean> {
    const selection = { selectionStart: text.length, selectionEnd: text.length };
    return await this.#dispatch([
      ["Input.imeSetComposition", { text, ...selection }],
      ["Input.insertText", { text }],
    ]);
  }

  async #keys(events: readonly KeyEvent[]): Promise<boolean> {
    let taken = true;
    for (let start = 0; start < events.length; start += KEYS_AT_ONCE) {
      const slice = events.slice(start, start + KEYS_AT_ONCE);
      taken =
        (await this.#dispatch(slice.map((event) => ["Input.dispatchKeyEvent", event]))) && taken;
    }
    return taken;
  }

  async #hold(down: MouseEventParams, up: MouseEventParams, holdMs: number): Promise<boolean> {
    const command = "Input.dispatchMouseEvent";
    if (holdMs === 0) {
      return await this.#dispatch([
        [command, down],
        [command, up],
      ]);
    }
    try {
      await this.#dispatch([[command, down]]);
      await waitMs(holdMs, this.#signal);
    } catch (error) {
      void this.#sendAnyway(command, up);
      throw error;
    }
    return await this.#dispatch([[command, up]]);
  }

  /** Sends a command that releases what was pressed, even if the action was aborted. */
  async #sendAnyway(method: string, params: object): Promise<void> {
    await this.#debuggers.send(this.#tabId, method, params).catch(() => {});
  }

  /**
   * Sends commands at once, which the browser carries out in order, and waits until the page has taken them.
   * An event that closes or replaces the page is never acknowledged, or fails; the effect shows when the page is read.
   * An event that opens a dialog is acknowledged only once the dialog is answered, so a dialog ends the wait.
   * If the debugger was lost before some commands, it is attached again, and these are sent again.
   * @throws WebservError `dialog-open` if a dialog waits already; `disconnected` if the debugger was lost
   *   and the page may have taken some input, else `page-unreadable` or `tab-closed`.
   * @returns whether the page took them in the time given
   */
  async #dispatch(
    commands: readonly (readonly [method: string, params: object])[],
  ): Promise<boolean> {
    this.#signal.throwIfAborted();
    const dialog = this.#debuggers.dialogs.signalOf(this.#tabId);
    dialog.throwIfAborted();
    const sent = commands.map(([method, params]) =>
      this.#debuggers.sendOnce(this.#tabId, method, params),
    );
    const outcome = await Promise.race([
      unlessAborted(Promise.allSettled(sent), this.#signal),
      waitMs(Math.max(0, Math.min(ACKNOWLEDGE_MS, this.#options.leftMs())), this.#signal),
      ended(dialog),
    ]);
    if (outcome === undefined) {
      this.#begun = true;
      return false;
    }
    const failures = outcome.map((each): unknown =>
      each.status === "rejected" ? each.reason : null,
    );
    const unsent = failures.findIndex(isUnattached);
    if (unsent !== 0) this.#begun = true;
    const cutOff = failures.find(isCutOff);
    // If the tab is gone, the input has probably closed it, which is no error.
    if (cutOff !== undefined && (await this.#isThere())) throw this.#lost(cutOff);
    if (cutOff !== undefined) return true;
    if (unsent !== 0) this.#options.heard();
    if (unsent === -1) return true;
    await this.#attachAnew(failures[unsent]);
    return await this.#dispatch(commands.slice(unsent));
  }

  async #attachAnew(cause: unknown): Promise<void> {
    if (!(await this.#isThere())) {
      const message = "the tab was lost before all input had reached it";
      throw new WebservError("tab-closed", message, { cause });
    }
    if (this.#needsThisAttachment) throw this.#lost(cause);
    try {
      await this.#debuggers.attach(this.#tabId);
    } catch (error) {
      throw this.#begun ? this.#lost(error) : error;
    }
  }

  #lost(cause: unknown): WebservError {
    return new WebservError(
      "disconnected",
      `the browser's debugger was detached from tab ${this.#tabId} in the middle of the action`,
      { next: "Look at the observation before acting again.", cause },
    );
  }

  async #isThere(): Promise<boolean> {
    return await browser.tabs.get(this.#tabId).then(
      () => true,
      () => false,
    );
  }
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
