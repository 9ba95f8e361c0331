// Defines what the page script (MAIN) and the content script (ISOLATED) of one frame send each other. It is free of
// zod: the page script carries every byte of it into every page.
export { type AskKind, FOREIGN_ADDRESS } from "../model/page/ask-kinds.ts";
import type { WorkKind } from "../model/page/work-kinds.ts";
import { workKinds } from "../model/page/work-kinds.ts";

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

/** The notes of a page about a work, beside its beginning. */
export const workNotes = [
  /** Code runs that it has led to; work that begins now has it as its parent. */
  "run",
  /** The animation has begun to run; it may have been asked for some frames before. */
  "started",
  /** The headers have arrived, a body is to come. */
  "headers",
  /** The page has begun to read the body. */
  "reading",
  /** The page reads the body as a stream, whose end it alone sees. */
  "streaming",
  /** The answer reports an error, or there is none. */
  "failed",
  /** The work is over, for whatever reason. */
  "end",
] as const;
export type WorkNote = (typeof workNotes)[number];

/** The kinds of input that an element listens for; one bit each. */
export const handlerKinds = {
  click: 1,
  /** The parts of a click: pressing, releasing, touching. */
  press: 2,
  /** The pointer moves over it. */
  hover: 4,
  key: 8,
} as const;
export type HandlerKind = keyof typeof handlerKinds;
/** The use of an element that its events reveal, dragging included. */
export type EventKind = HandlerKind | "drag";

/** The number of bits by which the kinds of a handler are shifted, by the place that keeps the handler. */
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

/** Marks that are no handlers. Only bit 31 is free: a further source needs a second number. */
export const otherMarks = {
  /** Listens for so many kinds of events that it does so for others: a framework's root. */
  delegate: 1 << 24,
  /** Its properties say which of the handlers that its attributes may have set are left. */
  handlersKnown: 1 << 25,
  /** The element accepts drops or is dragged itself, whatever keeps the handler. */
  drag: 1 << 30,
} as const;

export function handlerMark(source: HandlerSource, kind: EventKind): number {
  if (kind === "drag") return otherMarks.drag;
  return handlerKinds[kind] << handlerSources[source];
}

/** Writes one element's marks; the answer to a scan joins the texts of all elements that have any. */
export function encodeMarks(index: number, marks: number): string {
  return `${index} ${marks} `;
}

/**
 * Calls `each` for every element with marks, by its index among all elements of the tree in
 * document order. Digit by digit: a list can have ten thousand entries, and making strings of them
 * takes longer.
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

/** `root` is no work of its own: an action's events, or the document's scripts as they are loaded. */
export type BegunKind = WorkKind | "root";
const begunKinds: readonly BegunKind[] = ["root", ...workKinds];

export interface BegunWork {
  readonly id: number;
  /** The work whose code began it; 0 if no action is its cause. */
  readonly parent: number;
  readonly kind: BegunKind;
  /** The time it is to wait or to last, in ms; 0 if that is not known. */
  readonly delayMs: number;
  /**
   * Identifies the call site: equal for work that the same code began, which reveals loops. 0 if
   * that is not known.
   */
  readonly callSite: number;
  /** True if its result is invisible: a beacon, a prefetch. */
  readonly unseen: boolean;
  /** The address as the page wrote it; empty if there is none. */
  readonly url: string;
}

/** The changes that a person could see, the most telling first. */
export const pageChanges = [
  /** Something appeared or disappeared. */
  "shown",
  /** Text or entries were added to what stays. */
  "grown",
  /** A text was replaced by another. */
  "replaced",
  /** Only the looks changed. */
  "styled",
] as const;
export type PageChange = (typeof pageChanges)[number];

/**
 * Writes one line per note: `b <time> <number> <parent> <kind> <delay> <call site> <unseen> <url as
 * JSON>`.
 */
export function encodeBegin(atMs: number, work: BegunWork, urlAsJson: string): string {
  const { id, parent, kind, delayMs, callSite, unseen } = work;
  const numbers = `${id} ${parent} ${kindPlaces[kind]} ${delayMs} ${callSite} ${unseen ? 1 : 0}`;
  return `b ${tenths(atMs)} ${numbers} ${urlAsJson}\n`;
}

/** Writes `n <time> <number> <note>`. */
export function encodeNote(atMs: number, note: WorkNote, id: number): string {
  return `n ${tenths(atMs)} ${id} ${notePlaces[note]}\n`;
}

/** Writes `c <time> <number> <change>`: what the code that the work has led to did to the page. */
export function encodeChange(atMs: number, id: number, change: PageChange): string {
  return `c ${tenths(atMs)} ${id} ${changePlaces[change]}\n`;
}

/**
 * Times are sent in whole tenths of a ms, which is the precision of a page's clock: fractions take
 * long to write and to read.
 */
function tenths(ms: number): number {
  const whole = ms * 10 + 0.5;
  return whole - (whole % 1);
}

/** Words are sent as their indices in the lists. */
const kindPlaces = placesIn(begunKinds);
const notePlaces = placesIn(workNotes);
const changePlaces = placesIn(pageChanges);

function placesIn(words: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(words.map((word, place) => [word, place]));
}

/** Receives the notes of a page's work. Times are those of the page's `performance.now()`, in ms. */
export interface WorkListener {
  begin(work: BegunWork, atMs: number): void;
  note(note: WorkNote, id: number, atMs: number): void;
  change(id: number, change: PageChange, atMs: number): void;
}

/** Passes all notes to the listener, in order; skips malformed ones. */
export function decodeNotes(detail: unknown, listener: WorkListener): void {
  if (typeof detail !== "string") return;
  const reader = new NoteReader(detail);
  while (reader.isAtNote) {
    const type = reader.type();
    const atMs = reader.number() / 10;
    const id = reader.number();
    if (!(atMs >= 0 && id > 0)) {
      reader.rest();
    } else if (type === "b") {
      const [parent, place, delayMs] = [reader.number(), reader.number(), reader.number()];
      const [callSite, unseen] = [reader.number(), reader.number()];
      const kind = begunKinds[place];
      const url = urlOf(reader.rest());
      if (
        kind === undefined ||
        url === undefined ||
        !(parent >= 0 && delayMs >= 0 && callSite >= 0)
      )
        continue;
      listener.begin({ id, parent, kind, delayMs, callSite, unseen: unseen === 1, url }, atMs);
    } else {
      const place = reader.number();
      const note = type === "n" ? workNotes[place] : undefined;
      const change = type === "c" ? pageChanges[place] : undefined;
      reader.rest();
      if (note !== undefined) listener.note(note, id, atMs);
      else if (change !== undefined) listener.change(id, change, atMs);
    }
  }
}

/** Reads a text letter by letter, which is quicker than to split it. */
class NoteReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtNote(): boolean {
    return this.#at < this.#text.length;
  }

  /** Reads the letter that a note begins with; a number follows. */
  type(): string | undefined {
    const type = this.#text[this.#at];
    if (type === "\n") return undefined;
    this.#at += this.#text[this.#at + 1] === " " ? 2 : 1;
    return type;
  }

  /** Reads a number; NaN if there is none. */
  number(): number {
    let number = 0;
    let at = this.#at;
    for (; ; at++) {
      const digit = this.#text.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      number = number * 10 + digit;
    }
    if (at === this.#at) return NaN;
    this.#at = this.#text.charCodeAt(at) === SPACE ? at + 1 : at;
    return number;
  }

  /** Reads the rest of the line. */
  rest(): string {
    const found = this.#text.indexOf("\n", Math.min(this.#at, this.#text.length));
    const end = found < 0 ? this.#text.length : found;
    const rest = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return rest;
  }
}

function urlOf(text: string): string | undefined {
  // Most have none.
  if (text === '""') return "";
  try {
    const url: unknown = JSON.parse(text);
    return typeof url === "string" ? url : undefined;
  } catch {
    return undefined;
  }
}
