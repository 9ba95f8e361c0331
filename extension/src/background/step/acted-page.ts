// Gives an action access to its page: it finds elements by their ids, in whatever frames they are.
import type { Action, ActionOf, Asked } from "@webserv/shared/model/action.ts";
import type { ElementName } from "@webserv/shared/model/actions/action-spec.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import type { Scrolled, Target } from "@webserv/shared/model/page/target.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type {
  ActionPage,
  Located,
  LocatePurpose,
  Place,
  Scroller,
  Words,
} from "../act/context/action-context.ts";
import { confirmsItself } from "../act/acts.ts";
import type { FrameNode } from "../frames/frame-node.ts";
import type { FramePeers } from "../frames/frame-peers.ts";
import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { LocateParams } from "../frames/frame-routes.ts";
import { FrameRoutes } from "../frames/frame-routes.ts";
import { areOfOneSite, isForeign } from "../frames/frame-sites.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import { frontScroller } from "../frames/front-scroller.ts";
import type { Hands } from "../input/hands.ts";
import type { EventSender } from "../input/synthetic-hands.ts";
import { EntryVerdict } from "./entry-verdict.ts";
import { Aftermath } from "./aftermath.ts";
import { elementOf, idIn } from "./action-element.ts";
import { ActionElements, withIds } from "./named-action.ts";
import { isStale, QUESTIONS } from "./page-questions.ts";
import { sentEvents } from "./sent-events.ts";
import type { StepTime } from "./step-time.ts";
import { documentsIn, watchFrames } from "./settle/reacting-frames.ts";

/** The longest wait of a page that answers until an element has stopped moving and is not covered, in ms. */
const LOCATE_MS = 3_000;
/** The longest wait for a page that is about to be left, in ms. */
const LEAVING_MS = 300;

export interface ActedPageOptions {
  readonly trees: FrameTrees;
  readonly frames: Pick<FramePeers, "takeSending">;
  readonly action: Asked;
  readonly signal: AbortSignal;
  readonly time: StepTime;
}

export class ActedPage implements ActionPage, EventSender {
  readonly #options: ActedPageOptions;
  /** The action, with the ids of its elements once they are known. */
  #action: Asked;
  /** The tab of the action; undefined if the session has no current tab. */
  tabId: number | undefined;
  /** The element that the action is about, as it was last found. */
  target: Target | undefined;
  /** True if the element has replaced the one that had the id before. */
  rebound = false;
  /** The inner frame that contains the element; null if that is in the main frame. */
  frameActedIn: FrameNode | null = null;
  /** Resolves with the browser's ids of the tab's documents when the action began; empty if nobody asked for them. */
  documentsBefore: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>());
  /** Gathers whether the text that the action enters is a secret. */
  readonly entry = new EntryVerdict();
  #pointsIn: Hands["pointsIn"] = "tab";
  readonly aftermath: Aftermath;

  constructor(options: ActedPageOptions) {
    this.#options = options;
    this.#action = options.action;
    this.aftermath = new Aftermath({
      action: () => this.#action,
      entry: this.entry,
      routes: () => this.routes(),
      timed: (timeoutMs) => this.timed(timeoutMs),
      afterwards: (timeoutMs) => this.afterwards(timeoutMs),
    });
  }

  /**
   * Finds the action's elements in this tab, and their frame, and confirms them unless the action does so itself.
   * @param pointsIn is the origin of the points that the hands expect
   * @returns the action with the ids of what it names by words
   */
  async open(tabId: number, pointsIn: Hands["pointsIn"]): Promise<Action> {
    this.tabId = tabId;
    this.#pointsIn = pointsIn;
    const named = await withIds(this.#action, async (words, field) => {
      const { id, rebound } = await this.#elements().one(words);
      this.rebound ||= rebound && field === "id";
      return id;
    });
    const action = named.type === "select_text" ? await this.#elements().holding(named) : named;
    this.#action = action;
    const id = elementOf(action);
    if (id === undefined) return action;
    this.frameActedIn = await this.routes().frameOf(id, this.timed());
    if (confirmsItself(action)) return action;
    await this.#confirm(id);
    if ("to" in action && action.to !== undefined) await this.#confirm(action.to);
    return action;
  }

  #elements(): ActionElements {
    return new ActionElements({
      trees: this.#options.trees,
      tabId: this.#currentTab(),
      routes: this.routes(),
      timed: () => this.timed(),
    });
  }

  /** Makes sure that the page has not put other content into the element since the agent was shown its id. */
  async #confirm(id: string): Promise<void> {
    const timed = this.timed();
    const { rebound } = await this.#rebinding(() =>
      this.routes().call(id, "frame.confirm", { id }, timed),
    );
    this.rebound ||= rebound && id === elementOf(this.#action);
  }

  async frame<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> {
    const routes = this.routes();
    const id = idIn(params);
    const timed = this.timed();
    const call = (): Promise<Result<N>> => routes.call(id, method, params, timed);
    return this.#heard(method, QUESTIONS.has(method) ? await this.#rebinding(call) : await call());
  }

  async send<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N> | undefined> {
    return await this.#sent(() => this.frame(method, params));
  }

  async sendToFocus<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N> | undefined> {
    const routes = this.routes();
    const timed = this.timed();
    const id = elementOf(this.#action);
    // Input for an element is never sent to another frame, even if that has taken the focus.
    const node =
      id === undefined ? await routes.focusedFrame(timed) : await routes.frameOf(id, timed);
    return await this.#sent(async () =>
      this.#heard(method, await routes.callIn(node, method, params, timed)),
    );
  }

  #sent<T>(ask: () => Promise<T>): Promise<T | undefined> {
    return sentEvents(this.#options.frames, this.#currentTab(), ask);
  }

  #heard<N extends MethodOn<"worker-frame">>(method: N, answer: Result<N>): Result<N> {
    this.entry.hearAnswer(method, answer);
    return answer;
  }

  async isInForeignFrame(): Promise<boolean> {
    const node = this.frameActedIn;
    return node !== null && (await isForeign(this.#currentTab(), node));
  }

  async areOfOneSite(ids: readonly string[]): Promise<boolean> {
    const nodes = ids.map((id) => this.routes().frameOf(id, this.timed()));
    return await areOfOneSite(this.#currentTab(), await Promise.all(nodes));
  }

  async focus(id: string): Promise<Result<"frame.focus">> {
    return await this.#focus(id, false);
  }

  async focusField(id: string): Promise<Result<"frame.focus">> {
    return await this.#focus(id, true);
  }

  async #focus(id: string, field: boolean): Promise<Result<"frame.focus">> {
    const focus = await this.#rebinding(() => this.routes().focus(id, this.timed(), field));
    this.entry.hear(focus.secret === true);
    if (this.#action.type === "press") await this.aftermath.focused(this.timed());
    return focus;
  }

  async judgeFocus(id: string | undefined): Promise<void> {
    if (id === undefined) await this.aftermath.focused(this.timed());
    else await this.locate(id, "hover");
  }

  async reread(id: string): Promise<void> {
    const timed = this.timed();
    const routes = this.routes();
    const node = await routes.frameOf(id, timed);
    const prefix = node === null ? "" : node.id + FRAME_SEPARATOR;
    await routes.callIn(node, "frame.observe", { prefix, aside: true }, timed);
  }

  async shows(what: { readonly id: ElementName } | { readonly text: string }): Promise<boolean> {
    return await this.#elements().shows(what);
  }

  async locate(id: string, purpose: LocatePurpose, place: Place = {}): Promise<Located> {
    return await this.aim({ id, purpose, ...place });
  }

  async locateDrop(id: string, place: Place = {}): Promise<Located> {
    return await this.aim({ id, purpose: "hover", ...place, drop: true });
  }

  /** Locates an element, or an option of its open list. The frame also gets ready for the gesture if it can. */
  async aim(wish: Omit<LocateParams, "timeoutMs">): Promise<Located> {
    const { id } = wish;
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.leftMs())));
    const locate = (): Promise<Located> =>
      this.routes().locate({ ...wish, timeoutMs }, this.#pointsIn, this.timed());
    if (wish.option !== undefined) return await locate();
    const located = await this.#rebinding(locate);
    if (id === elementOf(this.#action)) this.target = located.target;
    this.entry.hear(located.secret === true);
    this.rebound ||= located.target.rebound === true;
    return located;
  }

  async scroller({ id, direction, by }: ActionOf<"scroll">): Promise<Scroller> {
    const timed = this.timed();
    const ask = (
      params: ParamsInput<"frame.scroller">,
      at: string | undefined,
    ): Promise<Result<"frame.scroller">> =>
      this.routes().scroller(params, this.#pointsIn, timed, at);
    const found = await this.#rebinding(async () =>
      id === undefined
        ? await frontScroller(ask, { direction, by })
        : { ...(await ask({ id, direction, by }, id)), id },
    );
    this.target = found.target;
    return found;
  }

  async words(words: Words): Promise<Result<"frame.find-words">> {
    return await this.#rebinding(() => this.routes().words(words, this.#pointsIn, this.timed()));
  }

  async scrolled(id: string | undefined): Promise<Scrolled> {
    return await this.routes().call(id, "frame.scrolled", {}, this.timed());
  }

  /**
   * Has the page begin to record its work. It ignores failures if the action leaves the page.
   * @param isMainReady is true if the main frame records already
   */
  async watch(
    params: ParamsInput<"frame.watch">,
    isLeaving: boolean,
    isMainReady: boolean,
  ): Promise<void> {
    const { trees, signal } = this.#options;
    const tabId = this.#currentTab();
    this.documentsBefore = documentsIn(tabId);
    try {
      await watchFrames({
        trees,
        tabId,
        actedIn: this.frameActedIn,
        params,
        isMainReady,
        call: this.timed(isLeaving ? LEAVING_MS : undefined),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!isLeaving) throw error;
    }
  }

  /**
   * Makes a call that changes nothing. If its element is gone, it reads the page once more, which rebinds the id to
   * the element's replacement if there is one, and makes the call again.
   */
  async #rebinding<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const { tabId } = this;
      if (tabId === undefined || !isStale(error)) throw error;
      await this.#options.trees.read(tabId, { aside: true }, this.timed());
      const result = await call();
      this.rebound = true;
      return result;
    }
  }

  routes(): FrameRoutes {
    return new FrameRoutes(this.#options.trees, this.#currentTab());
  }

  #currentTab(): number {
    const { tabId } = this;
    if (tabId === undefined) throw new WebservError("tab-closed", "the session has no current tab");
    return tabId;
  }

  /** Returns the options of a call: it may take the rest of the step's time, or `atMostMs` if it can be done without. */
  timed(atMostMs = Infinity): FrameCallOptions {
    const { signal } = this.#options;
    const timeoutMs = Math.max(1, Math.min(atMostMs, this.leftMs()));
    return { timeoutMs, signal, letsRead: true, heard: () => this.heard() };
  }

  /** Returns the options of a call that asks for more once the page has been read. */
  afterwards(atMostMs: number): FrameCallOptions {
    const { signal, time } = this.#options;
    return { timeoutMs: Math.min(atMostMs, time.readingMs(true)), signal };
  }

  /** Notes that the page has taken input, or answered. */
  heard(): void {
    this.#options.time.answered();
  }

  /** Returns what is left for acting, in ms. */
  leftMs(): number {
    return this.#options.time.actingMs();
  }
}
