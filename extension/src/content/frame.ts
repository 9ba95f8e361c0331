// Wires one frame: its page notes, hails, ids and settling behind the methods the worker calls.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { InputNotice } from "./act/input-notice.ts";
import { FrameHails } from "./frame-hails.ts";
import { DocumentOpenings } from "./document-openings.ts";
import { EventGate, gestureEvents, textEvents } from "./event-gate.ts";
import { PageAsks } from "./page-asks.ts";
import { PageNotes } from "./page-notes.ts";
import type { FrameParts, ServedFrame } from "./frame-handlers.ts";
import type { FramePlatform } from "./platform.ts";
import { SecretWatch } from "./secret-watch.ts";
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
  const secrets = new SecretWatch((host) => platform.openOrClosedShadowRoot(host));
  const listen = (): void => {
    hails.listen();
    silence.listen();
    gate.listen();
    textGate.listen();
    waker.listen();
    asks.listen();
    secrets.listen();
    openings.watch();
  };
  let served: Promise<ServedFrame> | undefined;
  const asks: PageAsks = new PageAsks((isHeld) => {
    notes.hold(isHeld);
    // Whoever began an action here can't end it any more: a worker that was ended, or Stop under a dialog.
    if (!isHeld) void served?.then(({ rest }) => rest());
  });
  const openings = new DocumentOpenings(listen);
  listen();
  rememberRun(listen);
  asks.awaitHold();
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
    onAsk: (detail) => asks.heard(detail),
    onHost: (host) => work.onHost(host),
    opened: listen,
  });
  asks.stopAwaiting();
  const parts = {
    work,
    asks,
    hails,
    notes,
    silence,
    gate,
    textGate,
    notice: new InputNotice(),
  };
  platform.onRelease(() => asks.release());
  platform.onConnect((transport) => {
    secrets.begin();
    served ??= makeServed(platform, parts);
    void serve(transport, served, parts);
  });
}

async function serve(
  transport: Transport,
  served: Promise<ServedFrame>,
  { asks, notice }: Pick<FrameParts, "asks" | "notice">,
): Promise<void> {
  const rpc = await import("@webserv/shared/rpc/peer.ts");
  const peer = new rpc.Peer<"frame-worker", "worker-frame">({
    transport,
    serves: { link: "worker-frame", handlers: (await served).handlers },
  });
  const ends = [
    asks.tellTo((ask) => peer.notify("frame.asked", { ask })),
    notice.tellTo(() => peer.notify("frame.sending", {})),
  ];
  const leave = (): void => {
    for (const end of ends) end();
  };
  if (peer.closed.aborted) leave();
  else peer.closed.addEventListener("abort", leave, { once: true });
}

/**
 * Loaded with the first connection: most frames of most pages never see one, and the protocol's
 * schemas alone take several ms to set up. The bundle holds it all, so nothing is fetched.
 */
async function makeServed(
  platform: FramePlatform,
  parts: Omit<FrameParts, "shadowRootOf">,
): Promise<ServedFrame> {
  const { servedFrame } = await import("./frame-handlers.ts");
  return servedFrame({
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
