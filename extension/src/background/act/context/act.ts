// What the worker knows of an action: its code, what it needs, and how it is told in a few words.
import type { ActionOf, ActionType } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

/** `page`: the page shown, which it does something to; `tab`: a current tab, whatever that shows. */
export type Need = "page" | "tab" | "nothing";

export interface Act<T extends ActionType> {
  readonly run: (action: ActionOf<T>, context: ActionContext) => Promise<ActionResult>;
  readonly needs: Need;
  /**
   * Nobody has to make sure before that its element is what its id was told for: it does nothing to the page, or
   * begins by looking for the element, which tells.
   */
  readonly confirmsItself?: true;
  /** For the person who watches. What is typed is not repeated. */
  readonly words: (action: ActionOf<T>) => string;
}
