// Tracks the dialogs of pages: reports them, and answers them by the session's rule or keeps them for the agent.
import type {
  AnsweredDialog,
  DialogRule,
  DialogKind,
  OpenDialog,
} from "@webserv/shared/model/page/dialog.ts";

import type { Answer, TakenDialogs } from "./dialog-book.ts";
import { DialogBook } from "./dialog-book.ts";
import { answerAtClose, openedDialog } from "./dialog-events.ts";
import { dialogOpen, misplacedText, noDialog, outOfReach } from "./dialog-words.ts";
import { LeftTabs } from "./left-tabs.ts";

export interface DialogManners {
  readonly rule: DialogRule;
  /** The time that a dialog waits for the agent if the rule is to ask, in ms. */
  readonly answerMs: number;
}

/** Says that a dialog has opened, or that one has closed; `answered` is absent if its answer is unknown. */
export interface DialogNews {
  readonly opened?: OpenDialog;
  readonly answered?: AnsweredDialog;
}

export interface DialogsOptions {
  /** Answers the dialog in the browser; rejects if it is gone. */
  readonly send: (tabId: number, answer: Answer) => Promise<unknown>;
  /**
   * Has the browser close, without an answer, the dialog of a page that is being replaced. Such a dialog takes no
   * answer any more, and the next page waits for this one's thread.
   */
  readonly closeUnanswered: (tabId: number) => Promise<unknown>;
  /** Returns the manners of the session that has the tab; null if none has it, so that its dialogs are left alone. */
  readonly mannersOf: (tabId: number) => DialogManners | null;
  /** Is called when a dialog of the tab begins to wait, and when it no longer waits. */
  readonly onChange: (tabId: number) => void;
  /** Is called at each change, in order. */
  readonly tell: (tabId: number, news: DialogNews) => void;
}

interface Waiting {
  readonly dialog: OpenDialog;
  /** The time at which the dialog is dismissed, in ms since the epoch. */
  readonly until: number;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Set if the browser takes the answer only from the person. */
  isOutOfReach: boolean;
  /** Set once the dialog was answered from here, until the browser reports that it is closed. */
  answered: AnsweredDialog | null;
}

export class Dialogs {
  readonly #options: DialogsOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #book = new DialogBook();
  /** Holds a controller for each tab, which is aborted when a dialog begins to wait, and removed at its end. */
  readonly #open = new Map<number, AbortController>();
  readonly #left = new LeftTabs();

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  /** Returns the dialog that waits in a tab. */
  openIn(tabId: number): OpenDialog | null {
    return this.#waiting.get(tabId)?.dialog ?? null;
  }

  /** Returns the time at which the waiting dialog is dismissed if nobody answers, in ms since the epoch. */
  waitsUntil(tabId: number): number | null {
    return this.#waiting.get(tabId)?.until ?? null;
  }

  /**
   * Returns a signal that aborts, with `dialog-open` as its reason, when a dialog begins to wait in the tab. It has
   * aborted already if one waits. The page answers no calls then.
   */
  signalOf(tabId: number): AbortSignal {
    return this.#controller(tabId).signal;
  }

  /** Returns, and forgets, the dialogs answered in a tab since the last call. */
  take(tabId: number): TakenDialogs {
    return this.#book.take(tabId);
  }

  /**
   * Answers the dialog that waits in a tab.
   * @throws WebservError `no-dialog` if none waits, `dialog-unanswerable` if only the person can answer,
   *   `invalid-params` for a text that the dialog has no field for.
   */
  async answer(tabId: number, answer: Answer): Promise<void> {
    const waiting = this.#waiting.get(tabId);
    if (waiting === undefined) throw noDialog();
    const { dialog } = waiting;
    const misplaced = misplacedText(dialog, answer);
    if (misplaced !== null) throw misplaced;
    if (waiting.isOutOfReach) throw outOfReach(dialog);
    await this.#end(tabId, waiting, answer, "agent").catch((cause: unknown) => {
      throw this.#waiting.get(tabId) === waiting ? outOfReach(dialog, cause) : noDialog(cause);
    });
  }

  /**
   * Dismisses the dialog that waits in a tab that is being left, and those that open next, until `stay`.
   * @returns whether the page may open more dialogs: one waited, or was answered a moment ago
   */
  async leave(tabId: number): Promise<boolean> {
    this.#left.leave(tabId);
    const waiting = this.#waiting.get(tabId);
    if (waiting?.isOutOfReach === true) return false;
    if (waiting === undefined) return this.#left.mayAskOn(tabId);
    await this.#end(tabId, waiting, { accept: false }, "leaving").catch(() => {});
    return true;
  }

  /** Returns the number of dialogs that have opened in the tab since it is being left. */
  askedWhileLeaving(tabId: number): number {
    return this.#left.asked(tabId) ?? 0;
  }

  /** Ends what `leave` began. */
  stay(tabId: number): void {
    this.#left.stay(tabId);
  }

  /** Takes over a waiting dialog that an earlier worker knew of. */
  restore(tabId: number, dialog: OpenDialog, until: number): void {
    if (!this.#waiting.has(tabId)) this.#wait(tabId, dialog, until);
  }

  /** Notes that a new debugger was attached after the dialog had opened, so that the dialog is out of its reach. */
  loseReach(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    waiting.isOutOfReach = true;
  }

  isOutOfReach(tabId: number): boolean {
    return this.#waiting.get(tabId)?.isOutOfReach === true;
  }

  /** Notes that the page goes on, so that a dialog out of reach was answered by someone; how is unknown. */
  goesOn(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting?.isOutOfReach === true) this.#drop(tabId, waiting);
  }

  /** Handles `Page.javascriptDialogOpening`. */
  opened(tabId: number, params: unknown): void {
    const dialog = openedDialog(params);
    if (dialog === undefined) return;
    const { kind } = dialog;
    this.#left.opened(tabId);
    const manners = this.#options.mannersOf(tabId);
    if (this.#left.asked(tabId) !== undefined) {
      this.#answerAtOnce(tabId, dialog, mustAccept(kind), mustAccept(kind) ? "rule" : "leaving");
    } else if (manners === null) {
      return;
    } else if (mustAccept(kind) || manners.rule !== "ask") {
      this.#answerAtOnce(tabId, dialog, mustAccept(kind) || manners.rule === "accept", "rule");
    } else {
      this.#wait(tabId, dialog, Date.now() + manners.answerMs);
      this.#options.tell(tabId, { opened: dialog });
    }
  }

  /** Handles `Page.javascriptDialogClosed`, which also comes if the person has answered first. */
  closed(tabId: number, params: unknown): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting === undefined) return;
    const by = this.#left.asked(tabId) === undefined ? "elsewhere" : "leaving";
    const answer = answerAtClose(waiting.dialog, params);
    waiting.answered ??= this.#book.note(tabId, waiting.dialog, by, answer).told;
    this.#drop(tabId, waiting);
  }

  /** Drops the dialog that waits in a tab, since its end will not be reported any more. */
  unheard(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting !== undefined) this.#drop(tabId, waiting);
  }

  /** Forgets a tab that is gone. */
  forget(tabId: number): void {
    this.unheard(tabId);
    this.#book.forget(tabId);
    this.#open.delete(tabId);
    this.#left.forget(tabId);
  }

  #answerAtOnce(
    tabId: number,
    dialog: OpenDialog,
    accept: boolean,
    by: AnsweredDialog["by"],
  ): void {
    const answer = whole(dialog, { accept });
    const { told } = this.#book.note(tabId, dialog, by, answer);
    this.#options.tell(tabId, { answered: told });
    // Another debugger, or the person, may have answered first.
    void this.#send(tabId, answer).catch(() => {});
  }

  #wait(tabId: number, dialog: OpenDialog, until: number): void {
    const former = this.#waiting.get(tabId);
    if (former !== undefined) this.#drop(tabId, former);
    const waiting: Waiting = {
      dialog,
      until,
      timer: setTimeout(
        () => void this.#end(tabId, waiting, { accept: false }, "timeout").catch(() => {}),
        Math.max(0, until - Date.now()),
      ),
      isOutOfReach: false,
      answered: null,
    };
    this.#waiting.set(tabId, waiting);
    this.#controller(tabId).abort(dialogOpen(dialog));
    this.#options.onChange(tabId);
  }

  async #end(
    tabId: number,
    waiting: Waiting,
    answer: Answer,
    by: AnsweredDialog["by"],
  ): Promise<void> {
    const given = whole(waiting.dialog, answer);
    // This comes before the send, since the page may open the next dialog before the send resolves.
    const { told, takeBack } = this.#book.note(tabId, waiting.dialog, by, given);
    waiting.answered = told;
    try {
      await this.#send(tabId, given);
    } catch (error) {
      takeBack();
      waiting.answered = null;
      if (!waiting.isOutOfReach) this.#dropIfThere(tabId, waiting);
      throw error;
    }
    this.#dropIfThere(tabId, waiting);
  }

  /** Sends an answer. @throws if the browser refuses it; a dialog that it closes instead counts as dismissed. */
  async #send(tabId: number, answer: Answer): Promise<void> {
    try {
      await this.#options.send(tabId, answer);
    } catch (error) {
      if (!isBeingReplaced(error)) throw error;
      await this.#options.closeUnanswered(tabId);
      if (answer.accept) throw error;
    }
  }

  /** Drops a dialog unless the page has opened the next one by now. */
  #dropIfThere(tabId: number, waiting: Waiting): void {
    if (this.#waiting.get(tabId) === waiting) this.#drop(tabId, waiting);
  }

  #drop(tabId: number, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(tabId);
    this.#open.delete(tabId);
    this.#options.onChange(tabId);
    const { answered } = waiting;
    this.#options.tell(tabId, answered === null ? {} : { answered });
  }

  #controller(tabId: number): AbortController {
    let controller = this.#open.get(tabId);
    if (controller === undefined) {
      controller = new AbortController();
      this.#open.set(tabId, controller);
    }
    return controller;
  }
}

/** Completes an answer with the prompt's default text, since the browser enters nothing by itself. */
function whole({ kind, default: offered }: OpenDialog, answer: Answer): Answer {
  const isEntered = kind === "prompt" && answer.accept && answer.text === undefined;
  return isEntered && offered !== undefined ? { ...answer, text: offered } : answer;
}

/** Tells whether Chromium refused because the next document has taken over the debugger, but has not begun. */
function isBeingReplaced(error: unknown): boolean {
  return String(error).includes("Not attached to an active page");
}

/** Tells whether a kind is always accepted: an alert has one button, and `beforeunload` asks about a wanted leave. */
function mustAccept(kind: DialogKind): boolean {
  return kind === "alert" || kind === "beforeunload";
}
