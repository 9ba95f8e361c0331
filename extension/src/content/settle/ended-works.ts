// Lists the works that were waited for and have ended, for the report: each request, and the longest of each other kind.
import type { SettleWork } from "@webserv/shared/model/page/settle.ts";

import { MAX_ENDED } from "./limits.ts";
import type { Work } from "./work.ts";
import { toSettleWork } from "./work.ts";

export class EndedWorks {
  #ended = new Map<string, SettleWork>();
  #unlisted = 0;

  clear(): void {
    this.#ended = new Map();
    this.#unlisted = 0;
  }

  add(work: Work, atMs: number): void {
    const ended = toSettleWork(work, atMs);
    const key = ended.url === "" ? ended.kind : `${work.id}`;
    const known = this.#ended.get(key);
    if (known !== undefined && known.ms >= ended.ms) return;
    if (known === undefined && this.#ended.size >= MAX_ENDED) this.#unlisted++;
    else this.#ended.set(key, ended);
  }

  /** Each request, then the rest by kind, each with its longest. */
  get list(): readonly SettleWork[] {
    const ended = [...this.#ended.values()];
    return [
      ...ended.filter(({ url }) => url !== ""),
      ...ended.filter(({ url }) => url === "").toSorted((a, b) => b.ms - a.ms),
    ];
  }

  get unlisted(): number {
    return this.#unlisted;
  }
}
