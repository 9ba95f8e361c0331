// Tests how a page's budget of tokens is shared among its frames.
import { describe, expect, test } from "vitest";

import type {
  WholeFrame,
  WholeInner,
} from "../../../../../extension/src/background/frames/frame-budget.ts";
import {
  shareTokens,
  withinBudget,
} from "../../../../../extension/src/background/frames/frame-budget.ts";
import type { InnerFrame } from "../../../../../extension/src/background/frames/merge-readings.ts";
import { mergeReadings } from "../../../../../extension/src/background/frames/merge-readings.ts";
import { markTokens, NO_ROOM } from "../../../../../extension/src/background/frames/unread.ts";

const MARK = markTokens(NO_ROOM);

describe("the shares of frames in a budget", () => {
  const claim = (tokens: number, weight = 1) => ({ tokens, isMark: false, weight });
  const mark = (tokens: number) => ({ tokens, isMark: true, weight: 1 });

  test("each frame gets what it needs if the budget is enough", () => {
    expect(shareTokens([claim(300), claim(700), mark(10)], 1_010)).toEqual([300, 700, 10]);
  });

  test("tokens that small frames leave go to all larger ones, in equal parts", () => {
    expect(shareTokens([claim(5_000), claim(100), claim(900), claim(1_500)], 3_000)).toEqual([
      1_000, 100, 900, 1_000,
    ]);
  });

  test("marks of unread frames are paid for first", () => {
    expect(shareTokens([mark(20), claim(1_000), claim(1_000)], 1_020)).toEqual([20, 500, 500]);
  });

  test("the last frames go without if too little is left for each, and small ones never do", () => {
    const claims = [claim(900), claim(900), claim(50), claim(900)];
    expect(shareTokens(claims, 450)).toEqual([400 - 2 * MARK, 0, 50, 0]);
  });

  test("frames that matter least go without first, wherever they stand", () => {
    expect(shareTokens([claim(900, 0), claim(900), claim(900, 2)], 300)).toEqual([
      0,
      0,
      300 - 2 * MARK,
    ]);
    expect(shareTokens([claim(900, 0), claim(900)], 300)).toEqual([0, 300 - MARK]);
  });

  test("no frame gets anything from an empty budget", () => {
    expect(shareTokens([claim(900), claim(5)], 0)).toEqual([0, 0]);
    expect(shareTokens([], 0)).toEqual([]);
  });
});

/** A frame of so many tokens with others in it; read again, it takes all it may. */
class Frames {
  readonly again: string[] = [];

  frame(id: string, tokens: number, frames: Readonly<Record<string, WholeInner>> = {}): WholeFrame {
    const reading = (tokens: number, shown: readonly string[]): WholeFrame["reading"] => ({
      url: "",
      title: "",
      html: id,
      tokens,
      clickable: [],
      hoverable: [],
      inputs: [],
      selects: [],
      expandable: [],
      budget: 8000,
      omitted: [],
      frames: shown.map((frame, at) => ({
        id: frame,
        src: "",
        at: at + 1,
        focused: false,
        held: false,
        before: { clickable: 0, hoverable: 0, inputs: 0, selects: 0 },
      })),
    });
    const ids = Object.keys(frames);
    return {
      reading: reading(tokens, ids),
      inner: new Map(Object.entries(frames)),
      readAgain: (maxTokens) => {
        this.again.push(`${id} ${maxTokens}`);
        const isBroken = id === "broken";
        if (isBroken) return Promise.resolve({ unread: "it is being replaced" });
        // What is shorter shows a frame that had been left out before.
        return Promise.resolve(reading(Math.min(tokens, maxTokens - 50), [...ids, "another"]));
      },
    };
  }
}

describe("the frames of a page", () => {
  test("frames stay as they were read if all fit", async () => {
    const frames = new Frames();
    const page = frames.frame("page", 500, {
      a: frames.frame("a", 300, { "a/b": frames.frame("a/b", 200) }),
      c: { unread: "its script is busy" },
    });
    const shown = await withinBudget(page, 1_000 + markTokens({ unread: "its script is busy" }));
    expect(frames.again).toEqual([]);
    expect(shown.inner).toEqual(page.inner);
  });

  test("frames are read again if they need more than their share, and only these are", async () => {
    const frames = new Frames();
    const page = frames.frame("page", 500, {
      small: frames.frame("small", 100),
      large: frames.frame("large", 3_000),
    });
    const shown = await withinBudget(page, 2_000);
    expect(frames.again).toEqual(["large 1400"]);
    expect(tokensOf(shown.inner.get("large"))).toBe(1_350);
    expect(mergeReadings(shown, 1_000).tokens).toBeLessThanOrEqual(2_000);
  });

  test("a frame that holds others leaves its room to these if its own words are few", async () => {
    const frames = new Frames();
    const outer = frames.frame("outer", 100, { "outer/inner": frames.frame("inner", 3_000) });
    await withinBudget(frames.frame("page", 500, { outer }), 1_500);
    expect(frames.again).toEqual(["inner 900"]);
  });

  test("a frame without room is told by a mark that says how to read it", async () => {
    const frames = new Frames();
    const page = frames.frame("page", 500, {
      first: frames.frame("first", 900),
      second: frames.frame("second", 900),
    });
    const shown = await withinBudget(page, 750);
    expect(frames.again).toEqual([`first ${250 - MARK}`]);
    expect(shown.inner.get("second")).toBe(NO_ROOM);
    const merged = mergeReadings(shown, 1_000);
    expect(merged.expandable).toEqual(["another", "second"]);
    expect(merged.omitted).toContainEqual({
      what: "frame",
      where: "second",
      why: "no room is left for it: expand it",
    });
    expect(merged.tokens).toBeLessThanOrEqual(750);
  });

  test("a frame that could not be read again says why", async () => {
    const frames = new Frames();
    const page = frames.frame("page", 500, { broken: frames.frame("broken", 900) });
    const shown = await withinBudget(page, 1_000);
    expect(shown.inner.get("broken")).toEqual({ unread: "it is being replaced" });
  });
});

function tokensOf(frame: InnerFrame | undefined): number | undefined {
  return frame === undefined || "unread" in frame ? undefined : frame.reading.tokens;
}
