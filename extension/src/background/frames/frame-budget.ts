// Shares a page's budget of tokens among its frames by what each needs.
//
// Every frame is first read as if all that is left were its own. If the sum is too large, frames that need more than
// their share are read again with less, and frames for which too little is left are replaced by a mark.
import { LEAST_TOKENS } from "@webserv/shared/model/page/observation.ts";

import type { ReadFrame } from "./merge-readings.ts";
import type { Unread } from "./unread.ts";
import { markTokens, NO_ROOM } from "./unread.ts";

/** Holds the first reading of a frame, which may be read again with fewer tokens. */
export interface WholeFrame extends Pick<ReadFrame, "reading"> {
  readonly inner: ReadonlyMap<string, WholeInner>;
  /** @param maxTokens is at least `LEAST_TOKENS` */
  readonly readAgain: (maxTokens: number) => Promise<ReadFrame["reading"] | Unread>;
}

export type WholeInner = WholeFrame | Unread;

/** @returns the frame with as much of its inner frames as `maxTokens` allow; its own reading stays as it is */
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
  // If the frame itself fits into its share, only the frames in it are shortened.
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
  /** The number of tokens that the whole frame needs. */
  readonly tokens: number;
  /** True if the frame is a mark already, which can't be made any shorter. */
  readonly isMark: boolean;
  /** The importance of the frame: if tokens are short, frames with a low weight become marks first. */
  readonly weight: number;
}

/**
 * Returns the share of each frame in `budget`: what it needs, or else an equal share, which is the same for all that
 * need more. While this is below `LEAST_TOKENS`, frames get 0, those of the least weight first, and of these the last.
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

/** Returns the largest equal share for all that need as much, if nobody takes more than is needed. */
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
