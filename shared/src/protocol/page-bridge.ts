// What the page script (MAIN) and the content script (ISOLATED) of one frame say to each other.
// Free of zod: the page script carries every byte of it into every page.

/**
 * Events on the window by which the two scripts find each other, at document_start, before any
 * script of the page can listen. Either may run first: the content script calls, the page script
 * offers the channel (a bare EventTarget, as `relatedTarget`), the content script acknowledges on
 * the channel. Both then stop listening on the window.
 */
export const handshake = { call: "webserv:call", offer: "webserv:offer" } as const;

/** Events on the channel without a payload. */
export const channelSignals = {
  /** Content to page: the channel has arrived; hooks may be put in place. */
  ack: "ack",
  /** Content to page: name, before this returns, the elements whose framework handlers show. */
  scan: "scan",
  /** Page to content: the page is about to listen for messages; whoever would be first does so now. */
  beforeMessages: "before-messages",
} as const;

/** Notes about requests: CustomEvents whose `detail` is a primitive string, the request's number first. */
export const requestNotes = {
  /** `<number> <kind> <url as the page wrote it>` */
  begin: "begin",
  /** The headers are there, a body is to come: `<number>`. */
  headers: "headers",
  /** The page has begun to read the body: `<number>`. */
  reading: "reading",
  /** The page reads the body as a stream, whose end it alone sees: `<number>`. */
  streaming: "streaming",
  /** Over, for whatever reason: `<number>`. */
  end: "end",
} as const;
export type RequestNote = keyof typeof requestNotes;

/** Notes about elements: MouseEvents whose `relatedTarget` is the element. */
export const elementNotes = {
  /** Listens for the pointer coming over it. */
  hover: "hover",
  /** Has a click handler of its own. */
  click: "click",
  /** Listens for so many kinds of events that it does so for others: a framework's root. */
  delegate: "delegate",
  /** Has been given a shadow root by a script. */
  host: "host",
} as const;
export type ElementNote = keyof typeof elementNotes;

export type RequestKind = "fetch" | "xhr";

export interface BegunRequest {
  readonly id: number;
  readonly kind: RequestKind;
  readonly url: string;
}

export function encodeBegin(request: BegunRequest): string {
  return `${request.id} ${request.kind} ${request.url}`;
}

/** Undefined for anything that `encodeBegin` has not made. */
export function decodeBegin(detail: unknown): BegunRequest | undefined {
  if (typeof detail !== "string") return undefined;
  const match = /^(\d{1,15}) (fetch|xhr) ([^]*)$/.exec(detail);
  if (match === null) return undefined;
  const kind = match[2] === "fetch" ? "fetch" : "xhr";
  return { id: Number(match[1]), kind, url: match[3] ?? "" };
}

/** The number of a request in a note other than `begin`. */
export function decodeId(detail: unknown): number | undefined {
  return typeof detail === "string" && /^\d{1,15}$/.test(detail) ? Number(detail) : undefined;
}
