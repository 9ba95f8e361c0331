// Shares a page's budget of tokens among its frames by what each needs.
//
// Every frame is read first as if all that is left were its own. Where that is too much for all of them
// together, those that need more than their share are read again with less, and those for whom too little
// is left are told by a mark in their place.
import { LEAST_TOKENS } from "@webserv/shared/model/observation.ts";

import type { ReadFrame } from "./merge-readings.ts";
import type { Unread } from "./unread.ts";
import { markTokens, NO_ROOM } from "./unread.ts";

/** Holds a frame as it was read first; it may be read again with less. */
export interface WholeFrame extends Pick<ReadFrame, "reading"> {
  readonly inner: ReadonlyMap<string, WholeInner>;
  /** @param maxTokens is at least `LEAST_TOKENS` */
  readonly readAgain: (maxTokens: number) => Promise<ReadFrame["reading"] | Unread>;
}

export type WholeInner = WholeFrame | Unread;

/** @returns the frame with as much of those in it as `maxTokens` allow; its own reading stays as it is */
export async function withinBudget(
  { reading, inner }: Pick<WholeFrame, "reading" | "inner">,
  maxTokens: number,
): Promise<ReadFrame> {
  const places = reading.frames.map(({ id, focused, held }) => ({
    id,
    weight: focused ? 2 : held ? 0 : 1,
    // A shorter reading may show a frame that a longer one had left out.
    frame: inner.get(id) ?? NO_ROOM,
  }));
  const shares = shareTokens(
    places.map(({ weight, frame }) => ({
      tokens: tokensOf(frame),
      isMark: "unread" in frame,
      weight,
    })),
    maxTokens - reading.tokens,
  );
  const shown = await Promise.all(
    places.map(async ({ id, frame }, at) => [id, await within(frame, shares[at] ?? 0)] as const),
  );
  return { reading, inner: new Map(shown) };
}

async function within(frame: WholeInner, share: number): Promise<ReadFrame | Unread> {
  if ("unread" in frame || tokensOf(frame) <= share) return frame;
  if (share < LEAST_TOKENS) return NO_ROOM;
  const { reading, inner } = frame;
  // If its own words are few, the frames in it get fewer tokens.
  if (reading.tokens + LEAST_TOKENS * reading.frames.length <= share) {
    return await withinBudget(frame, share);
  }
  const shorter = await frame.readAgain(share);
  return "unread" in shorter ? shorter : await withinBudget({ reading: shorter, inner }, share);
}

/** Counts a frame's tokens with those of all frames in it. */
function tokensOf(frame: WholeInner): number {
  if ("unread" in frame) return markTokens(frame);
  const { reading, inner } = frame;
  return reading.frames.reduce(
    (sum, { id }) => sum + tokensOf(inner.get(id) ?? NO_ROOM),
    reading.tokens,
  );
}

export interface TokenNeed {
  /** It needs so many tokens to be told in whole. */
  readonly tokens: number;
  /** It is told by a mark already, which can't be made any shorter. */
  readonly isMark: boolean;
  /** Says how much it matters that it is told at all; more is higher. */
  readonly weight: number;
}

/**
 * Gives what each may take of `budget`: what it needs, or else as much as all others that need more than that. If
 * this is less than `LEAST_TOKENS`, some get 0 until it is enough: those that matter least, the last ones first.
 */
export function shareTokens(needs: readonly TokenNeed[], budget: number): number[] {
  const mark = markTokens(NO_ROOM);
  let left = budget;
  for (const { isMark, tokens } of needs) if (isMark) left -= tokens;
  const open = [...needs.keys()].filter((at) => needs[at]?.isMark === false);
  open.sort((a, b) => (needs[b]?.weight ?? 0) - (needs[a]?.weight ?? 0) || a - b);
  const tokensAt = (at: number): number => needs[at]?.tokens ?? 0;
  for (;;) {
    const level = levelOf(open.map(tokensAt), left);
    const last = open.findLastIndex((at) => tokensAt(at) > level);
    if (last === -1 || level >= LEAST_TOKENS) {
      return needs.map(({ isMark, tokens }, at) => {
        if (isMark) return tokens;
        return open.includes(at) ? Math.min(tokens, level) : 0;
      });
    }
    open.splice(last, 1);
    left -= mark;
  }
}

/** Gives the largest share that all who need as much can have, if nobody takes more than is needed. */
function levelOf(needs: readonly number[], budget: number): number {
  let left = Math.max(0, budget);
  let level = left;
  for (const [at, need] of needs.toSorted((a, b) => a - b).entries()) {
    level = Math.floor(left / (needs.length - at));
    if (need > level) return level;
    left -= need;
  }
  return Infinity;
}
