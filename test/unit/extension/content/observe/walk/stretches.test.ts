// A page read in slices: what is read must be of one moment, and the page gets its turns.
import { expect, test } from "vitest";

import type {
  ReadingOutcome,
  ReadingSteps,
  Phase,
  Reader,
} from "@webserv/extension/src/content/observe/walk/time-slices.ts";
import { readInTimeSlices } from "@webserv/extension/src/content/observe/walk/time-slices.ts";
import type { Walk } from "@webserv/extension/src/content/observe/tree/walk-result.ts";

const MS_A_NODE = 5;
const MS_A_PHASE = 15;

/** A page of so many nodes on a clock of its own; `changesAt` are times at which it changes. */
class Page {
  time = 0;
  readonly log: string[] = [];
  readonly #nodes: number;
  readonly #changesAt: readonly number[];
  readonly #phases: readonly Phase[];

  constructor(nodes: number, changesAt: readonly number[] = [], phases: readonly Phase[] = []) {
    this.#nodes = nodes;
    this.#changesAt = changesAt;
    this.#phases = phases;
  }

  read(): Promise<ReadingOutcome<string>> {
    return readInTimeSlices(
      {
        begin: (isPatient) => {
          this.log.push(isPatient ? "begin in patience" : "begin");
          return this.#reader();
        },
        during: (read) => read(),
        watch: () => {
          const from = this.time;
          return {
            hasChanged: () => this.#changesAt.some((at) => at > from && at <= this.time),
            end: () => void this.log.push("end"),
          };
        },
        pause: () => {
          this.log.push(`pause ${this.time}`);
          this.time += 10;
          return Promise.resolve();
        },
        now: () => this.time,
      },
      (walk) => this.#make(walk),
    );
  }

  *#make(walk: Walk): ReadingSteps<string> {
    for (const phase of this.#phases) {
      this.log.push(`${phase} ${this.time}`);
      this.time += MS_A_PHASE;
      yield phase;
    }
    this.log.push(`write ${this.time}`);
    return walk.texts.join();
  }

  #reader(): Reader {
    let read = 0;
    return {
      readOn: (goOn) => {
        while (read < this.#nodes) {
          if (!goOn()) return false;
          read++;
          this.time += MS_A_NODE;
        }
        return true;
      },
      result: (): Walk => ({ parts: [], headings: [], texts: [`${read}`], tooDeep: [], runs: [] }),
    };
  }
}

test("a small page is read and written in one go", async () => {
  const page = new Page(4);
  expect(await page.read()).toEqual({ value: "4", steady: true });
  expect(page.log).toEqual(["begin", "write 20"]);
});

test("a large page gets a pause after every 25 ms of reading, and one before the writing", async () => {
  const page = new Page(12);
  expect(await page.read()).toEqual({ value: "12", steady: true });
  expect(page.log).toEqual(["begin", "pause 25", "pause 60", "pause 80", "write 90", "end"]);
});

test("a page that changes while it is read is read anew", async () => {
  const page = new Page(8, [30]);
  expect(await page.read()).toEqual({ value: "8", steady: true });
  expect(page.log.filter((each) => each === "begin")).toHaveLength(2);
  expect(page.log.filter((each) => each === "end")).toHaveLength(2);
});

test("a page that changes after all has been read, and before it is written, is read anew", async () => {
  const page = new Page(8, [55]);
  expect(await page.read()).toEqual({ value: "8", steady: true });
  expect(page.log.filter((each) => each === "begin")).toHaveLength(2);
});

test("a page that never rests is read in slices through its changes in the end, and called unsteady", async () => {
  const page = new Page(
    12,
    Array.from({ length: 1000 }, (_, at) => at),
  );
  expect(await page.read()).toEqual({ value: "12", steady: false });
  expect(page.log.filter((each) => each === "begin")).toHaveLength(3);
  const last = page.log.slice(page.log.indexOf("begin in patience"));
  expect(last.map((each) => each.replace(/ \d+$/, ""))).toEqual([
    "begin in patience",
    "pause",
    "pause",
    "write",
    "end",
  ]);
});

test("the page gets a pause between two steps of its reading if a time slice is over", async () => {
  const page = new Page(4, [], ["before-ids", "after-ids", "after-ids"]);
  expect(await page.read()).toEqual({ value: "4", steady: true });
  expect(page.log).toEqual([
    "begin",
    "before-ids 20",
    "pause 35",
    "after-ids 45",
    "after-ids 60",
    "pause 75",
    "write 85",
    "end",
  ]);
});

test("a change before ids are given has the page read anew, and one after it makes the reading unsteady", async () => {
  const before = new Page(4, [40], ["before-ids", "after-ids"]);
  expect(await before.read()).toEqual({ value: "4", steady: true });
  expect(before.log.filter((each) => each === "begin")).toHaveLength(2);
  const after = new Page(4, [80], ["before-ids", "after-ids", "after-ids"]);
  expect(await after.read()).toEqual({ value: "4", steady: false });
  expect(after.log.filter((each) => each === "begin")).toHaveLength(1);
});

test("a reading that fails in a pause ends its watch of the page", async () => {
  const page = new Page(8);
  const reading = readInTimeSlices(
    {
      begin: () => ({ readOn: () => false, result: () => expect.unreachable() }),
      during: (read) => read(),
      watch: () => ({ hasChanged: () => false, end: () => void page.log.push("end") }),
      pause: () => Promise.reject(new Error("nobody wants it any more")),
      now: () => 0,
    },
    () => expect.unreachable(),
  );
  await expect(reading).rejects.toThrow("nobody wants it any more");
  expect(page.log).toEqual(["end"]);
});
