// Gives root the ranges of user and group ids that isolated containers take theirs from.
import { readFile, writeFile } from "node:fs/promises";

import type { Step } from "./step.ts";

const files = ["/etc/subuid", "/etc/subgid"] as const;
/** A container takes 65,536 ids; Incus keeps the first range for those that are not isolated. */
const ENOUGH = 1001 * 65_536;
/** As wide as Debian's own, a billion. */
const WIDEST = 1_000_000_000;
const LAST_ID = 2 ** 32 - 2;

export interface IdRange {
  readonly owner: string;
  readonly first: number;
  readonly count: number;
}

export const idRanges: Step = {
  name: "id ranges",
  scope: "machine",

  async lacking() {
    const narrow: string[] = [];
    for (const file of files) {
      if (widthOfRoot(rangesIn(await textOf(file))) < ENOUGH) narrow.push(file);
    }
    return narrow.length === 0
      ? undefined
      : `${narrow.join(" and ")} give root fewer than ${ENOUGH} ids, which 1,000 isolated containers take`;
  },

  async do({ notes }) {
    for (const file of files) {
      const text = await textOf(file);
      const ranges = rangesIn(text);
      if (widthOfRoot(ranges) >= ENOUGH) continue;
      const { first, count } = freeRange(ranges);
      const line = `root:${first}:${count}`;
      await notes.add(file, line);
      await writeFile(file, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
    }
  },

  async undo({ notes }) {
    for (const file of files) {
      const lines = notes.get(file);
      if (lines.length === 0) continue;
      const kept = (await textOf(file)).split("\n").filter((line) => !lines.includes(line));
      await writeFile(file, kept.join("\n"));
    }
  },
};

export function rangesIn(text: string): IdRange[] {
  return [...text.matchAll(/^([^:#\s]+):(\d+):(\d+)$/gm)].map(([, owner, first, count]) => ({
    owner: owner ?? "",
    first: Number(first),
    count: Number(count),
  }));
}

/** A range for root after all that are given away already. */
export function freeRange(ranges: readonly IdRange[]): { first: number; count: number } {
  const taken = ranges.map(({ first, count }) => first + count);
  const first = Math.max(1_000_000, ...taken);
  return { first, count: Math.min(WIDEST, LAST_ID - first) };
}

function widthOfRoot(ranges: readonly IdRange[]): number {
  const ofRoot = ranges.filter(({ owner }) => owner === "root" || owner === "0");
  return ofRoot.reduce((sum, { count }) => sum + count, 0);
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => "");
}
