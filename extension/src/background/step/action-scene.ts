// The surroundings of one action: it finds elements, gets input ready, and notes the moment of input.
import type { Action, ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { Screenshot, ScreenshotOptions } from "@webserv/shared/model/screenshot.ts";
import type { Effects, Scrolled, Target } from "@webserv/shared/model/step.ts";
import type { MethodOn, Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { ErrorCode } from "@webserv/shared/protocol/errors.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";
import browser from "webextension-polyfill";

import type {
  ActionContext,
  ActionResult,
  ActionTabs,
  Located,
  DropPosition,
  LocatePurpose,
  PointOptions,
} from "../act/action-context.ts";
import { needOf } from "../act/acts.ts";
import type { FrameNode } from "../frames/frame-node.ts";
import type { FrameCallOptions } from "../frames/frame-peers.ts";
import { GestureGuards } from "../frames/gesture-guards.ts";
import { FrameRoutes } from "../frames/frame-routes.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import type { Debuggers } from "../input/debuggers.ts";
import type { Answer } from "../input/dialogs.ts";
import { TrustedInput } from "../input/trusted-input.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";
import { abortable } from "../wait.ts";
import { actionTabs } from "./action-tabs.ts";
import type { NavigationLog } from "./navigation-log.ts";
import { READ_MS } from "./page-reader.ts";
import type { Screenshots } from "../seeing/screenshots.ts";
import { pointGuarded } from "./guarded-pointing.ts";
import type { Run } from "./run.ts";

/** The longest an element may take to be found, still and free, in ms. */
const LOCATE_MS = 3_000;
/** The longest any other question to the page may take, in ms. */
const FRAME_MS = 5_000;
/** The longest a picture may take, in ms. */
const PICTURE_MS = 30_000;
/** Kept back for the reading afterwards, in ms. */
const READING_MS = 2_000;
/** What was asked went with its document. */
const BETWEEN_PAGES: ReadonlySet<ErrorCode> = new Set(["disconnected", "page-unreadable"]);
/** The longest a page may take to say what has the focus, in ms. */
const AFTERMATH_MS = 300;
/** A page that is about to be left is not waited for. */
const LEAVING_MS = 300;

export interface SceneOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly trees: FrameTrees;
  readonly debuggers: Debuggers;
  readonly navigations: NavigationLog;
  readonly screenshots: Pick<Screenshots, "take">;
  /** The system's select menus and shortcuts are those of macOS. */
  readonly mac: boolean;
}

export interface SceneRun {
  readonly params: Params<"lease.act">;
  readonly run: Run;
  readonly begun: Promise<void>;
  readonly signal: AbortSignal;
  /** When the step must have answered, on the worker's clock. */
  readonly endsAt: number;
}

export class ActionScene implements ActionContext {
  readonly #options: SceneOptions;
  readonly #scene: SceneRun;
  readonly tabs: ActionTabs;
  readonly nativeMenus: boolean;
  trusted: TrustedInput | null = null;
  /** Why input is synthetic; empty where it is trusted. */
  inputReason = "";
  #target: Target | undefined;
  #rebound = false;
  /** Undefined where nobody could tell. */
  #focusBefore: string | null | undefined;
  /** When the first input was sent; null before. */
  inputAt: number | null = null;
  /** Address and tab before the action; null where the session had no current tab. */
  before: { readonly tabId: number; readonly url: string } | null = null;
  /** The inner frame that holds what the action is about; null where none does. */
  frameActedIn: FrameNode | null = null;

  constructor(options: SceneOptions, scene: SceneRun) {
    this.#options = options;
    this.#scene = scene;
    this.nativeMenus = options.mac;
    this.tabs = actionTabs({
      ...options,
      sessionId: scene.params.sessionId,
      run: scene.run,
      isAttached: () => this.trusted !== null,
      prepare: (tabId) => this.#attach(tabId),
      signal: scene.signal,
    });
  }

  get sessionId(): string {
    return this.#scene.params.sessionId;
  }

  get signal(): AbortSignal {
    return this.#scene.signal;
  }

  get target(): Target | undefined {
    return this.#target === undefined || !this.#rebound
      ? this.#target
      : { ...this.#target, rebound: true };
  }

  /** Something may have reached the page. */
  get touched(): boolean {
    return this.inputAt !== null;
  }

  /** Gets the current tab's input ready. @throws WebservError `tab-closed` where the action needs a tab. */
  async prepare(action: Action): Promise<void> {
    const { leases } = this.#options;
    const held = leases.get(this.#scene.params.sessionId);
    const tabId = held.activeTabId;
    if (tabId === null) {
      if (needOf(action) !== "nothing") this.#options.tabs.current(held.sessionId);
      return;
    }
    const [tab] = await Promise.all([
      browser.tabs.get(tabId).catch(() => null),
      this.#attach(tabId),
    ]);
    this.before = { tabId, url: tab?.url ?? "" };
    const id = elementOf(action);
    if (id !== undefined)
      this.frameActedIn = await this.#routes().frameOf(id, this.#timed(FRAME_MS));
  }

  async frame<N extends MethodOn<"worker-frame">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> {
    const routes = this.#routes();
    const id = idIn(params);
    const { action } = this.#scene.params;
    const timed = this.#timed(FRAME_MS + holdMsOf(action));
    // Finds what it scrolls before it does anything.
    const isScroll = action.type === "scroll";
    if (method === "frame.synthesize") {
      // Keys without an element are for whatever frame has the focus, as real ones are.
      if (id === undefined) {
        return await routes.callIn(await routes.focusedFrame(timed), method, params, timed);
      }
      await routes.reveal(id, timed);
      // It has not been acted on yet. What is to be scrolled must not be by this.
      if (!isScroll) await this.#rebinding(() => routes.call(id, "frame.reveal", { id }, timed));
    }
    const call = (): Promise<Result<N>> => routes.call(id, method, params, timed);
    return isScroll || QUESTIONS.has(method) ? await this.#rebinding(call) : await call();
  }

  async isInForeignFrame(): Promise<boolean> {
    const node = this.frameActedIn;
    const tabId = this.before?.tabId;
    if (node === null || tabId === undefined) return false;
    const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
    const originOf = (id: number): string | undefined => {
      const url = frames.find(({ frameId }) => frameId === id)?.url ?? "";
      return /^https?:/.test(url) ? new URL(url).origin : undefined;
    };
    const inner = originOf(node.frameId);
    return inner !== undefined && inner !== originOf(0);
  }

  async answerDialog(answer: Answer): Promise<void> {
    const tabId = this.#options.tabs.current(this.sessionId);
    const { dialogs } = this.#options.debuggers;
    if (this.trusted === null) throw unseenDialogs(this.inputReason);
    if (dialogs.openIn(tabId) !== null) await this.beforeInput();
    await dialogs.answer(tabId, answer);
  }

  async focus(id: string): Promise<Result<"frame.focus">> {
    return await this.#rebinding(() => this.#routes().focus(id, this.#timed(FRAME_MS)));
  }

  async focusField(id: string): Promise<Result<"frame.focus">> {
    return await this.#rebinding(() => this.#routes().focus(id, this.#timed(FRAME_MS), true));
  }

  async reread(id: string): Promise<void> {
    const timed = this.#timed(FRAME_MS);
    const routes = this.#routes();
    const node = await routes.frameOf(id, timed);
    const prefix = node === null ? "" : node.id + FRAME_SEPARATOR;
    await routes.callIn(node, "frame.observe", { prefix }, timed);
  }

  async shows(what: { readonly id: string } | { readonly text: string }): Promise<boolean> {
    const { trees } = this.#options;
    const timed = this.#timed(READ_MS);
    const tabId = this.#tabId();
    try {
      // What has come since the last reading gets its ids, and its frames are known.
      await trees.read(tabId, {}, timed);
      if ("id" in what)
        return (await this.#routes().call(what.id, "frame.shows", what, timed)).shows;
    } catch (error) {
      this.signal.throwIfAborted();
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

  async picture(wish: ScreenshotOptions): Promise<Screenshot> {
    const { sessionId } = this.#scene.params;
    return await this.#options.screenshots.take(sessionId, wish, this.#timed(PICTURE_MS));
  }

  leftMs(): number {
    return this.#leftMs() - READING_MS;
  }

  async locate(id: string, purpose: LocatePurpose, position?: DropPosition): Promise<Located> {
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.#leftMs())));
    const located = await this.#rebinding(() =>
      this.#routes().locate(
        { id, purpose, timeoutMs, ...(position === undefined ? {} : { position }) },
        this.#timed(LOCATE_MS),
      ),
    );
    if (id === elementOf(this.#scene.params.action)) this.#target = located.target;
    return located;
  }

  async locateOption(id: string, option: string): Promise<Located> {
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.#leftMs())));
    const params = { id, purpose: "click", timeoutMs, option } as const;
    return await this.#routes().locate(params, this.#timed(LOCATE_MS));
  }

  async scroller({ id, direction, by }: ActionOf<"scroll">): Promise<Result<"frame.scroller">> {
    const timed = this.#timed(FRAME_MS);
    const found = await this.#rebinding(() =>
      this.#routes().scroller({ id: id ?? null, direction, by }, timed),
    );
    this.#target = found.target;
    return found;
  }

  async scrolled(id: string | undefined): Promise<Scrolled> {
    return await this.#routes().call(id, "frame.scrolled", {}, this.#timed(FRAME_MS));
  }

  async point(
    id: string,
    purpose: LocatePurpose,
    gesture: (at: Located, pointer: TrustedInput) => Promise<boolean>,
    { located, release }: PointOptions = {},
  ): Promise<Located> {
    const { trusted } = this;
    const tabId = this.before?.tabId;
    if (trusted === null || tabId === undefined) {
      throw new WebservError("internal", "there is no trusted input to point with");
    }
    return await pointGuarded(id, {
      locate: () => this.locate(id, purpose),
      beforeInput: () => this.beforeInput(),
      guards: async () => {
        const node = await this.#routes().frameOf(id, this.#timed(FRAME_MS));
        return new GestureGuards(this.#options.trees, tabId, { id, node });
      },
      timed: () => this.#timed(FRAME_MS),
      holdMs: holdMsOf(this.#scene.params.action),
      pointer: trusted,
      gesture: (at) => gesture(at, trusted),
      release: release === undefined ? undefined : (at) => release(at, trusted),
      located,
    });
  }

  /**
   * What became of the focus and of the element, once the page has been read; nothing where the page
   * went on to another document, or does not say.
   */
  async aftermath(): Promise<Pick<Effects, "focus" | "gone">> {
    const id = elementOf(this.#scene.params.action);
    if (this.#focusBefore === undefined) return {};
    const timed = this.#timed(AFTERMATH_MS);
    const [focus, presence] = await Promise.all([
      this.#routes()
        .focusedElement(timed)
        .catch(() => undefined),
      id === undefined || this.target === undefined
        ? undefined
        : this.#routes()
            .call(id, "frame.presence", { id }, timed)
            .catch(() => undefined),
    ]);
    return {
      ...(focus === undefined || focus === this.#focusBefore ? {} : { focus }),
      ...(presence?.state === "gone" ? { gone: true } : {}),
    };
  }

  async beforeInput(): Promise<void> {
    if (this.inputAt !== null) return;
    const { params, begun, signal } = this.#scene;
    const { navigations } = this.#options;
    const canWatch = this.before !== null && navigations.netError(this.before.tabId) === null;
    const watches = canWatch && needOf(params.action) !== "nothing";
    const watched = watches ? this.#watch(params) : Promise.resolve();
    const focus = needOf(params.action) === "page" ? this.#noteFocus() : Promise.resolve();
    await abortable(Promise.all([begun, watched, focus]), signal);
    this.inputAt = performance.now();
  }

  note(result: ActionResult): void {
    this.#target = result.target ?? this.#target;
  }

  async #noteFocus(): Promise<void> {
    const focused = this.#routes().focusedElement(this.#timed(AFTERMATH_MS));
    this.#focusBefore = await focused.catch(() => undefined);
  }

  /**
   * Where the element is gone, the page is read once more: what is known of the element by then tells
   * whether another one has taken its place. For what changes nothing by itself.
   */
  async #rebinding<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const tabId = this.before?.tabId;
      if (tabId === undefined || !isStale(error)) throw error;
      await this.#options.trees.read(tabId, {}, this.#timed(FRAME_MS));
      const result = await call();
      this.#rebound = true;
      return result;
    }
  }

  /** The page's own record of its work. A page that can't be read can still be left. */
  async #watch({ actionId, action }: Params<"lease.act">): Promise<void> {
    const isLeaving = needOf(action) !== "page";
    const timed = this.#timed(isLeaving ? LEAVING_MS : FRAME_MS);
    const id = elementOf(action);
    const watch = (id: string | undefined): Promise<unknown> =>
      this.#routes().call(id, "frame.watch", { actionId }, timed);
    try {
      await Promise.all([watch(undefined), this.frameActedIn === null ? null : watch(id)]);
    } catch (error) {
      this.signal.throwIfAborted();
      if (!isLeaving) throw error;
    }
  }

  async #attach(tabId: number): Promise<void> {
    const held = this.#options.leases.get(this.#scene.params.sessionId);
    if (held.input === "synthetic") {
      this.inputReason = held.inputReason;
      return;
    }
    try {
      await this.#options.debuggers.attach(tabId);
      this.trusted = new TrustedInput(
        this.#options.debuggers,
        tabId,
        { mac: this.#options.mac },
        this.signal,
      );
    } catch (error) {
      this.inputReason = toWebservError(error).message;
    }
  }

  #routes(): FrameRoutes {
    return new FrameRoutes(this.#options.trees, this.#tabId());
  }

  #tabId(): number {
    const tabId = this.before?.tabId;
    if (tabId === undefined) throw new WebservError("tab-closed", "the session has no current tab");
    return tabId;
  }

  #timed(timeoutMs: number): FrameCallOptions {
    return { timeoutMs: Math.max(1, Math.min(timeoutMs, this.#leftMs())), signal: this.signal };
  }

  #leftMs(): number {
    return this.#scene.endsAt - performance.now();
  }
}

/** Asked before anything is done to the element, or of what came of it. */
const QUESTIONS: ReadonlySet<MethodOn<"worker-frame">> = new Set([
  "frame.check-state",
  "frame.find-options",
  "frame.value",
]);

/** An element that was replaced within its document; ids of another document are others. */
function isStale(error: unknown): boolean {
  return (
    error instanceof WebservError &&
    error.code === "stale-id" &&
    error.details["frame"] === undefined
  );
}

/** How long the action itself takes its time. */
function holdMsOf(action: Action): number {
  return action.type === "click" ? (action.holdMs ?? 0) : 0;
}

function unseenDialogs(why: string): WebservError {
  return new WebservError(
    "no-dialog",
    `input is synthetic here (${why}), and then dialogs can be neither seen nor answered`,
    { next: "Ask the person to answer it, or open a session with trusted input." },
  );
}

/** The id of the element that an action is about. */
function elementOf(action: Action): string | undefined {
  return "id" in action ? action.id : undefined;
}

/** The id of the element that a call is about. */
function idIn(params: object): string | undefined {
  if ("id" in params && typeof params.id === "string") return params.id;
  return "action" in params && typeof params.action === "object" && params.action !== null
    ? idIn(params.action)
    : undefined;
}
