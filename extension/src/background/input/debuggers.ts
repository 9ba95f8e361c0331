// Attaches the browser's debugger to the tabs of sessions, through which trusted input goes and dialogs are reported.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { DialogsOptions } from "./dialogs.ts";
import { Dialogs } from "./dialogs.ts";
import { PictureDemand } from "./drawn-tabs.ts";
import { holdFrame, holding } from "./held-frames.ts";

const PROTOCOL = "1.3";
/** The reason in `chrome.debugger.onDetach` if the person pressed Cancel in the browser's bar. */
export const CANCELLED = "canceled_by_user";
const REFUSED_BY_PERSON = "the person ended the debugging of this tab";
/** The longest wait for a tab to enable what we need, in ms. A page under a dialog unknown to us never answers. */
const ENABLE_MS = 3_000;
/** The longest wait if a dialog is out of reach, in ms: a page that goes on answers by then, a blocked one does not. */
const GOES_ON_MS = 500;

/** The part of `chrome.debugger` that is used here. */
export interface DebuggerApi {
  attach(target: { tabId: number }, version: string): Promise<void>;
  detach(target: { tabId: number }): Promise<void>;
  sendCommand(
    target: { tabId: number; sessionId?: string },
    method: string,
    params?: object,
  ): Promise<unknown>;
}

export class Debuggers {
  readonly dialogs: Dialogs;
  readonly pictures = new PictureDemand((tabId, method, params) =>
    this.sendOnce(tabId, method, params),
  );
  readonly #api: DebuggerApi;
  readonly #onAttached: (tabId: number) => void;
  readonly #attached = new Map<number, Promise<void>>();
  readonly #refusedByPerson = new Set<number>();
  readonly #listeners = new Set<{
    readonly tabId: number;
    readonly method: string;
    readonly listener: (params: unknown) => void;
  }>();

  /** @param onAttached is called at each attachment, before any other command is sent to the tab */
  constructor(
    api: DebuggerApi,
    dialogs: Omit<DialogsOptions, "send">,
    onAttached: (tabId: number) => void = () => {},
  ) {
    this.#api = api;
    this.#onAttached = onAttached;
    this.dialogs = new Dialogs({
      ...dialogs,
      send: (tabId, { accept, text }) =>
        this.send(tabId, "Page.handleJavaScriptDialog", {
          accept,
          ...(text === undefined ? {} : { promptText: text }),
        }),
    });
  }

  /**
   * Attaches the debugger if it is not attached, and makes the page behave as in a focused window.
   * @throws WebservError `page-unreadable` with the browser's reason.
   */
  attach(tabId: number): Promise<void> {
    const held = this.#attached.get(tabId);
    if (held !== undefined) return held;
    const attached = this.#attach(tabId);
    this.#attached.set(tabId, attached);
    attached.catch(() => this.#attached.delete(tabId));
    return attached;
  }

  async detach(tabId: number): Promise<void> {
    if (!this.#attached.delete(tabId)) return;
    // If the tab is gone, its debugger is detached already.
    await this.#api.detach({ tabId }).catch(() => {});
  }

  /**
   * Sends a command. If the debugger was lost, the command has not reached the tab: the debugger is attached again,
   * and the command is sent again.
   */
  async send(tabId: number, method: string, params: object): Promise<unknown> {
    try {
      return await this.sendOnce(tabId, method, params);
    } catch (error) {
      if (!isUnattached(error)) throw error;
      await this.attach(tabId);
      return await this.sendOnce(tabId, method, params);
    }
  }

  /**
   * Sends a command once, and rejects as the browser does. It is for commands that must not be repeated silently
   * after a detachment.
   */
  async sendOnce(tabId: number, method: string, params: object): Promise<unknown> {
    const held = this.#attached.get(tabId);
    try {
      return await this.#command(tabId, method, params);
    } catch (error) {
      // A newer attachment may have taken the place of this one by now.
      if (isUnattached(error) && this.#attached.get(tabId) === held) this.#attached.delete(tabId);
      throw error;
    }
  }

  /** Calls `listener` with the events of one kind in a tab. @returns a function that ends this */
  listen(tabId: number, method: string, listener: (params: unknown) => void): () => void {
    const entry = { tabId, method, listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /**
   * Sets whether the pages of these tabs behave as if they were shown; tabs without our debugger do not change.
   * @throws WebservError `dialog-open` if a dialog blocks one of them; nothing has changed then.
   */
  async emulateFocus(tabIds: readonly number[], shown: boolean): Promise<void> {
    const waiting = tabIds.find((tabId) => this.dialogs.openIn(tabId) !== null);
    if (waiting !== undefined && !shown) {
      throw new WebservError("dialog-open", `a dialog waits in the tab ${waiting}`);
    }
    const method = "Emulation.setFocusEmulationEnabled";
    await Promise.all(
      tabIds.map((tabId) => this.#command(tabId, method, { enabled: shown }).catch(() => {})),
    );
  }

  /** Handles `chrome.debugger.onEvent`. @returns whether the event had a listener */
  onEvent(tabId: number | undefined, method: string, params: unknown): boolean {
    let isHeard = false;
    for (const each of this.#listeners) {
      if (each.tabId !== tabId || each.method !== method) continue;
      isHeard = true;
      each.listener(params);
    }
    if (tabId === undefined) return isHeard;
    this.onFrameEvent(tabId, method, params);
    if (method === "Page.javascriptDialogOpening") this.dialogs.opened(tabId, params);
    else if (method === "Page.javascriptDialogClosed") this.dialogs.closed(tabId, params);
    // A page that has crashed waits for nothing.
    else if (method === "Inspector.targetCrashed") this.dialogs.unheard(tabId);
    return isHeard;
  }

  /** Handles an event from the debugger session of a frame, whose node ids are valid in that session alone. */
  onFrameEvent(tabId: number, method: string, params: unknown): void {
    holdFrame(method, params, (sessionId, command, how) =>
      this.#api.sendCommand({ tabId, sessionId }, command, how),
    );
  }

  /** Handles `chrome.debugger.onDetach`. */
  onDetach(tabId: number | undefined, reason: string): void {
    if (tabId === undefined) return;
    this.#attached.delete(tabId);
    if (reason === CANCELLED) {
      this.#refusedByPerson.add(tabId);
      this.dialogs.unheard(tabId);
    } else if (this.dialogs.openIn(tabId) !== null) {
      // The debugger must be attached to report the dialog's end; if the tab is gone, the browser says so.
      void this.attach(tabId).catch(() => {});
    }
  }

  /** Forgets a tab that is gone, since the browser may use its id again. */
  forget(tabId: number): void {
    this.#attached.delete(tabId);
    this.#refusedByPerson.delete(tabId);
    this.dialogs.forget(tabId);
  }

  async #attach(tabId: number): Promise<void> {
    if (this.#refusedByPerson.has(tabId)) {
      throw new WebservError("page-unreadable", REFUSED_BY_PERSON);
    }
    try {
      await this.#api.attach({ tabId }, PROTOCOL);
      this.dialogs.loseReach(tabId);
    } catch (error) {
      // An earlier worker of this extension may have left its debugger attached; commands then succeed.
      const own = await this.#answered(tabId, this.#command(tabId, "Page.enable", {})).then(
        () => true,
        () => false,
      );
      if (!own) throw refusal(tabId, error);
    }
    this.#onAttached(tabId);
    // Without focus emulation, a background tab never runs animation frames, and its elements take no focus.
    const enabled = Promise.all([
      this.#command(tabId, "Emulation.setFocusEmulationEnabled", { enabled: true }),
      this.#command(tabId, "Page.enable", {}),
      ...holding.map(([method, params]) => this.#command(tabId, method, params)),
    ]);
    await this.#answered(tabId, enabled).catch((error: unknown) => {
      throw refusal(tabId, error);
    });
  }

  #command(tabId: number, method: string, params: object): Promise<unknown> {
    return this.#api.sendCommand({ tabId }, method, params);
  }

  /**
   * Waits until the commands are answered, or a dialog blocks the page, or the time is over. Commands to a blocked
   * page take effect when it goes on.
   */
  async #answered(tabId: number, sent: Promise<unknown>): Promise<void> {
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const isOutOfReach = this.dialogs.isOutOfReach(tabId);
    const timer = setTimeout(resolve, isOutOfReach ? GOES_ON_MS : ENABLE_MS);
    if (isOutOfReach) void sent.then(() => this.dialogs.goesOn(tabId)).catch(() => {});
    else if (this.dialogs.openIn(tabId) === null) {
      const opened = this.dialogs.signalOf(tabId);
      opened.addEventListener("abort", () => resolve(), { once: true });
    } else resolve();
    await Promise.race([sent, isLate]).finally(() => clearTimeout(timer));
  }
}

/** Tells whether a command failed because our debugger was not attached: it has not been carried out then. */
export function isUnattached(error: unknown): boolean {
  return String(error).includes("not attached");
}

/** Tells whether the debugger was detached before the tab had answered: the command may have been carried out. */
export function isCutOff(error: unknown): boolean {
  return String(error).includes("Detached while handling command");
}

function refusal(tabId: number, cause: unknown): WebservError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WebservError(
    "page-unreadable",
    `the browser's debugger can't attach to tab ${tabId}: ${why}`,
    { cause },
  );
}
