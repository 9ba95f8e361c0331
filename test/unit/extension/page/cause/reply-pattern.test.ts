// A peer out of reach is expected to answer as it has answered so far.
import { describe, expect, test } from "vitest";

import { ReplyPattern } from "../../../../../extension/src/page/cause/reply-pattern.ts";

describe("a peer that never answers", () => {
  test("a peer that never answers is waited for until a second has passed once", () => {
    const replies = new ReplyPattern();
    replies.sent(0);
    replies.sent(900);
    expect(replies.isSilent(1000)).toBe(false);
    expect(replies.isSilent(1001)).toBe(true);
  });

  test("a peer is silent no longer once an answer has come, however late", () => {
    const replies = new ReplyPattern();
    replies.sent(0);
    replies.came(true, 5000);
    replies.sent(6000);
    expect(replies.isSilent(9000)).toBe(false);
  });

  test("a peer is not silent if it was asked nothing, or its question was withdrawn", () => {
    const replies = new ReplyPattern();
    expect(replies.isSilent(5000)).toBe(false);
    replies.sent(5000);
    replies.closed();
    expect(replies.isSilent(9000)).toBe(false);
  });
});

describe("a peer that answers with one message", () => {
  const answered = (times: number): ReplyPattern => {
    const replies = new ReplyPattern();
    for (let turn = 0; turn < times; turn++) replies.came(true, turn * 5000);
    return replies;
  };

  test("a peer that answers with one message is known for it the third time", () => {
    expect(answered(2).answersOnce).toBe(false);
    expect(answered(3).answersOnce).toBe(true);
  });

  test("a peer answers with one message no longer once another follows, unless that is long after", () => {
    const replies = answered(3);
    replies.came(false, 11_000);
    expect(replies.answersOnce).toBe(true);
    replies.came(false, 11_900);
    expect(replies.answersOnce).toBe(false);
  });
});
