// Wires one frame: its page notes, ids and settling behind the methods the service worker calls.
import type { Handlers } from "@webserv/shared/rpc/peer.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { ElementFinder } from "./act/element-finder.ts";
import { FrameIds } from "./observe/frame-ids.ts";
import { frameHandlers } from "./frame-handlers.ts";
import { PageNotes } from "./page-notes.ts";
import type { FramePlatform } from "./platform.ts";
import { FrameWork } from "./settle/frame-work.ts";

/**
 * Serves this frame on every connection the platform brings, for as long as the document lives. Must
 * run at document_start.
 */
export function startFrame(platform: FramePlatform): void {
  if (!isFirstRun()) return;
  const work = new FrameWork();
  const notes = new PageNotes(work);
  const ids = new FrameIds();
  const handlers = frameHandlers({
    work,
    notes,
    ids,
    finder: new ElementFinder(ids),
    shadowRootOf: (element) => platform.openOrClosedShadowRoot(element),
  });
  platform.onConnect((transport) => serve(transport, handlers));
}

/** The peer lives as long as its connection, which holds it. */
function serve(
  transport: Transport,
  handlers: Handlers<"worker-frame">,
): Peer<never, "worker-frame"> {
  return new Peer({ transport, serves: { link: "worker-frame", handlers } });
}

/**
 * A frame's first about:blank leaves its window, and this world with it, to the document that follows
 * from the same origin; the scripts are then run again. The mark is in this world, out of the page's
 * sight.
 */
function isFirstRun(): boolean {
  const mark = Symbol.for("webserv.frame");
  if (Object.hasOwn(globalThis, mark)) return false;
  Object.defineProperty(globalThis, mark, { value: true });
  return true;
}
