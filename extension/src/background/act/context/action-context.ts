// Defines what an action works with: the input of its tab, the frames of its page, and the session's tabs.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { ElementName, ElementPoint } from "@webserv/shared/model/actions/action-spec.ts";
import type { Screenshot, ScreenshotOptions } from "@webserv/shared/model/page/screenshot.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { Scrolled, Target } from "@webserv/shared/model/page/target.ts";
import type { Difference } from "@webserv/shared/model/text/text-difference.ts";

import type { GuardedPart } from "../../input/guard.ts";
import type { Answer } from "../../input/dialog-book.ts";
import type { ElementSpot, Hands } from "../../input/hands.ts";

export type Located = Result<"frame.locate">;
export type LocatePurpose = ParamsInput<"frame.locate">["purpose"];

export interface Scroller extends Result<"frame.scroller"> {
  /** Undefined for the main frame. */
  readonly id: string | undefined;
}

/** Words in an element, and which of them are meant. */
export type Words = ParamsInput<"frame.find-words">;

/** The place at an element that is wanted: an edge of it, or a point in its box. */
export type Place = Pick<ParamsInput<"frame.locate">, "position" | "at">;

export interface PointOptions {
  /** The position at which the element was just found; if it is absent, the element is located first. */
  readonly located?: Located;
  /** The part of the element that the gesture is for, if it is not the element itself. */
  readonly part?: GuardedPart;
  /** The point of its box, by parts of that; any if it is absent. */
  readonly at?: ElementPoint | undefined;
  /** Releases the button if a gesture that leaves it pressed did not land on the element. */
  readonly release?: () => Promise<void>;
}

export interface ApproachOptions {
  readonly id: string;
  readonly purpose: LocatePurpose;
  readonly part?: GuardedPart;
}

export interface ActionContext {
  /** The input of the current tab. */
  readonly hands: Hands;
  readonly signal: AbortSignal;
  readonly page: ActionPage;
  /** Returns the time left for the action, in ms. */
  leftMs(): number;
  /** Takes a picture of the page, with the ids of the last reading. */
  picture(wish: ScreenshotOptions): Promise<Screenshot>;
  /**
   * Finds an element, puts the action on record, brings the pointer there, and has `gesture` press it.
   * Input that would land on another element is cancelled before the page sees it, and tried again.
   * @param gesture resolves with whether the page has taken the input
   * @throws WebservError the errors of `locate`, `covered`, and `slipped`
   */
  point(
    id: string,
    purpose: LocatePurpose,
    gesture: (at: ElementSpot) => Promise<boolean>,
    more?: PointOptions,
  ): Promise<Located>;
  /** Brings the pointer to where an element is now, although it moves: it may rest as long as the pointer is on it. */
  approach(to: ApproachOptions): Promise<void>;
  /**
   * Presses a key or a chord where the focus is.
   * @throws WebservError `unknown-key`, and `input-blocked` if a window of the browser's own lay over the page
   *   and the page received no key
   */
  press(chord: string, holdMs?: number): Promise<void>;
  /**
   * Answers the dialog that waits in the current tab.
   * @throws WebservError `no-dialog`, `dialog-unanswerable`, `invalid-params`.
   */
  answerDialog(answer: Answer): Promise<void>;
  /**
   * Puts the action on record and begins to watch the page's work; an action awaits it before it changes the page.
   * It throws if the action must not go on.
   */
  beforeInput(): Promise<void>;
  readonly tabs: ActionTabs;
}

/** The page that an action is about. */
export interface ActionPage {
  /** Asks the frame of the element that `params` name, or the main frame if they name none. */
  frame<N extends MethodOn<"worker-frame">>(method: N, params: ParamsInput<N>): Promise<Result<N>>;
  /** Asks as `frame` does, by a method that sends events; returns undefined if these made the page navigate away. */
  send<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N> | undefined>;
  /**
   * Tells whether the element, or the text in any frame, can be seen in the page as it is now.
   * @throws WebservError `unknown-id` or `stale-id`
   */
  shows(what: { readonly id: ElementName } | { readonly text: string }): Promise<boolean>;
  /** Locates an element; the point is in the coordinates that the hands expect (`Hands.pointsIn`). */
  locate(id: string, purpose: LocatePurpose, place?: Place): Promise<Located>;
  /** Locates an element to which something is being dragged, through what is dragged. */
  locateDrop(id: string, place?: Place): Promise<Located>;
  /** Finds the point at which to turn the wheel, how far to turn it, and an id that leads to the frame of both. */
  scroller(action: ActionOf<"scroll">): Promise<Scroller>;
  /** Returns how far the scroller found last in the frame of `id` is scrolled, once it has come to rest. */
  scrolled(id: string | undefined): Promise<Scrolled>;
  /**
   * Finds words in an element or a field; points are in the coordinates that the hands expect.
   * @throws WebservError `no-such-text`, `ambiguous`, `not-selectable`
   */
  words(words: Words): Promise<Result<"frame.find-words">>;
  /** Gives an element the keyboard's focus, and focuses the frames around it. */
  focus(id: string): Promise<Result<"frame.focus">>;
  /** Has the page say whether the element, or what has the focus, holds a secret; nothing is done to it. */
  judgeFocus(id: string | undefined): Promise<void>;
  /** Tells whether the frames of these elements share a process, as frames of one site do. */
  areOfOneSite(ids: readonly string[]): Promise<boolean>;
  /** Focuses the field inside the element of `id`, if that wraps one, else the element itself. */
  focusField(id: string): Promise<Result<"frame.focus">>;
  /** Reads the element's frame once more, so that its id leads to the element by which the page has replaced it. */
  reread(id: string): Promise<void>;
}

/** The session's tabs, as actions use them. The methods throw `tab-closed` if there is no current tab. */
export interface ActionTabs {
  /**
   * Returns the whole address for `url`, which may be a path on the current site.
   * @throws WebservError `url-not-allowed`.
   */
  address(url: string): Promise<string>;
  /** Finds a tab, by default the current one. @throws WebservError `no-such-tab`. */
  find(index: number | undefined): number;
  navigate(address: string): Promise<void>;
  /** Goes one step in the tab's history. @throws WebservError `navigation-failed` at its end. */
  travel(delta: -1 | 1): Promise<void>;
  reload(): Promise<void>;
  open(address: string): Promise<void>;
  switchTo(tabId: number): Promise<void>;
  close(tabId: number): Promise<void>;
}

export interface ActionResult {
  readonly target?: Target;
  readonly scrolled?: Scrolled;
  /** The field's value after the action. */
  readonly value?: string;
  readonly difference?: Difference;
  /** Set if the text was entered and the page left the field empty. */
  readonly emptied?: true;
  /** The part of the page that the observation is to show alone. */
  readonly expand?: string;
  readonly screenshot?: Screenshot;
  /** The reason for which this action used synthetic events although input is trusted. */
  readonly inputReason?: string;
}
