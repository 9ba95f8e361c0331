// The page that an action is about: its elements by their ids, through whatever frames they stand in.
import type { Action, ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { Effects, Scrolled, Target } from "@webserv/shared/model/step.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type {
  ActionPage,
  DropPosition,
  Located,
  LocatePurpose,
} from "../act/context/action-context.ts";
import { confirmsItself } from "../act/acts.ts";
import type { FrameNode } from "../frames/frame-node.ts";
import type { FrameCallOptions, FramePeers } from "../frames/frame-peers.ts";
import { FrameRoutes } from "../frames/frame-routes.ts";
import { areOfOneSite, isForeign } from "../frames/frame-sites.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import type { Hands } from "../input/hands.ts";
import type { EventSender } from "../input/synthetic-hands.ts";
import { READ_MS } from "./page-reader.ts";
import { EntryVerdict } from "./entry-verdict.ts";
import { elementOf, holdMsOf, idIn } from "./action-element.ts";
import { isStale, QUESTIONS } from "./page-questions.ts";
import { sentEvents } from "./sent-events.ts";
import { watchFrames } from "./settle/reacting-frames.ts";

/** The longest an element may take to be found, still and free, in ms. */
const LOCATE_MS = 3_000;
/** The longest any other question to the page may take, in ms. */
const FRAME_MS = 5_000;
/** What was asked went with its document. */
const BETWEEN_PAGES: ReadonlySet<ErrorCode> = new Set(["disconnected", "page-unreadable"]);
/** The longest a page may take to say what has the focus, in ms. */
const AFTERMATH_MS = 300;
/** A page that is about to be left is not waited for. */
const LEAVING_MS = 300;

export interface ActedPageOptions {
  readonly trees: FrameTrees;
  readonly frames: Pick<FramePeers, "takeSending">;
  readonly action: Action;
  readonly signal: AbortSignal;
  /** When the step must have answered, on the worker's clock. */
  readonly endsAt: number;
}

export class ActedPage implements ActionPage, EventSender {
  readonly #options: ActedPageOptions;
  /** Undefined as long as the session is known to have no current tab. */
  tabId: number | undefined;
  /** The element that the action is about, as it was found last. */
  target: Target | undefined;
  /** Whether it has taken the place of the one that had the id before. */
  rebound = false;
  /** The inner frame that holds it; null where none does. */
  frameActedIn: FrameNode | null = null;
  /** The browser's ids of the tab's documents when the action began; none where nobody asked. */
  documentsBefore: ReadonlySet<string> = new Set();
  /** Whether what the action enters is a secret. */
  readonly entry = new EntryVerdict();
  #pointsIn: Hands["pointsIn"] = "tab";
  /** Undefined where nobody could tell. */
  #focusBefore: string | null | undefined;

  constructor(options: ActedPageOptions) {
    this.#options = options;
  }

  /** The action's element is in one of this tab's frames; points are told as the hands want them. */
  async open(tabId: number, pointsIn: Hands["pointsIn"]): Promise<void> {
    this.tabId = tabId;
    this.#pointsIn = pointsIn;
    const id = elementOf(this.#options.action);
    if (id === undefined) return;
    this.frameActedIn = await this.routes().frameOf(id, this.timed());
    const { action } = this.#options;
    if (confirmsItself(action)) return;
    await this.#confirm(id);
    if (action.type === "drag" && action.to !== undefined) await this.#confirm(action.to);
  }

  /** A page may have put another thing into the element since its id was told. */
  async #confirm(id: string): Promise<void> {
    const timed = this.timed(LOCATE_MS);
    const { rebound } = await this.#rebinding(() =>
      this.routes().call(id, "frame.confirm", { id }, timed),
    );
    this.rebound ||= rebound && id === elementOf(this.#options.action);
  }

  async frame<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> {
    const routes = this.routes();
    const id = idIn(params);
    const { action } = this.#options;
    const timed = this.timed(FRAME_MS + holdMsOf(action));
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
    const id = elementOf(this.#options.action);
    // What is meant for an element never goes into another frame, even if that has taken the focus.
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
    if (this.#options.action.type === "press") await this.#focused(this.timed());
    return focus;
  }

  /** Pages hand the focus on, at a key too: that is as secret as what receives it, and not as what was named. */
  async #focused(timed: FrameCallOptions): Promise<Result<"frame.focused">> {
    const found = await this.routes().focused(timed);
    if (this.#options.action.type === "press") this.entry.hear(found.secret === true);
    return found;
  }

  async reread(id: string): Promise<void> {
    const timed = this.timed();
    const routes = this.routes();
    const node = await routes.frameOf(id, timed);
    const prefix = node === null ? "" : node.id + FRAME_SEPARATOR;
    await routes.callIn(node, "frame.observe", { prefix, aside: true }, timed);
  }

  async shows(what: { readonly id: string } | { readonly text: string }): Promise<boolean> {
    const { trees } = this.#options;
    const timed = this.timed(READ_MS);
    const tabId = this.#currentTab();
    try {
      // What has come since the last reading gets its ids, and its frames are known.
      await trees.read(tabId, { aside: true }, timed);
      if ("id" in what)
        return (await this.routes().call(what.id, "frame.shows", what, timed)).shows;
    } catch (error) {
      this.#options.signal.throwIfAborted();
      const isBetweenPages = error instanceof WebservError && BETWEEN_PAGES.has(error.code);
      if (isBetweenPages) return false;
      throw error;
    }
    const asked = [null, ...trees.framesOf(tabId)].map((node) =>
      trees.ask(tabId, node, "frame.shows", what, timed),
    );
    const answers = await Promise.allSettled(asked);
    return answers.some((answer) => answer.status === "fulfilled" && answer.value.shows);
  }

  async locate(id: string, purpose: LocatePurpose, position?: DropPosition): Promise<Located> {
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.leftMs())));
    const located = await this.#rebinding(() =>
      this.routes().locate(
        { id, purpose, timeoutMs, ...(position === undefined ? {} : { position }) },
        this.#pointsIn,
        this.timed(LOCATE_MS),
      ),
    );
    if (id === elementOf(this.#options.action)) this.target = located.target;
    this.entry.hear(located.secret === true);
    this.rebound ||= located.target.rebound === true;
    return located;
  }

  async locateOption(id: string, option: string): Promise<Located> {
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.leftMs())));
    const params = { id, purpose: "click", timeoutMs, option } as const;
    return await this.routes().locate(params, this.#pointsIn, this.timed(LOCATE_MS));
  }

  async scroller({ id, direction, by }: ActionOf<"scroll">): Promise<Result<"frame.scroller">> {
    const timed = this.timed();
    const found = await this.#rebinding(() =>
      this.routes().scroller({ id: id ?? null, direction, by }, this.#pointsIn, timed),
    );
    this.target = found.target;
    return found;
  }

  async scrolled(id: string | undefined): Promise<Scrolled> {
    return await this.routes().call(id, "frame.scrolled", {}, this.timed());
  }

  /** The page's own record of its work. A page that can't be read can still be left. */
  async watch(actionId: string, isLeaving: boolean, linksBehind: boolean): Promise<void> {
    const { trees, signal } = this.#options;
    try {
      this.documentsBefore = await watchFrames({
        trees,
        tabId: this.#currentTab(),
        actedIn: this.frameActedIn,
        actionId,
        linksBehind,
        call: this.timed(isLeaving ? LEAVING_MS : FRAME_MS),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!isLeaving) throw error;
    }
  }

  async noteFocus(): Promise<void> {
    const focused = this.routes().focused(this.timed(AFTERMATH_MS));
    const found = await focused.catch(() => undefined);
    this.#focusBefore = found?.element;
    // Keys without an element go where the focus is.
    const isMeant = elementOf(this.#options.action) === undefined;
    if (isMeant && found !== undefined) this.entry.hear(found.secret === true);
  }

  /**
   * What became of the focus and of the element, once the page has been read; nothing where the page
   * went on to another document, or does not say.
   */
  async aftermath(): Promise<Pick<Effects, "focus" | "gone">> {
    const id = elementOf(this.#options.action);
    if (this.#focusBefore === undefined) return {};
    const timed = this.timed(AFTERMATH_MS);
    const [focus, presence] = await Promise.all([
      this.#focused(timed)
        .then(({ element }) => element)
        .catch(() => undefined),
      id === undefined || this.target === undefined
        ? undefined
        : this.routes()
            .call(id, "frame.presence", { id }, timed)
            .catch(() => undefined),
    ]);
    return {
      ...(focus === undefined || focus === this.#focusBefore ? {} : { focus }),
      ...(presence?.state === "gone" ? { gone: true } : {}),
    };
  }

  /**
   * Where the element is gone, the page is read once more: what is known of the element by then tells
   * whether another one has taken its place. For what changes nothing by itself.
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

  /** The call's own time, as far as the step has so much left. */
  timed(timeoutMs: number = FRAME_MS): FrameCallOptions {
    const { signal } = this.#options;
    return { timeoutMs: Math.max(1, Math.min(timeoutMs, this.leftMs())), signal };
  }

  leftMs(): number {
    return this.#options.endsAt - performance.now();
  }
}
