// Provides an action with all that it works with: it gets input ready, and notes the time of the first input.
import type { Action, Asked } from "@webserv/shared/model/action.ts";
import type { GivenFiles } from "@webserv/shared/model/page/given-files.ts";
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import type { Screenshot, ScreenshotOptions } from "@webserv/shared/model/page/screenshot.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import type { Params, ParamsInput } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";
import browser from "webextension-polyfill";

import type {
  ActionContext,
  ApproachOptions,
  ActionResult,
  ActionTabs,
  Located,
  LocatePurpose,
  PointOptions,
} from "../act/context/action-context.ts";
import { needOf } from "../act/acts.ts";
import type { AskBook } from "../asks/ask-book.ts";
import { inputBlocked } from "../asks/ask-words.ts";
import type { InputShield } from "../focus/input-shield.ts";
import { reasonBehind } from "../focus/unseen-tab.ts";
import type { FramePeers } from "../frames/frame-peers.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import type { Debuggers } from "../input/debuggers.ts";
import type { Answer } from "../input/dialog-book.ts";
import { DrawnTabs, isInFront } from "../input/drawn-tabs.ts";
import type { ElementSpot, Hands } from "../input/hands.ts";
import { limits } from "../input/limits.ts";
import type { ActionInFlight } from "../lease/action-in-flight.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";
import type { Screenshots } from "../screenshot/screenshots.ts";
import type { TabWatch } from "../watch/tab-watch.ts";
import { ActedPage } from "./acted-page.ts";
import { holdMsOf } from "./action-element.ts";
import { withIds } from "./named-action.ts";
import { pointGuarded } from "./guarded-pointing.ts";
import type { HandsOptions } from "./hands-of-tab.ts";
import { syntheticHands, trustedHands } from "./hands-of-tab.ts";
import { isHeard } from "./heard-keys.ts";
import type { StepTime } from "./step-time.ts";
import { actionTabs } from "./tabs/action-tabs.ts";

export interface SceneOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly trees: FrameTrees;
  readonly frames: Pick<FramePeers, "takeSending" | "call">;
  readonly debuggers: Debuggers;
  readonly asks: AskBook;
  readonly watch: TabWatch;
  readonly screenshots: Pick<Screenshots, "take">;
  readonly shield: InputShield;
  /** Asks the daemon for the contents of files. */
  readonly contentsOf: (sessionId: string, files: readonly string[]) => Promise<GivenFiles>;
  /** True if the system's select menus and shortcuts are those of macOS. */
  readonly mac: boolean;
}

interface Before {
  readonly tabId: number;
  /** Resolves with the address; the browser was asked before any input. */
  readonly url: Promise<string>;
  readonly over: PageAsk | null;
}

export interface SceneRun {
  readonly params: Params<"lease.act">;
  readonly running: ActionInFlight;
  readonly begun: Promise<void>;
  readonly signal: AbortSignal;
  readonly time: StepTime;
}

export class ActionScene implements ActionContext {
  readonly #options: SceneOptions;
  readonly #scene: SceneRun;
  readonly page: ActedPage;
  readonly tabs: ActionTabs;
  #hands: Hands | null = null;
  /** The reason for synthetic input; empty if input is trusted. */
  inputReason = "";
  readonly #drawn: DrawnTabs;
  /** Holds, for each tab that takes this step's input, the function that ends this. */
  readonly #acting = new Map<number, () => void>();
  #target: Target | undefined;
  /** The time of the first input, on the worker's clock, in ms; null before it. */
  inputAt: number | null = null;
  /** The tab before the action, its address and the browser's window over it; null if there was no current tab. */
  before: Before | null = null;

  constructor(options: SceneOptions, scene: SceneRun) {
    this.#options = options;
    this.#scene = scene;
    this.#drawn = new DrawnTabs(options.debuggers.pictures, isInFront);
    const { params, signal, time } = scene;
    scene.running.draw = (tabId) => void this.#drawn.add(tabId);
    const { trees, frames } = options;
    this.page = new ActedPage({ trees, frames, action: params.action, signal, time });
    this.tabs = actionTabs({
      ...options,
      sessionId: scene.params.sessionId,
      running: scene.running,
      silentMs: (isAttended) => time.silentMs(isAttended),
      leftMs: () => time.actingMs(),
      isAttached: () => this.#hands?.kind === "trusted",
      prepare: (tabId) => this.#attach(tabId),
      signal: scene.signal,
    });
  }

  get hands(): Hands {
    const hands = this.#hands;
    if (hands === null) throw new WebservError("internal", "the action has no tab to act in");
    return hands;
  }

  get sessionId(): string {
    return this.#scene.params.sessionId;
  }

  get signal(): AbortSignal {
    return this.#scene.signal;
  }

  get target(): Target | undefined {
    const target = this.#target ?? this.page.target;
    return target === undefined || !this.page.rebound ? target : { ...target, rebound: true };
  }

  /** True once input may have reached the page. */
  get touched(): boolean {
    return this.inputAt !== null;
  }

  /**
   * Gets the current tab's input ready, and finds what the action names by words.
   * @throws WebservError `tab-closed` if the action needs a tab and has none, and the errors of `ActedPage.open`
   */
  async prepare(asked: Asked): Promise<Action> {
    const { leases } = this.#options;
    const held = leases.get(this.#scene.params.sessionId);
    const tabId = held.activeTabId;
    if (tabId === null) {
      if (needOf(asked) !== "nothing") this.#options.tabs.current(held.sessionId);
      return await withIds(asked, () => {
        throw new WebservError("tab-closed", "the session has no current tab");
      });
    }
    // The browser answers in the order in which it is asked, so input need not wait for this answer.
    const url = browser.tabs.get(tabId).then(
      (tab) => tab.url ?? "",
      () => "",
    );
    await this.#attach(tabId);
    this.before = { tabId, url, over: this.#options.asks.over(tabId) };
    return await this.page.open(tabId, this.hands.pointsIn);
  }

  async answerDialog(answer: Answer): Promise<void> {
    const tabId = this.#options.tabs.current(this.sessionId);
    const { dialogs } = this.#options.debuggers;
    if (this.hands.kind === "synthetic") throw unseenDialogs(this.inputReason);
    if (dialogs.openIn(tabId) !== null) await this.beforeInput();
    await dialogs.answer(tabId, answer);
  }

  async picture(wish: ScreenshotOptions): Promise<Screenshot> {
    const { sessionId } = this.#scene.params;
    const call = { ...this.page.timed(), timeoutMs: this.#scene.time.callMs() };
    return await this.#options.screenshots.take(sessionId, wish, {
      ...call,
      pageMs: () => this.page.leftMs(),
    });
  }

  leftMs(): number {
    return this.page.leftMs();
  }

  async point(
    id: string,
    purpose: LocatePurpose,
    gesture: (at: ElementSpot) => Promise<boolean>,
    { located, part = {}, at, release }: PointOptions = {},
  ): Promise<Located> {
    const { hands } = this;
    const { asks } = this.#options;
    const tabId = this.#tabActedIn();
    return await pointGuarded(id, {
      locate: async (guard, rest) => {
        const { option } = part;
        const ready = {
          watch: await this.#watchWish(),
          ...(guard === undefined ? {} : { guard: { ...guard, rest } }),
        };
        return await this.page.aim({
          id,
          purpose: option === undefined ? purpose : "click",
          option,
          at,
          ready,
        });
      },
      beforeInput: (ready) => this.#begin(ready),
      approach: () => this.approach({ id, purpose, part }),
      guard: () => hands.guard({ id, part }),
      timed: () => this.page.timed(),
      holdMs: holdMsOf(this.#scene.params.action),
      hands,
      gesture,
      release,
      located,
      arrived: asks.untilArrival(tabId),
      blocked: (what) => inputBlocked(what, asks.over(tabId)),
    });
  }

  async approach({ id, purpose, part = {} }: ApproachOptions): Promise<void> {
    const { x, y } = await this.page.aim({ id, purpose, option: part.option, anywhere: true });
    await this.beforeInput();
    await this.hands.move({ id, x, y });
  }

  #tabActedIn(): number {
    if (this.before !== null) return this.before.tabId;
    throw new WebservError("internal", "the action has no tab to act in");
  }

  async press(chord: string, holdMs?: number): Promise<void> {
    const { hands, page } = this;
    const { asks } = this.#options;
    const tabId = this.#tabActedIn();
    const over = asks.over(tabId);
    const arrived = asks.untilArrival(tabId);
    const send = (): Promise<boolean> => hands.press(chord, holdMs);
    // A script's events reach the page even if a window of the browser covers it.
    if (over === null || hands.kind === "synthetic") await send();
    else if (await isHeard(send, page.routes(), (timeoutMs) => page.timed(timeoutMs))) arrived();
    else throw inputBlocked(`${chord} was pressed`, over);
  }

  async beforeInput(): Promise<void> {
    await this.#begin(undefined);
  }

  /** @param ready is what the main frame answered if it has already begun to note its work */
  async #begin(ready: Located["ready"]): Promise<void> {
    const params = await this.#watchWish();
    if (this.inputAt !== null) return;
    const { running, begun, signal } = this.#scene;
    const need = needOf(this.#scene.params.action);
    const watched =
      params === undefined ? null : this.page.watch(params, need !== "page", ready !== undefined);
    const focus = need === "page" ? this.page.aftermath.begin(ready?.focused) : null;
    await unlessAborted(Promise.all([begun, watched, focus]), signal);
    this.inputAt = performance.now();
    running.inputMs = this.inputAt;
  }

  /** Returns what frames are told as they begin to note their work; undefined if they do so already, or can't. */
  async #watchWish(): Promise<ParamsInput<"frame.watch"> | undefined> {
    const { before, inputAt } = this;
    const { actionId, action } = this.#scene.params;
    if (inputAt !== null || before === null || needOf(action) === "nothing") return undefined;
    if (this.#options.watch.navigations.netError(before.tabId) !== null) return undefined;
    return { actionId, linksBehind: await this.#options.tabs.attended };
  }

  /** Ends the drawing of tabs, and the shield over them, when the step is over. */
  end(): void {
    this.#drawn.end();
    for (const letGo of this.#acting.values()) letGo();
    this.#acting.clear();
  }

  note(result: ActionResult): void {
    this.#target = result.target ?? this.#target;
  }

  async #attach(tabId: number): Promise<void> {
    const held = this.#options.leases.get(this.#scene.params.sessionId);
    if (held.input === "synthetic") {
      this.#hands ??= syntheticHands(this.#forHands());
      this.inputReason = (await this.#options.tabs.attended)
        ? await reasonBehind(held.inputReason, tabId)
        : held.inputReason;
      return;
    }
    try {
      await this.#options.debuggers.attach(tabId);
      void this.#drawn.add(tabId);
      if (!this.#acting.has(tabId)) this.#acting.set(tabId, this.#options.shield.act(tabId));
      this.#hands = trustedHands(tabId, this.#forHands());
    } catch (error) {
      this.#hands ??= syntheticHands(this.#forHands());
      this.inputReason = toWebservError(error).message;
    }
  }

  #forHands(): HandsOptions {
    return { ...this.#options, page: this.page, sessionId: this.sessionId, signal: this.signal };
  }
}

function unseenDialogs(inputReason: string): WebservError {
  const { why, next } = limits.dialogs.synthetic.refusal;
  return new WebservError("no-dialog", `input is synthetic here (${inputReason}), and ${why}`, {
    next,
  });
}
