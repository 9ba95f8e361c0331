// Wires one frame: its page notes, hails, ids and settling behind the methods the worker calls.
import type { Handlers, Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { FrameHails } from "./frame-hails.ts";
import { DocumentOpenings } from "./document-openings.ts";
import { EventGate, gestureEvents, textEvents } from "./event-gate.ts";
import { PageNotes } from "./page-notes.ts";
import type { FrameParts } from "./frame-handlers.ts";
import type { FramePlatform } from "./platform.ts";
import { ResizeSilence } from "./seeing/resize-silence.ts";
import { FrameWork } from "./settle/frame-work.ts";
import { WorkerWaker } from "./worker-waker.ts";

/**
 * Serves this frame on every connection the platform brings, for as long as the document lives. Must
 * run at document_start.
 */
export function startFrame(platform: FramePlatform): void {
  if (listensAgain()) return;
  const hails = new FrameHails();
  const silence = new ResizeSilence();
  const gate = new EventGate(gestureEvents);
  const textGate = new EventGate(textEvents);
  const waker = new WorkerWaker(platform);
  const listen = (): void => {
    hails.listen();
    silence.listen();
    gate.listen();
    textGate.listen();
    waker.listen();
    openings.watch();
  };
  const openings = new DocumentOpenings(listen);
  listen();
  rememberRun(listen);
  const work: FrameWork = new FrameWork({
    watch: () => notes.watch(),
    attend: () => notes.attend(),
    rest: () => notes.rest(),
    take: () => notes.take(),
    hasHosts: () => notes.hasHosts,
    hosts: () => notes.hosts(),
    shadowRootOf: (host) => platform.openOrClosedShadowRoot(host),
  });
  const notes = new PageNotes(work, {
    taken: () => openings.end(),
    beforeListeners() {
      gate.keep();
      textGate.keep();
      listen();
    },
    onHost: (host) => work.onHost(host),
    opened: listen,
  });
  const parts = {
    work,
    hails,
    notes,
    silence,
    gate,
    textGate,
  };
  let handlers: Promise<Handlers<"worker-frame">> | undefined;
  platform.onConnect((transport) => {
    handlers ??= makeHandlers(platform, parts);
    void serve(transport, handlers);
  });
}

async function serve(
  transport: Transport,
  handlers: Promise<Handlers<"worker-frame">>,
): Promise<Peer<never, "worker-frame">> {
  const rpc = await import("@webserv/shared/rpc/peer.ts");
  return new rpc.Peer<never, "worker-frame">({
    transport,
    serves: { link: "worker-frame", handlers: await handlers },
  });
}

/**
 * Loaded with the first connection: most frames of most pages never see one, and the protocol's
 * schemas alone take several ms to set up. The bundle holds it all, so nothing is fetched.
 */
async function makeHandlers(
  platform: FramePlatform,
  parts: Omit<FrameParts, "shadowRootOf">,
): Promise<Handlers<"worker-frame">> {
  const { frameHandlers } = await import("./frame-handlers.ts");
  return frameHandlers({
    ...parts,
    shadowRootOf(element) {
      if (!parts.notes.mayHost(element)) return null;
      const root = platform.openOrClosedShadowRoot(element);
      if (root !== null) parts.notes.noteHost(element);
      return root;
    },
  });
}

/** In this world, out of the page's sight. */
const RUN_MARK = Symbol.for("webserv.frame");

/**
 * A frame's first about:blank leaves its window, and this world with it, to the document that follows
 * from the same origin, but without its listeners; the scripts are then run again.
 */
function listensAgain(): boolean {
  const listen: unknown = Reflect.get(globalThis, RUN_MARK);
  if (typeof listen !== "function") return false;
  Reflect.apply(listen, undefined, []);
  return true;
}

function rememberRun(listen: () => void): void {
  Object.defineProperty(globalThis, RUN_MARK, { value: listen });
}
