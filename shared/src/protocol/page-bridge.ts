// What the page script (MAIN) and the content script (ISOLATED) of one frame say to each other.
// Free of zod: the page script carries every byte of it into every page.

/**
 * Events on the window by which the two scripts find each other, at document_start, before any
 * script of the page can listen. Either may run first: the content script calls, the page script
 * offers the channel (a bare EventTarget, as `relatedTarget`), the content script acknowledges on
 * the channel. Both then stop listening on the window.
 */
export const handshake = { call: "webserv:call", offer: "webserv:offer" } as const;

/** Events on the channel that the content script sends. */
export const channelSignals = {
  /** The channel has arrived; hooks may be put in place. Without a payload. */
  ack: "ack",
  /**
   * Tell, before this returns, what the elements of a tree listen for: a MouseEvent whose
   * `relatedTarget` is the document or a shadow root.
   */
  scan: "scan",
  /** Page to content: the page is about to listen for messages; whoever would be first does so now. */
  beforeListeners: "before-listeners",
} as const;

/** A MouseEvent whose `relatedTarget` is an element that a script has given a shadow root. */
export const HOST_NOTE = "host";
/** The answer to a scan: a CustomEvent whose `detail` is a primitive string (`encodeMarks`). */
export const SCANNED = "scanned";

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

/** What is done to an element that it listens for; a bit each. */
export const handlerKinds = {
  click: 1,
  /** The parts of a click: pressing, releasing, touching. */
  press: 2,
  /** The pointer coming over it. */
  hover: 4,
  key: 8,
} as const;
export type HandlerKind = keyof typeof handlerKinds;
/** What events tell of an element: how it is used, or that things are dragged to it. */
export type EventKind = HandlerKind | "drag";

/** Who keeps the handler: by how many bits its kinds are moved up. */
export const handlerSources = {
  listener: 0,
  /** A property such as `onclick`. */
  property: 4,
  react: 8,
  solid: 12,
  svelte: 16,
  jquery: 20,
  /** An attribute that a library's listener at the document looks for. */
  attribute: 26,
} as const;
export type HandlerSource = keyof typeof handlerSources;

/** Marks that are no handlers. */
export const otherMarks = {
  /** Listens for so many kinds of events that it does so for others: a framework's root. */
  delegate: 1 << 24,
  /** Its properties say what is left of the handlers that its attributes may have set. */
  settled: 1 << 25,
  /** Whoever keeps the handler: it takes what is dragged over it, or is dragged itself. */
  drag: 1 << 30,
} as const;

export function handlerMark(source: HandlerSource, kind: EventKind): number {
  if (kind === "drag") return otherMarks.drag;
  return handlerKinds[kind] << handlerSources[source];
}

/** One element's marks; the answer to a scan is the texts of all that have any, one after the other. */
export function encodeMarks(index: number, marks: number): string {
  return `${index} ${marks} `;
}

/**
 * Calls `each` for every element with marks, by its place among all elements of the tree in document
 * order. Digit by digit: a list can have ten thousand entries, and making strings of them takes longer.
 */
export function decodeMarks(detail: unknown, each: (index: number, marks: number) => void): void {
  if (typeof detail !== "string") return;
  let index: number | undefined;
  let number = 0;
  for (let at = 0; at < detail.length; at++) {
    const code = detail.charCodeAt(at);
    if (code !== SPACE) number = number * 10 + (code - ZERO);
    else {
      if (index === undefined) index = number;
      else {
        each(index, number);
        index = undefined;
      }
      number = 0;
    }
  }
}

const SPACE = 32;
const ZERO = 48;

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
