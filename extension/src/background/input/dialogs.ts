// The dialogs of pages: told, answered by the session's rule, or kept until the agent answers.
import type {
  AnsweredDialog,
  DialogRule,
  DialogKind,
  OpenDialog,
} from "@webserv/shared/model/dialog.ts";
import { dialogKind, MAX_DIALOG_TEXT } from "@webserv/shared/model/dialog.ts";
import { pageLines } from "@webserv/shared/model/page-words.ts";
import * as z from "zod/mini";

import type { Answer, TakenDialogs } from "./dialog-book.ts";
import { DialogBook } from "./dialog-book.ts";
import { dialogOpen, misplacedText, noDialog, outOfReach } from "./dialog-words.ts";

export interface DialogManners {
  readonly rule: DialogRule;
  /** How long one waits where the rule is to ask, in ms. */
  readonly answerMs: number;
}

/** One waits now, or what waited does not any more; `answered` is absent where nobody knows how that came. */
export interface DialogNews {
  readonly opened?: OpenDialog;
  readonly answered?: AnsweredDialog;
}

export interface DialogsOptions {
  /** Answers in the browser; rejects where no dialog is there any more. */
  readonly send: (tabId: number, answer: Answer) => Promise<unknown>;
  /**
   * Has the browser close, without an answer, the dialog of a page that is being replaced: from there it takes
   * no answer any more, and the next page waits for this one's thread.
   */
  readonly closeUnanswered: (tabId: number) => Promise<unknown>;
  /** Of the session that holds the tab; null where none does: such a dialog is none of ours. */
  readonly mannersOf: (tabId: number) => DialogManners | null;
  /** A dialog of the tab began to wait, or does not wait any more. */
  readonly onChange: (tabId: number) => void;
  /** Told of each as it happens, in order. */
  readonly tell: (tabId: number, news: DialogNews) => void;
}

interface Waiting {
  readonly dialog: OpenDialog;
  /** Ms since the epoch. */
  readonly until: number;
  readonly timer: ReturnType<typeof setTimeout>;
  /** The browser takes the answer from nobody but the person. */
  isOutOfReach: boolean;
  /** Set once it was answered from here, until the browser says that it is closed. */
  answered: AnsweredDialog | null;
}

/** `Page.javascriptDialogOpening` and `Page.javascriptDialogClosed` of the Chrome DevTools Protocol. */
const opening = z.object({
  type: dialogKind,
  message: z.string(),
  defaultPrompt: z.optional(z.string()),
  url: z.optional(z.string()),
});
const closed = z.object({ result: z.boolean(), userInput: z._default(z.string(), "") });

/** A page that opened a dialog within this time may be about to open the next one, in ms. */
const STILL_ASKING_MS = 1_000;

export class Dialogs {
  readonly #options: DialogsOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #book = new DialogBook();
  /** Ends while a dialog waits in the tab, and is replaced when it does not any more. */
  readonly #open = new Map<number, AbortController>();
  /** Tabs that are being left, with the dialogs they opened since: what asks there is not asked for. */
  readonly #leaving = new Map<number, number>();
  /** When each tab last opened a dialog, in ms since the epoch. */
  readonly #openedAt = new Map<number, number>();

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  /** The one that waits in a tab. */
  openIn(tabId: number): OpenDialog | null {
    return this.#waiting.get(tabId)?.dialog ?? null;
  }

  /** When it gets the answer nobody gave, in ms since the epoch. */
  waitsUntil(tabId: number): number | null {
    return this.#waiting.get(tabId)?.until ?? null;
  }

  /**
   * Ends, with `dialog-open` for its reason, when a dialog begins to wait in the tab; has ended already
   * where one does. The page answers nobody then.
   */
  signalOf(tabId: number): AbortSignal {
    return this.#controller(tabId).signal;
  }

  /** Those answered in a tab since the last time this was asked. */
  take(tabId: number): TakenDialogs {
    return this.#book.take(tabId);
  }

  /**
   * @throws WebservError `no-dialog` where none waits, `dialog-unanswerable` where only the person can,
   *   `invalid-params` for text that it has no place for.
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
   * Dismisses what waits in a tab that is being left, and what asks next, until `stay`.
   * @returns whether the page may go on asking: a dialog waited, or was answered a moment ago
   */
  async leave(tabId: number): Promise<boolean> {
    this.#leaving.set(tabId, 0);
    const waiting = this.#waiting.get(tabId);
    if (waiting?.isOutOfReach === true) return false;
    if (waiting === undefined) {
      return Date.now() - (this.#openedAt.get(tabId) ?? -Infinity) < STILL_ASKING_MS;
    }
    await this.#end(tabId, waiting, { accept: false }, "leaving").catch(() => {});
    return true;
  }

  /** How many dialogs have opened in the tab since it is being left. */
  askedWhileLeaving(tabId: number): number {
    return this.#leaving.get(tabId) ?? 0;
  }

  stay(tabId: number): void {
    this.#leaving.delete(tabId);
  }

  /** Takes over what a former worker knew to be waiting. */
  restore(tabId: number, dialog: OpenDialog, until: number): void {
    if (!this.#waiting.has(tabId)) this.#wait(tabId, dialog, until);
  }

  /** The debugger that heard what waits in the tab was lost, and another one was attached. */
  loseReach(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    waiting.isOutOfReach = true;
  }

  isOutOfReach(tabId: number): boolean {
    return this.#waiting.get(tabId)?.isOutOfReach === true;
  }

  /** The page is not kept by what was out of reach any more: someone has answered it, nobody knows how. */
  goesOn(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting?.isOutOfReach === true) this.#drop(tabId, waiting);
  }

  /** For `Page.javascriptDialogOpening`. */
  opened(tabId: number, params: unknown): void {
    const { data } = opening.safeParse(params);
    if (data === undefined) return;
    const { type: kind, message, defaultPrompt, url } = data;
    const dialog: OpenDialog = {
      kind,
      message: pageLines(message, MAX_DIALOG_TEXT),
      ...(kind === "prompt" ? { default: pageLines(defaultPrompt ?? "", MAX_DIALOG_TEXT) } : {}),
      ...(url === undefined ? {} : { url }),
    };
    this.#openedAt.set(tabId, Date.now());
    const manners = this.#options.mannersOf(tabId);
    const asked = this.#leaving.get(tabId);
    if (asked !== undefined) {
      this.#leaving.set(tabId, asked + 1);
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

  /** For `Page.javascriptDialogClosed`: the person may have answered first. */
  closed(tabId: number, params: unknown): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting === undefined) return;
    const { data } = closed.safeParse(params);
    const accepted = data?.result === true;
    const isPrompt = waiting.dialog.kind === "prompt";
    const by = this.#leaving.has(tabId) ? "leaving" : "elsewhere";
    waiting.answered ??= this.#book.note(tabId, waiting.dialog, by, {
      accept: accepted,
      ...(accepted && isPrompt ? { text: data.userInput } : {}),
    }).told;
    this.#drop(tabId, waiting);
  }

  /** Nobody hears of the tab's dialogs any more. */
  unheard(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    if (waiting !== undefined) this.#drop(tabId, waiting);
  }

  /** The tab is gone. */
  forget(tabId: number): void {
    this.unheard(tabId);
    this.#book.forget(tabId);
    this.#open.delete(tabId);
    this.#openedAt.delete(tabId);
    this.#leaving.delete(tabId);
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
    // Someone else, or the person, may have answered first.
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
    // Before it is sent: the page may open the next one before we hear that it was taken.
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

  /** @throws if the browser refuses the answer; a dialog that it closes instead is dismissed. */
  async #send(tabId: number, answer: Answer): Promise<void> {
    try {
      await this.#options.send(tabId, answer);
    } catch (error) {
      if (!isBeingReplaced(error)) throw error;
      await this.#options.closeUnanswered(tabId);
      if (answer.accept) throw error;
    }
  }

  /** The page may have opened the next one by now. */
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

/** The browser enters nothing by itself, not even what the prompt offers. */
function whole({ kind, default: offered }: OpenDialog, answer: Answer): Answer {
  const isEntered = kind === "prompt" && answer.accept && answer.text === undefined;
  return isEntered && offered !== undefined ? { ...answer, text: offered } : answer;
}

/** Chromium's refusal if the tab's next document has taken the debugger over, and has not begun. */
function isBeingReplaced(error: unknown): boolean {
  return String(error).includes("Not attached to an active page");
}

/** An alert has one button, and leaving a page is what was asked for. */
function mustAccept(kind: DialogKind): boolean {
  return kind === "alert" || kind === "beforeunload";
}
