// Defines the interface by which scripts use each contender's own tools.
import type { Notation, Target } from "./targets.ts";

/** An element: the reference that an answer told, or the words of the task. */
export type Named = string | Target;

export interface Field {
  readonly element: Named;
  readonly kind: "text" | "option" | "tick";
  /** The value; a checkbox has none. */
  readonly value: string;
}

export interface Answer {
  /** The text, all of which the model reads. */
  readonly text: string;
  /** True if it shows the page as it is now, whole or by what has changed. */
  readonly page: boolean;
  /** True if it shows the whole page: earlier answers no longer count. */
  readonly whole: boolean;
  readonly failed: boolean;
}

/** Offers a contender's tools; every call is one that a model makes. */
export interface Hands {
  readonly notation: Notation;
  /** True if its tools take an element by its words, which no answer has told. */
  readonly takesWords: boolean;
  /** Returns the part of an answer that is true of the page now; all of it if left out. */
  readonly present?: (text: string) => string;
  /** @param told true if the script reads on: an answer that can show the page is to do so; false if it is not to */
  open(url: string, told: boolean): Promise<Answer>;
  look(): Promise<Answer>;
  click(element: Named, told: boolean): Promise<Answer>;
  /** Types, and presses Enter. */
  enter(element: Named, text: string, told: boolean): Promise<readonly Answer[]>;
  /** Fills in the fields, in as few calls as its tools allow. */
  fill(fields: readonly Field[], told: boolean): Promise<readonly Answer[]>;
  waitFor(text: string): Promise<readonly Answer[]>;
}

export interface Running {
  readonly hands: Hands;
  /** The text that a model is told before its first call. */
  readonly definitions: string;
  close(): Promise<void>;
}

export interface Contender {
  readonly name: ContenderName;
  readonly version: string;
  /** Starts with a browser that shows an empty page. This does not count as the task's time. */
  start(place: Place): Promise<Running>;
}

export const contenderNames = ["mcp", "cli", "playwright", "devtools"] as const;
export type ContenderName = (typeof contenderNames)[number];

/** Says where a task takes place: on a fresh copy of a site. */
export interface Place {
  readonly url: string;
  /** The site of which WebServ makes a sandbox by itself; undefined if `url` can be reached as it is. */
  readonly site?: string;
  /** The mapping for the peers' browsers, if `url` names a host without an address. */
  readonly mapped?: { readonly host: string; readonly address: string };
}
