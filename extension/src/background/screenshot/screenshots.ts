// Takes pictures of sessions' current pages, with marks that belong to the same moment.
import type {
  Screenshot,
  ScreenshotOmission,
  ScreenshotOptions,
} from "@webserv/shared/model/page/screenshot.ts";
import { MAX_MARKS } from "@webserv/shared/model/page/screenshot.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";
import browser from "webextension-polyfill";

import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import { listFrames } from "../frames/listed-frames.ts";
import type { Debuggers } from "../input/debuggers.ts";
import { DrawnTabs, isInFront } from "../input/drawn-tabs.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";
import type { Encoding } from "./capture.ts";
import { captureByDebugger, captureVisible } from "./capture.ts";
import { notDrawn, whileAlive, whyGone } from "./drawn-page.ts";
import type { PageBoxes } from "./page-boxes.ts";
import { readPageBoxes } from "./page-boxes.ts";
import type { PicturePlan } from "./picture-plan.ts";
import { inPicture, planPicture } from "./picture-plan.ts";
import type { Picture, Size } from "./picture.ts";
import { makePicture } from "./picture.ts";

/** The longest time for a picture of a page that answers, in ms: a long one is drawn again. */
const PICTURE_MS = 25_000;
/** The time after a picture in which events may still report the window's changes of size, in ms. */
const AFTERMATH_MS = 800;
/** The longest wait for an inner frame before its window changes its size, in ms. */
const INNER_MS = 500;
/** The browser's id of the main frame. */
const MAIN_FRAME = 0;
const DEFAULT_QUALITY = 80;
/** The most attempts; a page that moves is photographed only once more, since it may never rest. */
const ATTEMPTS = 2;

export interface ScreenshotsOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly trees: FrameTrees;
  readonly debuggers: Debuggers;
}

export interface PictureCall extends FrameCallOptions {
  /** Returns the longest wait for the next answer of the page, in ms. */
  readonly pageMs: () => number;
}

interface Shot {
  readonly boxes: PageBoxes;
  readonly plan: PicturePlan;
  readonly captured: string;
  /** True if the debugger captured exactly the plan; else the clip must be cut out of the viewport's picture. */
  readonly exact: boolean;
  readonly moved: boolean;
}

export class Screenshots {
  readonly #options: ScreenshotsOptions;
  /** Holds the picture under way in each tab, since two at once would affect each other's window size. */
  readonly #underWay = new Map<number, Promise<unknown>>();

  constructor(options: ScreenshotsOptions) {
    this.#options = options;
  }

  /**
   * Takes a picture.
   * @throws WebservError `unknown-id`, `stale-id`, `outside`, `screenshot-failed`, `too-large`, or the reason for
   *   which the page can't be read
   */
  async take(sessionId: string, wish: ScreenshotOptions, call: PictureCall): Promise<Screenshot> {
    const tabId = this.#options.tabs.current(sessionId);
    const signal = AbortSignal.any([
      call.signal,
      AbortSignal.timeout(Math.min(PICTURE_MS, call.timeoutMs)),
    ]);
    const shot = this.#inTurn(tabId, () =>
      this.#shoot(sessionId, tabId, wish, { ...call, signal }),
    );
    try {
      return await develop(await unlessAborted(shot, signal), wish);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!signal.aborted) throw await whyGone(error, () => this.#ask(tabId, call));
      throw notDrawn("the browser did not draw the page in time", error);
    }
  }

  async #ask(tabId: number, { signal, pageMs }: PictureCall): Promise<void> {
    const options = { signal, timeoutMs: pageMs() };
    await this.#options.trees.ask(tabId, null, "frame.ping", {}, options);
  }

  async #inTurn<T>(tabId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#underWay.get(tabId) ?? Promise.resolve();
    const turn = before.then(work);
    const ended = turn.catch(() => {});
    this.#underWay.set(tabId, ended);
    try {
      return await turn;
    } finally {
      if (this.#underWay.get(tabId) === ended) this.#underWay.delete(tabId);
    }
  }

  /** Takes a picture and the boxes of the same moment, since boxes of another moment would mark the wrong things. */
  async #shoot(
    sessionId: string,
    tabId: number,
    wish: ScreenshotOptions,
    call: PictureCall,
  ): Promise<Shot> {
    const isAttached = await this.#attach(sessionId, tabId);
    const drawn = new DrawnTabs(this.#options.debuggers.pictures, isInFront);
    if (isAttached) void drawn.add(tabId);
    try {
      return await this.#captureStill(tabId, wish, call, isAttached);
    } finally {
      drawn.end();
    }
  }

  async #captureStill(
    tabId: number,
    wish: ScreenshotOptions,
    call: PictureCall,
    isAttached: boolean,
  ): Promise<Shot> {
    const { trees } = this.#options;
    const timed = (): FrameCallOptions => ({ ...call, timeoutMs: call.pageMs() });
    const readBoxes = (): Promise<PageBoxes> => readPageBoxes(trees, tabId, wish, timed());
    let boxes = await readBoxes();
    for (let attempt = 1; ; attempt++) {
      const plan = planPicture(boxes, wish);
      const drawing = isAttached
        ? this.#captureQuietly(tabId, plan, boxes.pixelRatio, wish, timed())
        : captureVisible(tabId, plan);
      const captured = await unlessAborted(
        whileAlive(drawing, {
          ask: () => this.#ask(tabId, call),
          isLoading: async () => (await browser.tabs.get(tabId)).status === "loading",
          loadingMs: call.pageMs(),
          signal: call.signal,
        }),
        call.signal,
      );
      // The time of the drawing is the browser's, and only a page that works can be drawn.
      call.heard?.();
      const after = await readBoxes();
      const moved = JSON.stringify(after) !== JSON.stringify(boxes);
      if (!moved || attempt === ATTEMPTS) {
        return { boxes, plan, captured, exact: isAttached, moved };
      }
      boxes = after;
    }
  }

  /**
   * Captures the page without its notice: what is out of view can only be drawn in a window that has another size for
   * a moment, so events about this are silenced.
   */
  async #captureQuietly(
    tabId: number,
    plan: PicturePlan,
    pixelRatio: number,
    wish: ScreenshotOptions,
    call: FrameCallOptions,
  ): Promise<string> {
    const { debuggers } = this.#options;
    const hush = (forMs: number): Promise<void> => this.#hush(tabId, forMs, call);
    // A picture on which marks are drawn must not be compressed with loss before.
    const encoding = {
      ...encodingOf(wish),
      ...(wantsMarks(wish) ? { format: "png" as const } : {}),
    };
    const take = (): Promise<string> =>
      captureByDebugger(debuggers, tabId, plan, pixelRatio, encoding);
    if (!plan.beyondView) return await take();
    await hush(PICTURE_MS);
    try {
      return await take();
    } finally {
      // If the document is gone by now, there is nothing to silence.
      await hush(AFTERMATH_MS).catch(() => {});
    }
  }

  /** Silences the main frame's listeners, and those of frames that may change their size with it. */
  async #hush(tabId: number, forMs: number, call: FrameCallOptions): Promise<void> {
    const { trees } = this.#options;
    // This includes frames that came after the last reading.
    const frames = (await listFrames(tabId)).filter(({ frameId }) => frameId !== MAIN_FRAME);
    const inner = frames.map((frame) =>
      trees
        .ask(tabId, frame, "frame.hush", { forMs }, { ...call, timeoutMs: INNER_MS })
        // A frame that does not answer is too busy to get the events, or is gone.
        .catch(() => {}),
    );
    await trees.ask(tabId, null, "frame.hush", { forMs }, call);
    await Promise.all(inner);
  }

  /** Attaches the debugger; returns false if that fails, or if the session's input is synthetic. */
  async #attach(sessionId: string, tabId: number): Promise<boolean> {
    if (this.#options.leases.get(sessionId).input === "synthetic") return false;
    return await this.#options.debuggers.attach(tabId).then(
      () => true,
      () => false,
    );
  }
}

function wantsMarks({ marks }: ScreenshotOptions): boolean {
  return marks === true || (marks !== false && marks.length > 0);
}

function encodingOf({ format, quality }: ScreenshotOptions): Encoding {
  return { format, quality: quality ?? DEFAULT_QUALITY };
}

async function develop(
  { boxes, plan, captured, exact, moved }: Shot,
  wish: ScreenshotOptions,
): Promise<Screenshot> {
  const { clip } = plan;
  const omitted: ScreenshotOmission[] = [
    ...plan.omitted,
    ...boxes.unseen.map(({ id, why }) => ({ what: "mark" as const, where: id, why })),
  ];
  if (moved) {
    omitted.push({ what: "moment", where: "", why: "the page moved while it was photographed" });
  }
  const picture = await makePicture({
    captured,
    encoding: encodingOf(wish),
    cut: (size) => (exact ? null : cutOut(boxes, plan, size)),
    marked: ({ width }) => markedIn(boxes, plan, width / clip.width, omitted),
  });
  return {
    format: wish.format,
    ...sizeAndMarks(picture),
    scale: picture.width / clip.width,
    area: clip,
    data: picture.data,
    resized: plan.beyondView && exact,
    omitted,
  };
}

function sizeAndMarks({
  width,
  height,
  marks,
}: Picture): Pick<Screenshot, "width" | "height" | "marks"> {
  return { width, height, marks };
}

/** Cuts the plan's clip out of a picture of the viewport with its scrollbars, in px of the screen. */
function cutOut({ pixelRatio, scroll }: PageBoxes, { clip, scale }: PicturePlan, captured: Size) {
  const x = (clip.x - scroll.x) * pixelRatio;
  const y = (clip.y - scroll.y) * pixelRatio;
  return {
    from: {
      x,
      y,
      width: Math.min(clip.width * pixelRatio, captured.width - x),
      height: Math.min(clip.height * pixelRatio, captured.height - y),
    },
    to: {
      width: Math.max(1, Math.round(clip.width * scale)),
      height: Math.max(1, Math.round(clip.height * scale)),
    },
  };
}

/** Returns the boxes that show in the picture, and adds to `omitted` how many are left out. */
function markedIn(
  boxes: PageBoxes,
  plan: PicturePlan,
  ratio: number,
  omitted: ScreenshotOmission[],
): { readonly id: string; readonly box: Screenshot["area"] }[] {
  const shown = boxes.boxes
    .map(({ id, ...box }) => ({ id, box: inPicture(box, boxes, plan, ratio) }))
    .filter(({ box }) => box.width >= 1 && box.height >= 1);
  if (shown.length > MAX_MARKS) {
    omitted.push({
      what: "mark",
      where: "",
      why: `${shown.length - MAX_MARKS} more elements have no mark; take a smaller area`,
    });
  }
  return shown.slice(0, MAX_MARKS);
}
