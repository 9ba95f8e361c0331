// Defines the notes by which the page script tells the content script of the work of its page. It is free of zod, as
// `page-bridge.ts` is.
import type { WorkKind } from "../model/page/work-kinds.ts";
import { workKinds } from "../model/page/work-kinds.ts";

/** The notes of a page about a work, beside its beginning. */
export const workNotes = [
  /** Code runs that it has led to; work that begins now has it as its parent. */
  "run",
  /** The animation has begun to run; it may have been asked for some frames before. */
  "started",
  /** The request is to change something at the server. */
  "asking",
  /** The headers have arrived, a body is to come. */
  "headers",
  /** The page has begun to read the body. */
  "reading",
  /** The page reads the body as a stream, whose end it alone sees. */
  "streaming",
  /** The answer reports an error, or there is none. */
  "failed",
  /** The answer says that what was asked for is not ready yet: it will be asked for again. */
  "unready",
  /** The work is over, for whatever reason. */
  "end",
] as const;
export type WorkNote = (typeof workNotes)[number];

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
  /**
   * True if its result is invisible: a beacon, a prefetch. Of an interval, if it was set before the action, for which it
   * may have something to do in its next round.
   */
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

const SPACE = 32;
const ZERO = 48;

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
