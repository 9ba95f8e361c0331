// Collects the notes of the page's work until the content script asks for them: an event for each note would cost
// more than most of the work.
import type { BegunWork, PageChange, WorkNote } from "@webserv/shared/protocol/work-notes.ts";
import { encodeBegin, encodeChange, encodeNote } from "@webserv/shared/protocol/work-notes.ts";

import { natives } from "../platform/natives.ts";

export class Notes {
  #text = "";
  #count = 0;

  begin(work: BegunWork): void {
    // Writing a string as JSON calls no code of the page's.
    const url = work.url === "" ? '""' : natives.apply(natives.toJson, JSON, [work.url]);
    this.#add(encodeBegin(clock(), work, String(url)));
  }

  note(note: WorkNote, work: number, atMs = clock()): void {
    this.#add(encodeNote(atMs, note, work));
  }

  change(work: number, change: PageChange, atMs: number): void {
    this.#add(encodeChange(atMs, work, change));
  }

  /** Counts the notes since the last time they were taken. */
  get count(): number {
    return this.#count;
  }

  take(): string {
    const text = this.#text;
    this.#text = "";
    this.#count = 0;
    return text;
  }

  #add(line: string): void {
    this.#text += line;
    this.#count++;
  }
}

/** Returns the milliseconds since the document began. */
export function clock(): number {
  return Number(natives.apply(natives.now, natives.performance, []));
}
