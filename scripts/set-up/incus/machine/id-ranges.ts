// Gives root the ranges of user and group ids that isolated containers take theirs from.
import { readFile, writeFile } from "node:fs/promises";

import {
  ENOUGH_IDS,
  idRangeFiles,
  rangesIn,
  widthOfRoot,
} from "../../../../host/src/sandbox/incus/set-up/id-ranges.ts";
import type { IdRange } from "../../../../host/src/sandbox/incus/set-up/id-ranges.ts";
import { SetupError } from "../../../bootstrap/words.mjs";
import type { Step } from "../step.ts";

/** The widest range, as wide as Debian's own: a billion ids. */
const WIDEST = 1_000_000_000;
const LAST_ID = 2 ** 32 - 2;

export const idRanges: Step = {
  name: "id ranges",
  scope: "machine",

  async lacking() {
    const narrow: string[] = [];
    for (const file of idRangeFiles) {
      if (widthOfRoot(rangesIn(await textOf(file))) < ENOUGH_IDS) narrow.push(file);
    }
    return narrow.length === 0
      ? undefined
      : `${narrow.join(" and ")} give root fewer than ${ENOUGH_IDS} ids, which 1,000 isolated containers take`;
  },

  async do({ notes }) {
    const added: { file: string; text: string; line: string }[] = [];
    for (const file of idRangeFiles) {
      const text = await textOf(file);
      const ranges = rangesIn(text);
      if (widthOfRoot(ranges) >= ENOUGH_IDS) continue;
      const { first, count } = freeRange(ranges);
      added.push({ file, text, line: `root:${first}:${count}` });
    }
    for (const { file, text, line } of added) {
      await notes.add(file, line);
      await writeFile(file, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
    }
  },

  async undo({ notes }) {
    for (const file of idRangeFiles) {
      const lines = notes.get(file);
      if (lines.length === 0) continue;
      const kept = (await textOf(file)).split("\n").filter((line) => !lines.includes(line));
      await writeFile(file, kept.join("\n"));
    }
  },
};

/** Returns a range for root after all that are given away already. @throws SetupError if too few ids are left there. */
export function freeRange(ranges: readonly IdRange[]): { first: number; count: number } {
  const taken = ranges.map(({ first, count }) => first + count);
  const first = Math.max(1_000_000, ...taken);
  const count = Math.min(WIDEST, LAST_ID - first);
  if (count >= ENOUGH_IDS) return { first, count };
  throw new SetupError(
    `the ranges in ${idRangeFiles.join(" and ")} reach up to id ${first}, and root needs ${ENOUGH_IDS} ids after them: give up or move the last of these ranges and run the command again.`,
  );
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => "");
}
