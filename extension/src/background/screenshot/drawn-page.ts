// Knows whether a page that is being drawn will be drawn: the browser does not say if it can't.
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { waitMs } from "../platform/wait.ts";

/** The time between two questions whether the page still answers, in ms. */
const ASK_MS = 500;

export interface DrawnPage {
  /** Resolves if the page answers; throws why it does not. */
  readonly ask: () => Promise<unknown>;
  readonly isLoading: () => Promise<boolean>;
  /** The time that a page which still loads gets, in ms. */
  readonly loadingMs: number;
  readonly signal: AbortSignal;
}

/**
 * Waits for a drawing for as long as the page answers, as it may hang or crash meanwhile. A page that still loads may
 * have nothing that is drawn.
 * @throws WebservError `screenshot-failed`, or why the page does not answer
 */
export async function whileAlive<T>(drawing: Promise<T>, page: DrawnPage): Promise<T> {
  const { ask, isLoading, loadingMs, signal } = page;
  const drawn = drawing.then((picture) => ({ picture }));
  const endsAt = performance.now() + loadingMs;
  for (;;) {
    const found =
      (await Promise.race([drawn, waitMs(ASK_MS, signal)])) ??
      (await Promise.race([drawn, ask().then(() => undefined)]));
    if (found !== undefined) return found.picture;
    const isLate = performance.now() >= endsAt;
    if (isLate && (await isLoading())) {
      throw notDrawn("the page still loads, and draws nothing yet");
    }
  }
}

/** Returns why the document that was asked has gone, if `error` says that it has: its page may have crashed. */
export async function whyGone(error: unknown, ask: DrawnPage["ask"]): Promise<unknown> {
  if (toWebservError(error).code !== "disconnected") return error;
  try {
    await ask();
    return error;
  } catch (why) {
    return why;
  }
}

export function notDrawn(message: string, cause?: unknown): WebservError {
  return new WebservError("screenshot-failed", message, {
    next: "Try again when the page is at rest, or take a smaller area.",
    cause,
  });
}
