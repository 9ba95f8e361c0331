// Takes one step: it acts, waits until the page is at rest, and reads it afterwards.
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import type { SettleReport } from "@webserv/shared/model/page/settle.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { ActionResult } from "../act/context/action-context.ts";
import { runAction } from "../act/acts.ts";
import type { FramePeers } from "../frames/frame-peers.ts";
import type { ActionInFlight, ActionsInFlight } from "../lease/action-in-flight.ts";
import type { Leases } from "../lease/leases.ts";
import { ABORTED } from "../watch/navigation-log.ts";
import type { SceneOptions } from "./action-scene.ts";
import { ActionScene } from "./action-scene.ts";
import { ownMsOf } from "./action-element.ts";
import { readEffects } from "./effects.ts";
import type { PageReader } from "./page-reader.ts";
import { ReactingFrames } from "./settle/reacting-frames.ts";
import { settleDownloads } from "./settle/settle-downloads.ts";
import { settlePage } from "./settle/settle-page.ts";
import { loadFailure, stepStatusOf, toStepError } from "./step-outcome.ts";
import { StepTime } from "./step-time.ts";
import type { OpenOutcome } from "./withheld-outcome.ts";
import { withAction } from "./withheld-outcome.ts";

type ActParams = Params<"lease.act">;

/** The longest wait for a tab that the action has turned to, in ms. */
const WATCH_MS = 500;

export interface StepTakerOptions extends SceneOptions {
  readonly leases: Leases;
  readonly inFlight: ActionsInFlight;
  readonly frames: FramePeers;
  readonly reader: PageReader;
}

interface Settling {
  readonly scene: ActionScene;
  readonly running: ActionInFlight;
  readonly signal: AbortSignal;
  readonly time: StepTime;
  readonly onPassed: (texts: readonly string[]) => void;
  readonly onTrouble: (error: WebservError) => void;
}

export class StepTaker {
  readonly #options: StepTakerOptions;

  constructor(options: StepTakerOptions) {
    this.#options = options;
  }

  /** Takes the step, and never throws. `begun` resolves when the action is on record; no input is sent before. */
  async take(
    params: ActParams,
    running: ActionInFlight,
    begun: Promise<void>,
    call: CallContext,
  ): Promise<StepOutcome> {
    const beganAt = performance.now();
    const time = new StepTime({
      timeoutMs: call.timeoutMs,
      budgetMs: params.settle.budgetMs,
      ownMs: ownMsOf(params.action),
    });
    const signal = AbortSignal.any([running.abort.signal, callerGaveUp(call.signal)]);
    const scene = new ActionScene(this.#options, { params, running, begun, signal, time });
    const endWatch = this.#options.watch.workers.watch();
    const { result, error: thrown } = await this.#run(params, scene, signal);
    const actedAt = performance.now();

    let settle: SettleReport | null = null;
    const passed = new Set<string>();
    let trouble = thrown;
    /** The reason for which the page could not be waited for; null if it was. */
    let unsettled: WebservError | null = null;
    let isAlive = false;
    if (scene.touched && !signal.aborted) {
      this.#options.inFlight.setStage(running, "settling");
      const onPassed = (texts: readonly string[]): void => {
        isAlive = true;
        texts.forEach((text) => passed.add(text));
      };
      const onTrouble = (error: WebservError): void => void (unsettled = error);
      const settling = { scene, running, signal, time, onPassed, onTrouble };
      settle = await this.#settle(params, settling).catch((thrown: unknown) => {
        trouble ??= toWebservError(thrown);
        return null;
      });
    }
    const settledAt = performance.now();
    // The browser detaches the debugger if a frame is to show another program's address; so the input has arrived.
    const isOwnDoing = thrown?.code === "disconnected" && this.#hasCovered(scene);
    const error = isOwnDoing ? null : thrown;
    if (isOwnDoing && trouble === thrown) trouble = null;
    endWatch();
    this.#letRest(params.sessionId, scene, running);
    const failure = this.#loadFailure(params, scene, unsettled);
    trouble ??= failure?.error ?? null;
    // If acting has used up the time, the page was not asked whether it rests, but has answered until then.
    const hasKeptUp = thrown === null && time.hasAnswered;
    isAlive = (isAlive || hasKeptUp) && unsettled === null;

    const read = (observe: ObserveOptions): Promise<Observation> =>
      this.#options.reader.read(
        params.sessionId,
        observe,
        { timeoutMs: time.readingMs(isAlive), signal },
        scene.page.aftermath.question(scene.page),
      );
    const { expand } = result;
    let observation: Observation | null = null;
    let readingError: WebservError | null = null;
    try {
      if (!signal.aborted) {
        observation = await read(
          expand === undefined ? params.observe : { ...params.observe, expand },
        );
      }
    } catch (thrown) {
      readingError = toWebservError(thrown);
      // The part to be expanded is not there, but the page may be.
      if (expand !== undefined && readingError.code !== "page-unresponsive") {
        observation = await read(params.observe).catch(() => null);
      }
    }
    if (readingError !== null) trouble ??= unsettled ?? readingError;
    scene.end();
    const endedAt = performance.now();
    const ownError = error ?? (failure?.failsAction === true ? failure.error : null);
    const actionError = ownError ?? (expand === undefined ? null : readingError);
    const aborted = signal.aborted ? toWebservError(signal.reason) : null;
    const shown = aborted ?? trouble;
    const inputReason = result.inputReason ?? scene.inputReason;
    const outcome: OpenOutcome = {
      actionId: params.actionId,
      status: stepStatusOf(aborted ?? actionError, scene.touched),
      ...(scene.target === undefined ? {} : { target: scene.target }),
      input: inputReason === "" ? "trusted" : "synthetic",
      ...(inputReason === "" ? {} : { inputReason }),
      effects: await readEffects(this.#options, {
        scene,
        running,
        result,
        observation,
        passed: [...passed],
        inHaste: aborted !== null,
        isSilent: trouble?.code === "page-unresponsive",
        isTold: failure !== null,
      }),
      settle,
      times: {
        locateMs: scene.inputAt === null ? actedAt - beganAt : scene.inputAt - beganAt,
        inputMs: scene.inputAt === null ? 0 : actedAt - scene.inputAt,
        settleMs: settledAt - actedAt,
        observeMs: endedAt - settledAt,
        totalMs: performance.now() - beganAt,
      },
      ...(result.screenshot === undefined ? {} : { screenshot: result.screenshot }),
      ...(shown === null ? {} : { error: toStepError(withUnseen(shown, inputReason)) }),
      observation,
    };
    return withAction(outcome, params.action, scene.page.entry.withheld);
  }

  async #run(
    { action }: ActParams,
    scene: ActionScene,
    signal: AbortSignal,
  ): Promise<{ result: ActionResult; error: WebservError | null }> {
    try {
      const found = await unlessAborted(scene.prepare(action), signal);
      const result = await unlessAborted(runAction(found, scene), signal);
      scene.note(result);
      return { result, error: null };
    } catch (error) {
      return { result: {}, error: toWebservError(error) };
    }
  }

  /** Tells whether the step's own input has opened a window of the browser over the page. */
  #hasCovered({ before, touched }: ActionScene): boolean {
    if (before === null || !touched) return false;
    const over = this.#options.asks.over(before.tabId);
    return over !== null && over !== before.over;
  }

  async #settle(
    params: ActParams,
    { scene, running, signal, time, onPassed, onTrouble }: Settling,
  ): Promise<SettleReport> {
    const { leases, frames, watch, trees } = this.#options;
    const tabId = scene.before?.tabId;
    await this.#watchTabTurnedTo(params, scene, running, signal);
    const sinceMs = scene.inputAt ?? performance.now();
    const beganAt = performance.now();
    const budgetMs = time.settleMs();
    const report = await settlePage({
      frames,
      watch,
      inner: new ReactingFrames(
        trees,
        tabId === undefined || scene.page.frameActedIn === null
          ? null
          : { tabId, frameId: scene.page.frameActedIn.frameId },
        scene.page.documentsBefore,
      ),
      currentTab: () => leases.find(params.sessionId)?.activeTabId ?? null,
      settle: params.settle,
      sinceMs,
      budgetMs,
      graceMs: time.graceMs(),
      awaitsAnswer: params.action.type === "click",
      signal,
      onPassed,
      onTrouble,
    });
    const { sessionId } = params;
    return await settleDownloads(report, {
      downloads: watch.downloads,
      sessionId,
      sinceMs,
      beganAt,
      budgetMs,
      signal,
    });
  }

  /**
   * Tells documents to stop recording their work, even if nothing was waited for, since they go on until they are
   * told. A page that is blocked by a dialog is left out: its work goes on when the next step answers the dialog.
   */
  #letRest(sessionId: string, scene: ActionScene, running: ActionInFlight): void {
    const { leases, frames, debuggers } = this.#options;
    const tabIds = [
      scene.before?.tabId,
      leases.find(sessionId)?.activeTabId,
      ...running.tabsOpened,
    ];
    for (const tabId of new Set(tabIds)) {
      if (typeof tabId !== "number" || debuggers.dialogs.openIn(tabId) !== null) continue;
      frames.rest(tabId);
    }
  }

  /**
   * Has the tab to which the action switched record its work from now on; its earlier work is not the action's.
   */
  async #watchTabTurnedTo(
    { sessionId, actionId }: ActParams,
    scene: ActionScene,
    running: ActionInFlight,
    signal: AbortSignal,
  ): Promise<void> {
    const { leases, frames } = this.#options;
    const tabId = leases.find(sessionId)?.activeTabId ?? null;
    if (tabId === null || tabId === scene.before?.tabId || running.tabsOpened.includes(tabId))
      return;
    try {
      await frames.call(tabId, "frame.watch", { actionId }, { timeoutMs: WATCH_MS, signal });
    } catch {
      // If the page does not answer, the settle will report it.
      signal.throwIfAborted();
    }
  }

  #loadFailure(
    { sessionId, action }: ActParams,
    scene: ActionScene,
    unsettled: WebservError | null,
  ): ReturnType<typeof loadFailure> {
    const { leases, watch } = this.#options;
    const tabId = leases.find(sessionId)?.activeTabId ?? null;
    if (tabId === null || scene.inputAt === null) return null;
    const loads = watch.navigations.loadsSince(tabId, scene.inputAt);
    const last = loads.at(-1);
    // The address that was asked for came as a file.
    const isFile =
      last?.error === ABORTED && watch.downloads.hasBegun(sessionId, last.url, scene.inputAt);
    return isFile ? null : loadFailure(action.type, last, unsettled);
  }
}

/**
 * Ends when the caller takes the call back or its deadline passes. A connection that breaks is
 * neither: the daemon comes back and asks for the outcome.
 */
function callerGaveUp(signal: AbortSignal): AbortSignal {
  const gaveUp = new AbortController();
  const onAbort = (): void => {
    const reason = toWebservError(signal.reason);
    if (reason.code !== "disconnected") gaveUp.abort(reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return gaveUp.signal;
}

/**
 * Adds a hint if input is synthetic: dialogs are not reported then, and a page that is blocked by one looks busy.
 */
function withUnseen(error: WebservError, inputReason: string): WebservError {
  if (error.code !== "page-unresponsive" || inputReason === "") return error;
  return new WebservError(error.code, error.message, {
    next: "With synthetic input dialogs can't be seen: a dialog may be open, which the person must answer; else refresh the page or go elsewhere.",
    details: error.details,
    cause: error,
  });
}
