// Holds the debugger on the tabs of sessions: trusted input goes through it, dialogs come from it.
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { AnsweredDialog } from "./dialog.ts";
import { answerDialog } from "./dialog.ts";

const PROTOCOL = "1.3";
/** Dialogs of a tab kept to be told of; a page can open them without end while nobody asks. */
export const MAX_DIALOGS = 50;

/** The part of `chrome.debugger` that is used here. */
export interface DebuggerApi {
  attach(target: { tabId: number }, version: string): Promise<void>;
  detach(target: { tabId: number }): Promise<void>;
  sendCommand(target: { tabId: number }, method: string, params?: object): Promise<unknown>;
}

export interface TakenDialogs {
  /** Oldest first. */
  readonly dialogs: readonly AnsweredDialog[];
  /** How many more there were. */
  readonly unlisted: number;
}

const noDialogs: TakenDialogs = { dialogs: [], unlisted: 0 };

export class Debuggers {
  readonly #api: DebuggerApi;
  readonly #attached = new Map<number, Promise<void>>();
  readonly #refusedByPerson = new Set<number>();
  readonly #listeners = new Set<{
    readonly tabId: number;
    readonly method: string;
    readonly listener: (params: unknown) => void;
  }>();
  readonly #dialogs = new Map<number, TakenDialogs>();

  constructor(api: DebuggerApi) {
    this.#api = api;
  }

  /**
   * Attaches where it is not attached, and makes the page behave as in a focused window.
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
    // A tab that is gone has no debugger any more, which is what was wanted.
    await this.#api.detach({ tabId }).catch(() => {});
  }

  send(tabId: number, method: string, params: object): Promise<unknown> {
    return this.#api.sendCommand({ tabId }, method, params);
  }

  /** Calls `listener` with the events of one kind in a tab, until what is returned is called. */
  listen(tabId: number, method: string, listener: (params: unknown) => void): () => void {
    const entry = { tabId, method, listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Dialogs answered since the last time this was asked. */
  takeDialogs(tabId: number): TakenDialogs {
    const taken = this.#dialogs.get(tabId) ?? noDialogs;
    this.#dialogs.delete(tabId);
    return taken;
  }

  /** Listener of `chrome.debugger.onEvent`. */
  onEvent(tabId: number | undefined, method: string, params: unknown): void {
    for (const each of this.#listeners) {
      if (each.tabId === tabId && each.method === method) each.listener(params);
    }
    if (tabId === undefined || method !== "Page.javascriptDialogOpening") return;
    const dialog = answerDialog(params);
    if (dialog === null) return;
    const { dialogs, unlisted } = this.#dialogs.get(tabId) ?? noDialogs;
    this.#dialogs.set(
      tabId,
      dialogs.length < MAX_DIALOGS
        ? { dialogs: [...dialogs, dialog], unlisted }
        : { dialogs, unlisted: unlisted + 1 },
    );
    // Someone else, or the person, may have answered first.
    void this.send(tabId, "Page.handleJavaScriptDialog", {
      accept: dialog.answer === "accepted",
    }).catch(() => {});
  }

  /** Listener of `chrome.debugger.onDetach`. */
  onDetach(tabId: number | undefined, reason: string): void {
    if (tabId === undefined) return;
    this.#attached.delete(tabId);
    if (reason === "canceled_by_user") this.#refusedByPerson.add(tabId);
  }

  /** To be told that a tab is gone: ids may come again. */
  forget(tabId: number): void {
    this.#attached.delete(tabId);
    this.#refusedByPerson.delete(tabId);
    this.#dialogs.delete(tabId);
  }

  async #attach(tabId: number): Promise<void> {
    if (this.#refusedByPerson.has(tabId)) {
      throw new WebservError("page-unreadable", "the person ended the debugging of this tab");
    }
    try {
      await this.#api.attach({ tabId }, PROTOCOL);
    } catch (error) {
      // A former worker of this extension may have left its debugger on: then commands go through.
      const own = await this.send(tabId, "Page.enable", {}).then(
        () => true,
        () => false,
      );
      if (!own) throw refusal(tabId, error);
    }
    // Without it a tab in the background never runs animation frames and its elements take no focus.
    await Promise.all([
      this.send(tabId, "Emulation.setFocusEmulationEnabled", { enabled: true }),
      this.send(tabId, "Page.enable", {}),
    ]).catch((error: unknown) => {
      throw refusal(tabId, error);
    });
  }
}

function refusal(tabId: number, cause: unknown): WebservError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WebservError(
    "page-unreadable",
    `the browser's debugger can't attach to tab ${tabId}: ${why}`,
    { cause },
  );
}
