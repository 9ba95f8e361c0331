// The surroundings of one action: it finds elements, gets input ready, and notes the moment of input.
import type { Action } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import type { MethodOn, Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";
import browser from "webextension-polyfill";

import type {
  ActionContext,
  ActionResult,
  ActionTabs,
  Located,
  LocatePurpose,
} from "../act/action-context.ts";
import { needOf } from "../act/acts.ts";
import type { FrameNode } from "../frames/frame-node.ts";
import type { FrameCallOptions } from "../frames/frame-peers.ts";
import { FrameRoutes } from "../frames/frame-routes.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import type { Debuggers } from "../input/debuggers.ts";
import { TrustedInput } from "../input/trusted-input.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";
import { abortable } from "../wait.ts";
import { actionTabs } from "./action-tabs.ts";
import type { NavigationLog } from "./navigation-log.ts";
import type { Run } from "./run.ts";

/** The longest an element may take to be found, still and free, in ms. */
const LOCATE_MS = 3_000;
/** The longest any other question to the page may take, in ms. */
const FRAME_MS = 5_000;
/** A page that is about to be left is not waited for. */
const LEAVING_MS = 300;

export interface SceneOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly trees: FrameTrees;
  readonly debuggers: Debuggers;
  readonly navigations: NavigationLog;
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
  target: Target | undefined;
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

  get signal(): AbortSignal {
    return this.#scene.signal;
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
    const timed = this.#timed(FRAME_MS);
    if (method === "frame.synthesize") {
      // Keys without an element are for whatever frame has the focus, as real ones are.
      if (id === undefined) {
        return await routes.callIn(await routes.focusedFrame(timed), method, params, timed);
      }
      await routes.reveal(id, timed);
    }
    return await routes.call(id, method, params, timed);
  }

  async focus(id: string): Promise<Result<"frame.focus">> {
    return await this.#routes().focus(id, this.#timed(FRAME_MS));
  }

  async focusField(id: string): Promise<Result<"frame.focus">> {
    return await this.#routes().focus(id, this.#timed(FRAME_MS), true);
  }

  async reread(id: string): Promise<void> {
    const timed = this.#timed(FRAME_MS);
    const routes = this.#routes();
    const node = await routes.frameOf(id, timed);
    const prefix = node === null ? "" : node.id + FRAME_SEPARATOR;
    await routes.callIn(node, "frame.observe", { prefix }, timed);
  }

  async locate(id: string, purpose: LocatePurpose): Promise<Located> {
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.#leftMs())));
    const located = await this.#routes().locate({ id, purpose, timeoutMs }, this.#timed(LOCATE_MS));
    this.target = located.target;
    return located;
  }

  async locateOption(id: string, option: string): Promise<Located> {
    const timeoutMs = Math.max(1, Math.floor(Math.min(LOCATE_MS, this.#leftMs())));
    const params = { id, purpose: "click", timeoutMs, option } as const;
    return await this.#routes().locate(params, this.#timed(LOCATE_MS));
  }

  async beforeInput(): Promise<void> {
    const { params, begun, signal } = this.#scene;
    const { navigations } = this.#options;
    const canWatch = this.before !== null && navigations.netError(this.before.tabId) === null;
    const watches = canWatch && needOf(params.action) !== "nothing";
    const watched = watches ? this.#watch(params) : Promise.resolve();
    await abortable(Promise.all([begun, watched]), signal);
    this.inputAt = performance.now();
  }

  note(result: ActionResult): void {
    this.target = result.target ?? this.target;
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
    const tabId = this.before?.tabId;
    if (tabId === undefined) throw new WebservError("tab-closed", "the session has no current tab");
    return new FrameRoutes(this.#options.trees, tabId);
  }

  #timed(timeoutMs: number): FrameCallOptions {
    return { timeoutMs: Math.max(1, Math.min(timeoutMs, this.#leftMs())), signal: this.signal };
  }

  #leftMs(): number {
    return this.#scene.endsAt - performance.now();
  }
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
