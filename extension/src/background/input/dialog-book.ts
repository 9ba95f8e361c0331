// The dialogs that were answered in each tab and are still to be told of.
import type { AnsweredDialog, OpenDialog } from "@webserv/shared/model/dialog.ts";
import { MAX_DIALOG_TEXT } from "@webserv/shared/model/dialog.ts";
import { dots } from "@webserv/shared/model/text-difference.ts";

/** Dialogs of a tab kept to be told of; a page can open them without end while nobody asks. */
export const MAX_DIALOGS = 50;

export interface TakenDialogs {
  /** Oldest first. */
  readonly dialogs: readonly AnsweredDialog[];
  /** How many more there were. */
  readonly unlisted: number;
}

export interface Answer {
  readonly accept: boolean;
  /** Entered in a prompt. */
  readonly text?: string;
}

const nothing: TakenDialogs = { dialogs: [], unlisted: 0 };

export class DialogBook {
  readonly #noted = new Map<number, TakenDialogs>();

  /** Those answered in a tab since the last time this was asked. */
  take(tabId: number): TakenDialogs {
    const taken = this.#noted.get(tabId) ?? nothing;
    this.#noted.delete(tabId);
    return taken;
  }

  /** `takeBack` is for where it turns out that there was none to answer. */
  note(
    tabId: number,
    { kind, message }: OpenDialog,
    by: AnsweredDialog["by"],
    { accept, text }: Answer,
  ): { readonly told: AnsweredDialog; readonly takeBack: () => void } {
    const { dialogs, unlisted } = this.#noted.get(tabId) ?? nothing;
    const shown = text?.slice(0, MAX_DIALOG_TEXT);
    // What the agent enters may be a secret: no field says that it is none.
    const entered = shown !== undefined && by === "agent" ? dots(shown) : shown;
    const told: AnsweredDialog = {
      kind,
      message,
      answer: accept ? "accepted" : "dismissed",
      ...(entered === undefined ? {} : { text: entered }),
      by,
    };
    this.#noted.set(
      tabId,
      dialogs.length < MAX_DIALOGS
        ? { dialogs: [...dialogs, told], unlisted }
        : { dialogs, unlisted: unlisted + 1 },
    );
    const takeBack = (): void => {
      const noted = this.#noted.get(tabId);
      if (noted === undefined) return;
      this.#noted.set(tabId, { ...noted, dialogs: noted.dialogs.filter((each) => each !== told) });
    };
    return { told, takeBack };
  }

  forget(tabId: number): void {
    this.#noted.delete(tabId);
  }
}
