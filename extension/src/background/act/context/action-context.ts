// What an action works with: the element's frame, the input of its tab, and the moment before input.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Screenshot, ScreenshotOptions } from "@webserv/shared/model/screenshot.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { Scrolled, Target } from "@webserv/shared/model/step.ts";
import type { Difference } from "@webserv/shared/model/text-difference.ts";

import type { GuardedPart } from "../../input/guard.ts";
import type { Answer } from "../../input/dialog-book.ts";
import type { ElementSpot, Hands } from "../../input/hands.ts";

export type Located = Result<"frame.locate">;
export type LocatePurpose = ParamsInput<"frame.locate">["purpose"];

export type DropPosition = NonNullable<ParamsInput<"frame.locate">["position"]>;

export interface PointOptions {
  /** Where it was found just now; it is looked for where that is left out. */
  readonly located?: Located;
  /** What of the element is meant, where it is not the element itself. */
  readonly part?: GuardedPart;
  /** For a gesture that leaves the button pressed: lets go of it where that was on nothing of the page. */
  readonly release?: () => Promise<void>;
}

export interface ActionContext {
  /** The input of the current tab. */
  readonly hands: Hands;
  readonly signal: AbortSignal;
  readonly page: ActionPage;
  /** What is left for the action, in ms. */
  leftMs(): number;
  /** A picture of the page, with the ids of the last reading. */
  picture(wish: ScreenshotOptions): Promise<Screenshot>;
  /**
   * Finds an element, puts the action on record, brings the pointer there, and has `gesture` press it.
   * What would land on anything else is cancelled before the page hears of it, and tried again.
   * @param gesture tells whether the page has taken the input
   * @throws WebservError what `locate` throws, `covered`, and `slipped`
   */
  point(
    id: string,
    purpose: LocatePurpose,
    gesture: (at: ElementSpot) => Promise<boolean>,
    more?: PointOptions,
  ): Promise<Located>;
  /**
   * Presses a key or a chord where the focus is.
   * @throws WebservError `unknown-key`, and `input-blocked` if a window of the browser's own lay over the page
   *   and the page heard of no key
   */
  press(chord: string): Promise<void>;
  /**
   * Answers the dialog that waits in the current tab.
   * @throws WebservError `no-dialog`, `dialog-unanswerable`, `invalid-params`.
   */
  answerDialog(answer: Answer): Promise<void>;
  /**
   * To be awaited before anything that changes the page: the action is then on record, and the
   * page's work is watched from here. Throws where the action must not go on.
   */
  beforeInput(): Promise<void>;
  readonly tabs: ActionTabs;
}

/** The page that an action is about. */
export interface ActionPage {
  /** Asks the frame in which the element lies that `params` name, else the main one. */
  frame<N extends MethodOn<"worker-frame">>(method: N, params: ParamsInput<N>): Promise<Result<N>>;
  /** As `frame`, of what sends events to the page; undefined if these led it away, so that nobody answers any more. */
  send<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N> | undefined>;
  /**
   * Whether the element, or the text in any frame, can be seen in the page as it is now.
   * @throws WebservError `unknown-id` or `stale-id`
   */
  shows(what: { readonly id: string } | { readonly text: string }): Promise<boolean>;
  /** The point is told as the hands want it. */
  locate(id: string, purpose: LocatePurpose, position?: DropPosition): Promise<Located>;
  /** Where to turn the wheel, and how far. */
  scroller(action: ActionOf<"scroll">): Promise<Result<"frame.scroller">>;
  /** How far what was found last in the frame of `id` is scrolled, once it rests. */
  scrolled(id: string | undefined): Promise<Scrolled>;
  /** As `locate`, of an option in the open list of an element. @throws WebservError `no-such-option` */
  locateOption(id: string, option: string): Promise<Located>;
  /** Gives an element the keyboard's focus, and the frames around it theirs. */
  focus(id: string): Promise<Result<"frame.focus">>;
  /** Whether the frames in which these elements stand share a process, as those of one site do. */
  areOfOneSite(ids: readonly string[]): Promise<boolean>;
  /** As `focus`, of the field that `id` is about where that stands around one. */
  focusField(id: string): Promise<Result<"frame.focus">>;
  /** Reads the element's frame once more, so that its id leads to what the page has put in its place. */
  reread(id: string): Promise<void>;
}

/** The session's tabs, as actions use them. They throw `tab-closed` where there is no current tab. */
export interface ActionTabs {
  /** What is loaded for `url`, which may be a path of the current page's site. @throws WebservError `url-not-allowed`. */
  address(url: string): Promise<string>;
  /** The current one where no index is given. @throws WebservError `no-such-tab`. */
  find(index: number | undefined): number;
  navigate(address: string): Promise<void>;
  /** By -1 or 1 in the tab's history. @throws WebservError `navigation-failed` at its end. */
  travel(delta: -1 | 1): Promise<void>;
  reload(): Promise<void>;
  open(address: string): Promise<void>;
  switchTo(tabId: number): Promise<void>;
  close(tabId: number): Promise<void>;
}

export interface ActionResult {
  readonly target?: Target;
  readonly scrolled?: Scrolled;
  /** The field's value afterwards. */
  readonly value?: string;
  readonly difference?: Difference;
  /** The text was entered, and the page left the field empty. */
  readonly emptied?: true;
  /** The part of the page that the observation is to show alone. */
  readonly expand?: string;
  readonly screenshot?: Screenshot;
  /** Why this action was carried out by synthetic events although input is trusted. */
  readonly inputReason?: string;
}
