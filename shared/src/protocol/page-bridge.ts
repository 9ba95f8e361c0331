// Defines the signals by which the page script (MAIN) and the content script (ISOLATED) of one frame find each other and
// ask. It is free of zod: the page script carries every byte of it into every page.
export { type AskKind, FOREIGN_ADDRESS } from "../model/page/ask-kinds.ts";

/**
 * Events on the window by which the two scripts find each other, at document_start, before any
 * script of the page can listen. Either may run first: the content script calls, the page script
 * offers the channel (a bare EventTarget, as `relatedTarget`), the content script acknowledges on
 * the channel. Both then stop listening on the window.
 */
export const handshake = { call: "webserv:call", offer: "webserv:offer" } as const;

/** Events on the channel. The content script sends them, unless stated otherwise. */
export const channelSignals = {
  /** The channel has arrived; hooks may be put in place. Without a payload. */
  ack: "ack",
  /**
   * Asks which events the first elements of a tree listen for, answered before the dispatch
   * returns: a MouseEvent whose `relatedTarget` is the document or a shadow root, and whose
   * `screenX` is the number of the scan.
   */
  scan: "scan",
  /** Asks the same about the next elements: a MouseEvent whose `screenX` is the number of the scan. */
  scanOn: "scan-on",
  /** An action is about to happen: work that its events start is its work. */
  watch: "watch",
  /** Somebody waits for work that is going on already. */
  attend: "attend",
  /** Nobody waits any longer: nothing is noted from now on. */
  rest: "rest",
  /** Asks for the notes since the last time, answered before the dispatch returns. */
  take: "take",
  /** A session holds the tab: what would open a window of the browser's own is refused. */
  hold: "hold",
  /** No session holds the tab any longer. */
  release: "release",
  /** Answers the page's picker for files: a MessageEvent whose `data` are the handles, or null. */
  picked: "picked",
  /** Page to content: the page has asked for something; a CustomEvent whose `detail` is `encodeAsk`. */
  asked: "asked",
  /** Page to content: the page is about to listen for messages; a listener that must come first is added now. */
  beforeListeners: "before-listeners",
  /** Page to content: the document has been opened anew, which takes every listener off it and the window. */
  opened: "opened",
} as const;

/**
 * Dispatched at the window, in answer to `handshake.call`, by a script that the debugger of a
 * session runs in a world of its own before any other: a session holds this tab.
 */
export const HELD = "webserv:held";

/** Writes `<kind> <1 if it was refused, else 0> <what>`. */
export function encodeAsk(kind: string, isRefused: boolean, what: string): string {
  return `${kind} ${isRefused ? 1 : 0} ${what}`;
}

/** A MouseEvent whose `relatedTarget` is an element that a script has given a shadow root. */
export const HOST_NOTE = "host";
/**
 * The answer to `scan` and `scanOn`: a CustomEvent whose `detail` is a primitive string
 * (`encodeMarks`); none if too many scans have been begun since.
 */
export const SCANNED = "scanned";
/** Elements of one answer: for a large page, a whole answer would keep the page from its work. */
export const SCAN_STEP = 1000;

/** The answer to `take`: a CustomEvent whose `detail` is a primitive string (`encodeBegin` and its like). */
export const TAKEN = "taken";
