// Describes an action to the worker: its code, its needs, and its words for the person.
import type { ActionOf, ActionType, AskedOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

/** A `page` is a readable page in the current tab; a `tab` is a current tab, whatever it shows. */
export type Need = "page" | "tab" | "nothing";

export interface Act<T extends ActionType> {
  readonly run: (action: ActionOf<T>, context: ActionContext) => Promise<ActionResult>;
  readonly needs: Need;
  /**
   * The caller need not confirm beforehand that the id still means the same element: the action does nothing to
   * the page, or begins by locating the element, which confirms it.
   */
  readonly confirmsItself?: true;
  /** Tells whether links open in tabs behind the current one. It is absent if the action opens none so. */
  readonly opensBehind?: (action: AskedOf<T>) => boolean;
  /** Describes the action to the person who watches, without the text that is typed. */
  readonly words: (action: AskedOf<T>) => string;
}
