// Keeps the records of open sessions, one file each, never half written.
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { replaceFile } from "../../replace-file.ts";
import { sessionRecord } from "./session-record.ts";
import type { SessionRecord } from "./session-record.ts";

export class SessionStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Returns the records of an earlier daemon, and the names of files that could not be parsed. */
  load(): { records: SessionRecord[]; bad: string[] } {
    const records: SessionRecord[] = [];
    const bad: string[] = [];
    for (const name of readdirSync(this.#dir)) {
      const record = name.endsWith(".json") ? this.#read(name) : undefined;
      if (record === undefined) bad.push(name);
      else records.push(record);
    }
    return { records, bad };
  }

  /**
   * Saves a record. Throws what the disk throws. The file is not synced to the disk: it has to outlive this process,
   * and the browser does not outlive the machine either.
   */
  save(record: SessionRecord): void {
    replaceFile(this.#file(record.session.sessionId), JSON.stringify(record));
  }

  remove(sessionId: string): void {
    rmSync(this.#file(sessionId), { force: true });
  }

  /** Removes a file that `load` called bad. */
  discard(name: string): void {
    rmSync(join(this.#dir, name), { force: true, recursive: true });
  }

  #file(sessionId: string): string {
    return join(this.#dir, `${sessionId}.json`);
  }

  #read(name: string): SessionRecord | undefined {
    try {
      return sessionRecord.safeParse(JSON.parse(readFileSync(join(this.#dir, name), "utf8"))).data;
    } catch {
      return undefined;
    }
  }
}
