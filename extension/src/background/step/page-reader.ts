// Reads the session's current page through its content scripts, and lists the tabs around it.
import type { OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import type {
  FrameReading,
  Observation,
  ObserveOptions,
} from "@webserv/shared/model/page/observation.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { blankReading, isBlankPage } from "../frames/blank-page.ts";
import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { AftermathQuestion, FrameTrees } from "../frames/frame-trees.ts";
import { waitsForAnswer } from "../input/dialog-words.ts";
import type { Dialogs } from "../input/dialogs.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";

/** The approximate number of tokens of the words that stand for a page under a dialog. */
const WORDS_TOKENS = 20;

export class PageReader {
  readonly #leases: Leases;
  readonly #tabs: SessionTabs;
  readonly #trees: FrameTrees;
  readonly #dialogs: Dialogs;

  constructor(leases: Leases, tabs: SessionTabs, trees: FrameTrees, dialogs: Dialogs) {
    this.#leases = leases;
    this.#tabs = tabs;
    this.#trees = trees;
    this.#dialogs = dialogs;
  }

  /**
   * Reads the page. If a dialog blocks it, the page can't be read, and the dialog is reported instead.
   * @throws WebservError `tab-closed`, `page-unreadable`, `page-unresponsive`, `still-loading` or `navigation-failed`.
   */
  async read(
    sessionId: string,
    options: ObserveOptions,
    call: FrameCallOptions,
    aftermath?: AftermathQuestion,
  ): Promise<Observation> {
    const tabId = this.#tabs.current(sessionId);
    const reading = await this.#readPage(tabId, options, call, aftermath).catch(
      (error: unknown) => {
        if (this.#dialogs.openIn(tabId) === null) throw error;
        return blankReading;
      },
    );
    const form = options.form ?? "html";
    const tabs = await this.#tabs.list(this.#leases.get(sessionId));
    const read = { ...reading, tabs, form, at: new Date().toISOString() };
    // If the dialog has opened during the reading, some frames were not read.
    const dialog = this.#dialogs.openIn(tabId);
    return dialog === null ? read : underDialog(read, dialog);
  }

  /** Returns what the browser itself knows of a page that can't be read now. @param why says why */
  async unread(
    sessionId: string,
    { form = "html" }: ObserveOptions,
    why: string,
  ): Promise<Observation> {
    const tabs = await this.#tabs.list(this.#leases.get(sessionId));
    return inWords({ tabs, form, at: new Date().toISOString() }, why);
  }

  /** Reads the document, and the next one if it is replaced meanwhile. */
  async #readPage(
    tabId: number,
    options: ObserveOptions,
    call: FrameCallOptions,
    aftermath: AftermathQuestion | undefined,
  ): Promise<FrameReading> {
    const deadline = performance.now() + call.timeoutMs;
    for (;;) {
      try {
        const timeoutMs = Math.max(1, deadline - performance.now());
        const patient = { ...call, timeoutMs, letsRead: true };
        return await this.#trees.read(tabId, options, patient, aftermath);
      } catch (error) {
        // If the signal ended with its connection, the error has the same code, though no document was replaced.
        call.signal.throwIfAborted();
        if (isBlankPage(error)) return blankReading;
        const isReplaced = error instanceof WebservError && error.code === "disconnected";
        if (!isReplaced || performance.now() >= deadline) throw error;
      }
    }
  }
}

function underDialog(read: Observation, dialog: OpenDialog): Observation {
  const words = `${waitsForAnswer(dialog)}; the page can't be read before it has one`;
  return { ...inWords(read, words), dialog };
}

/** Describes the page as far as the browser knows it. */
function inWords(
  { tabs, form, at }: Pick<Observation, "tabs" | "form" | "at">,
  words: string,
): Observation {
  const tab = tabs.find(({ active }) => active);
  return {
    ...blankReading,
    url: tab?.url ?? "",
    title: tab?.title ?? "",
    html: form === "outline" ? `(${words})` : `<!--${words}-->`,
    tokens: WORDS_TOKENS,
    tabs,
    form,
    at,
  };
}
