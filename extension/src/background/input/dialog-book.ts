// Keeps the dialogs that were answered in each tab until a step reports them.
import type { AnsweredDialog, OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import { MAX_DIALOG_TEXT } from "@webserv/shared/model/page/dialog.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";

/** The most dialogs that are kept for a tab, since a page can open them without end while no step reports them. */
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

const nothing: TakenDialogs = { dialogs: [], unlisted: 0 };

export class DialogBook {
  readonly #noted = new Map<number, TakenDialogs>();

  /** Returns, and forgets, the dialogs answered in a tab since the last call. */
  take(tabId: number): TakenDialogs {
    const taken = this.#noted.get(tabId) ?? nothing;
    this.#noted.delete(tabId);
    return taken;
  }

  /** Notes an answered dialog. The caller calls `takeBack` if it turns out that there was none to answer. */
  note(
    tabId: number,
    { kind, message }: OpenDialog,
    by: AnsweredDialog["by"],
    { accept, text }: Answer,
  ): { readonly told: AnsweredDialog; readonly takeBack: () => void } {
    const { dialogs, unlisted } = this.#noted.get(tabId) ?? nothing;
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
