// Keeps the dialogs that were answered in each tab until a step reports them.
import type { AnsweredDialog, OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import { MAX_DIALOG_TEXT } from "@webserv/shared/model/page/dialog.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";

/** The most different dialogs that are kept for a tab, since a page can open them without end while no step reports them. */
export const MAX_DIALOGS = 50;

export interface TakenDialogs {
  /** Oldest first. */
  readonly dialogs: readonly AnsweredDialog[];
  /** The number of further dialogs that were not kept. */
  readonly unlisted: number;
}

export interface Answer {
  readonly accept: boolean;
  /** The text to enter in a prompt. */
  readonly text?: string;
}

/** A dialog, and how many like it were answered one after another. */
interface Entry {
  readonly dialog: AnsweredDialog;
  times: number;
}

interface Noted {
  /** Oldest first. */
  readonly entries: Entry[];
  unlisted: number;
}

export class DialogBook {
  readonly #noted = new Map<number, Noted>();

  /** Returns, and forgets, the dialogs answered in a tab since the last call. */
  take(tabId: number): TakenDialogs {
    const { entries, unlisted } = this.#noted.get(tabId) ?? { entries: [], unlisted: 0 };
    this.#noted.delete(tabId);
    const told = entries.filter(({ times }) => times > 0);
    return {
      dialogs: told.map(({ dialog, times }) => (times === 1 ? dialog : { ...dialog, times })),
      unlisted,
    };
  }

  /** Notes an answered dialog. The caller calls `takeBack` if it turns out that there was none to answer. */
  note(
    tabId: number,
    { kind, message }: OpenDialog,
    by: AnsweredDialog["by"],
    { accept, text }: Answer,
  ): { readonly told: AnsweredDialog; readonly takeBack: () => void } {
    const shown = text?.slice(0, MAX_DIALOG_TEXT);
    // The agent's text may be a secret: unlike a field, a dialog does not say whether it is.
    const entered = shown !== undefined && by === "agent" ? dots(shown) : shown;
    const told: AnsweredDialog = {
      kind,
      message,
      answer: accept ? "accepted" : "dismissed",
      ...(entered === undefined ? {} : { text: entered }),
      by,
    };
    const noted = this.#noted.get(tabId) ?? { entries: [], unlisted: 0 };
    this.#noted.set(tabId, noted);
    const last = noted.entries.at(-1);
    const takeBack = (entry: Entry) => (): void => void entry.times--;
    if (last !== undefined && isSame(last.dialog, told)) {
      last.times++;
      return { told, takeBack: takeBack(last) };
    }
    const entry = { dialog: told, times: 1 };
    if (noted.entries.length < MAX_DIALOGS) noted.entries.push(entry);
    else noted.unlisted++;
    return { told, takeBack: takeBack(entry) };
  }

  forget(tabId: number): void {
    this.#noted.delete(tabId);
  }
}

function isSame(one: AnsweredDialog, other: AnsweredDialog): boolean {
  return (
    one.kind === other.kind &&
    one.message === other.message &&
    one.answer === other.answer &&
    one.text === other.text &&
    one.by === other.by
  );
}
