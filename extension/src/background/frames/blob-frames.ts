// Remembers the frames at blob addresses: Chromium lists none of them, so their content scripts open a line.
import * as z from "zod/mini";

import type { ListedFrame } from "./listed-frames.ts";

/** The part of a port that is used. */
interface Line {
  readonly sender?: unknown;
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** Reads how the browser describes the frame that has opened a line. */
const opener = z.object({
  tab: z.object({ id: z.int() }),
  frameId: z.int(),
  documentId: z.string(),
  url: z.string().check(z.startsWith("blob:")),
});

/** The frame around a frame at a blob address is not told either. */
export const UNTOLD_PARENT = -2;

export class BlobFrames {
  readonly #byTab = new Map<number, Map<string, ListedFrame>>();

  /** Notes the frame that has opened the line, until the line ends; lines of other frames are passed over. */
  lineOpened(line: Line): void {
    const { data: found } = opener.safeParse(line.sender);
    if (found === undefined || found.frameId === 0) return;
    const { tab, frameId, documentId, url } = found;
    const frames = this.#byTab.get(tab.id) ?? new Map<string, ListedFrame>();
    this.#byTab.set(tab.id, frames);
    frames.set(documentId, {
      frameId,
      parentFrameId: UNTOLD_PARENT,
      documentId,
      url,
      failed: false,
    });
    line.onDisconnect.addListener(() => {
      frames.delete(documentId);
      if (frames.size === 0 && this.#byTab.get(tab.id) === frames) this.#byTab.delete(tab.id);
    });
  }

  in(tabId: number): readonly ListedFrame[] {
    return [...(this.#byTab.get(tabId)?.values() ?? [])];
  }
}
