// Captures the px of a tab: by the debugger if it is attached, else what its window shows.
import type { Box, ScreenshotFormat } from "@webserv/shared/model/page/screenshot.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import browser from "webextension-polyfill";
import * as z from "zod/mini";

import type { Debuggers } from "../input/debuggers.ts";
import type { PicturePlan } from "./picture-plan.ts";

export interface Encoding {
  readonly format: ScreenshotFormat;
  /** The quality from 1 to 100; png ignores it. */
  readonly quality: number;
}

const captured = z.object({ data: z.string() });

/** Returns an encoded picture of exactly what is planned, as a data: URL. */
export async function captureByDebugger(
  debuggers: Debuggers,
  tabId: number,
  { clip, scale, beyondView }: PicturePlan,
  pixelRatio: number,
  { format, quality }: Encoding,
): Promise<string> {
  const zoom = await zoomOf(tabId);
  const answer = await debuggers
    .send(tabId, "Page.captureScreenshot", {
      format,
      ...(format === "png" ? {} : { quality }),
      // The browser multiplies this scale by the screen's.
      clip: { ...zoomed(clip, zoom), scale: scale / pixelRatio },
      // If the clip is in view, the page notices nothing; else its window changes its size for a moment.
      captureBeyondViewport: beyondView,
    })
    .catch((error: unknown) => {
      throw failed(`the browser's debugger gave no picture: ${messageOf(error)}`, error);
    });
  const parsed = captured.safeParse(answer);
  if (!parsed.success) throw failed("the browser's debugger gave no picture");
  return `data:image/${format};base64,${parsed.data.data}`;
}

/** Returns the person's zoom of the page, which the debugger's coordinates leave out. */
async function zoomOf(tabId: number): Promise<number> {
  return await browser.tabs.getZoom(tabId).catch((error: unknown) => {
    throw closed(error);
  });
}

function zoomed({ x, y, width, height }: Box, zoom: number): Box {
  return { x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom };
}

/** Returns all that is in view, as a data: URL of a png; browsers allow it twice a second. */
export async function captureVisible(tabId: number, plan: PicturePlan): Promise<string> {
  if (plan.beyondView) {
    throw failed("without the browser's debugger only what is in view can be photographed", null, {
      next: "Take the viewport, or open a session with trusted input.",
    });
  }
  const windowId = await windowShowing(tabId);
  const picture = await browser.tabs
    .captureVisibleTab(windowId, { format: "png" })
    .catch((error: unknown) => {
      throw failed(`the browser gave no picture: ${messageOf(error)}`, error);
    });
  // If another tab has come to the front meanwhile, its picture must not be returned.
  await windowShowing(tabId);
  return picture;
}

async function windowShowing(tabId: number): Promise<number> {
  const tab = await browser.tabs.get(tabId).catch((error: unknown) => {
    throw closed(error);
  });
  if (tab.active && tab.windowId !== undefined) return tab.windowId;
  throw failed(
    "without the browser's debugger only the tab in front of its window can be photographed",
    null,
    { next: "Bring the tab to the front, or open a session with trusted input." },
  );
}

function closed(cause: unknown): WebservError {
  return new WebservError("tab-closed", "the session's tab was closed", { cause });
}

function failed(message: string, cause?: unknown, options: { next?: string } = {}): WebservError {
  return new WebservError("screenshot-failed", message, {
    ...options,
    ...(cause === null || cause === undefined ? {} : { cause }),
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
