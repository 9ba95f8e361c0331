// Wires one frame: puts its page notes, handshakes, ids and settling behind the methods that the worker calls.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { InputNotice } from "./act/input-notice.ts";
import { FrameTokens } from "./bridge/frame-tokens.ts";
import { DocumentOpenings } from "./bridge/document-openings.ts";
import { dragEvents, EventGate, gestureEvents, textEvents } from "./bridge/event-gate.ts";
import { FilePickers } from "./bridge/file-pickers.ts";
import { PageAsks } from "./bridge/page-asks.ts";
import { PageChannel } from "./bridge/page-channel.ts";
import type { FrameParts, ServedFrame } from "./frame-handlers.ts";
import type { FramePlatform } from "./bridge/platform.ts";
import { SecretWatch } from "./observe/secrecy/secret-watch.ts";
import { ResizeSuppressor } from "./screenshot/resize-suppressor.ts";
import { FrameWork } from "./settle/frame-work.ts";
import { WorkerWaker } from "./bridge/worker-waker.ts";

/**
 * Serves this frame on every connection the platform brings, for as long as the document lives. Must
 * run at document_start.
 */
export function startFrame(platform: FramePlatform): void {
  if (listensAgain()) return;
  const frameTokens = new FrameTokens();
  const resizeSuppressor = new ResizeSuppressor();
  const gate = new EventGate(gestureEvents);
  const textGate = new EventGate(textEvents);
  const dragGate = new EventGate(dragEvents);
  const waker = new WorkerWaker(platform);
  const secrets = new SecretWatch((host) => platform.openOrClosedShadowRoot(host));
  const listen = (): void => {
    frameTokens.listen();
    resizeSuppressor.listen();
    gate.listen();
    textGate.listen();
    dragGate.listen();
    waker.listen();
    asks.listen();
    secrets.listen();
    openings.watch();
  };
  let served: Promise<ServedFrame> | undefined;
  const pickers = new FilePickers({
    dragGate,
    answer: (handles) => pageChannel.picked(handles),
  });
  const asks: PageAsks = new PageAsks((isHeld) => {
    pageChannel.hold(isHeld);
    // Nobody can end an action here any more: its worker was ended, or Stop was pressed under a dialog.
    if (!isHeld) void served?.then(({ rest }) => rest());
  }, pickers);
  const openings = new DocumentOpenings(listen);
  listen();
  rememberRun(listen);
  asks.awaitHold();
  const work: FrameWork = new FrameWork({
    watch: () => pageChannel.watch(),
    attend: () => pageChannel.attend(),
    rest: () => pageChannel.rest(),
    take: () => pageChannel.take(),
    hasHosts: () => pageChannel.hasHosts,
    hosts: () => pageChannel.hosts(),
    shadowRootOf: (host) => platform.openOrClosedShadowRoot(host),
  });
  const pageChannel = new PageChannel(work, {
    onConnected: () => openings.end(),
    onBeforeListeners() {
      gate.keep();
      textGate.keep();
      dragGate.keep();
      listen();
    },
    onAsk: (detail) => asks.receive(detail),
    onHost: (host) => work.onHost(host),
    onOpened: listen,
  });
  asks.stopAwaiting();
  const parts = {
    work,
    asks,
    pickers,
    frameTokens,
    pageChannel,
    resizeSuppressor,
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
  const rpc = await import("@webserv/shared/rpc/link-peer.ts");
  const { workerFrameMethods } = await import("@webserv/shared/protocol/methods/worker-frame.ts");
  const { frameWorkerMethods } = await import("@webserv/shared/protocol/methods/frame-worker.ts");
  const { handlers } = await served;
  // The worker can't tell a page that takes long to be read from one whose script never ends.
  const tellOfReading = (): void => peer.notify("frame.reading", {});
  const peer = new rpc.LinkPeer<"frame-worker", "worker-frame">({
    methods: { ...workerFrameMethods, ...frameWorkerMethods },
    transport,
    serves: {
      link: "worker-frame",
      handlers: {
        ...handlers,
        "frame.observe": (params, call) => {
          tellOfReading();
          return handlers["frame.observe"](params, call);
        },
        "frame.boxes": (params, call) => {
          tellOfReading();
          return handlers["frame.boxes"](params, call);
        },
      },
    },
  });
  const ends = [
    asks.subscribe((ask) => peer.notify("frame.asked", { ask })),
    notice.tellTo(() => peer.notify("frame.sending", {})),
  ];
  const leave = (): void => {
    for (const end of ends) end();
  };
  if (peer.closed.aborted) leave();
  else peer.closed.addEventListener("abort", leave, { once: true });
}

/**
 * Loads the handlers with the first connection. Most frames of most pages never see one, and the
 * protocol's schemas alone take several ms to set up. The bundle holds it all, so nothing is fetched.
 */
async function makeServed(
  platform: FramePlatform,
  parts: Omit<FrameParts, "shadowRootOf">,
): Promise<ServedFrame> {
  const { servedFrame } = await import("./frame-handlers.ts");
  return servedFrame({
    ...parts,
    shadowRootOf(element) {
      if (!parts.pageChannel.mayHost(element)) return null;
      const root = platform.openOrClosedShadowRoot(element);
      if (root !== null) parts.pageChannel.noteHost(element);
      return root;
    },
  });
}

/** The key of a mark in the extension's world, out of the page's sight. */
const RUN_MARK = Symbol.for("webserv.frame");

/**
 * Has a script that has run in this world before listen again, and returns whether there is one. A
 * frame's first about:blank leaves its window, and this world with it, to the document that follows
 * from the same origin, but without its listeners. The scripts are then run again.
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
