// What an agent's scripts are carried out with: each contender's own tools, behind one interface.
import type { Notation } from "./targets.ts";

export interface Field {
  readonly ref: string;
  readonly kind: "text" | "option" | "tick";
  /** Of a tick: none. */
  readonly value: string;
}

export interface Answer {
  /** All of it is read by the model. */
  readonly text: string;
  /** It tells the page as it is now, whole or by what has changed. */
  readonly page: boolean;
  /** It shows the whole page: what was told before is done with. */
  readonly whole: boolean;
  readonly failed: boolean;
}

/** What a contender's tools can do; every call is one that a model makes. */
export interface Hands {
  readonly notation: Notation;
  /** What of an answer is true of the page now; all of it if left out. */
  readonly present?: (text: string) => string;
  open(url: string): Promise<Answer>;
  look(): Promise<Answer>;
  /** @param told the script reads on: an answer that can show the page is to */
  click(ref: string, told: boolean): Promise<Answer>;
  type(ref: string, text: string, enter: boolean): Promise<readonly Answer[]>;
  /** In as few calls as its tools allow. */
  fill(fields: readonly Field[], told: boolean): Promise<readonly Answer[]>;
  waitFor(text: string): Promise<readonly Answer[]>;
}

export interface Running {
  readonly hands: Hands;
  /** What a model is told before its first call. */
  readonly definitions: string;
  close(): Promise<void>;
}

export interface Contender {
  readonly name: ContenderName;
  readonly version: string;
  /** With a browser that shows an empty page. Not counted as the task's time. */
  start(place: Place): Promise<Running>;
}

export const contenderNames = ["mcp", "cli", "playwright", "devtools"] as const;
export type ContenderName = (typeof contenderNames)[number];

/** Where a task takes place: a fresh copy of a site. */
export interface Place {
  readonly url: string;
  /** Which WebServ makes a sandbox of by itself; undefined where `url` can be reached as it is. */
  readonly site?: string;
  /** For the peers' browsers, where `url` names a host without an address. */
  readonly mapped?: { readonly host: string; readonly address: string };
}
