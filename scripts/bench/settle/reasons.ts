// Which words of a settle report name which reason to wait: patterns speak of mechanisms, reports of kinds of work.

/** Beside the reason's own name. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  timer: ["timeout", "interval", "task", "debounce"],
  frame: ["animation-frame", "frames", "raf"],
  idle: ["idle-callback"],
  fetch: ["request", "body"],
  xhr: ["request"],
  stream: ["fetch", "body", "streaming"],
  message: ["port", "channel", "broadcast", "post-message"],
  worker: ["message", "port"],
  socket: ["websocket", "message"],
  events: ["event-source", "eventsource", "sse"],
  storage: ["indexeddb", "indexed-db", "database"],
  file: ["file-reader", "reader", "blob"],
  crypto: ["promise", "digest"],
  observer: ["mutation", "intersection", "resize"],
  script: ["subresource", "element", "import", "load"],
  style: ["subresource", "element", "load"],
  image: ["subresource", "element", "load", "decode"],
  subframe: ["frame", "document", "element", "load"],
  media: ["media-query"],
  transition: ["animation"],
  animation: ["transition", "view-transition"],
  document: ["navigation"],
};

export function namesReason(kind: string, reason: string): boolean {
  return kind === reason || (ALSO[reason] ?? []).includes(kind);
}
