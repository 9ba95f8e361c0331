// What an action works with: the element's frame, the input of its tab, and the moment before input.
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import type { Difference } from "@webserv/shared/model/text-difference.ts";

import type { TrustedInput } from "../input/trusted-input.ts";

export type Located = Result<"frame.locate">;
export type LocatePurpose = ParamsInput<"frame.locate">["purpose"];

export interface ActionContext {
  /** The tab's input, or null where only synthetic events can be had. */
  readonly trusted: TrustedInput | null;
  /** Select menus are the operating system's and take no keys from us. */
  readonly nativeMenus: boolean;
  readonly signal: AbortSignal;
  /** Asks the frame in which the element lies that `params` name, else the main one. */
  frame<N extends MethodOn<"worker-frame">>(method: N, params: ParamsInput<N>): Promise<Result<N>>;
  /** The point is one of the tab's page, whichever frame the element is in. */
  locate(id: string, purpose: LocatePurpose): Promise<Located>;
  /** As `locate`, of an option in the open list of an element. @throws WebservError `no-such-option` */
  locateOption(id: string, option: string): Promise<Located>;
  /** Gives an element the keyboard's focus, and the frames around it theirs. */
  focus(id: string): Promise<Result<"frame.focus">>;
  /** As `focus`, of the field that `id` is about where that stands around one. */
  focusField(id: string): Promise<Result<"frame.focus">>;
  /** Reads the element's frame once more, so that its id leads to what the page has put in its place. */
  reread(id: string): Promise<void>;
  /**
   * To be awaited before anything that changes the page: the action is then on record, and the
   * page's work is watched from here. Throws where the action must not go on.
   */
  beforeInput(): Promise<void>;
  readonly tabs: ActionTabs;
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
  /** The field's value afterwards. */
  readonly value?: string;
  readonly difference?: Difference;
  /** Why this action was carried out by synthetic events although input is trusted. */
  readonly inputReason?: string;
}
