import { sessionWorld } from "@webserv/host/src/task-agent/session-world.ts";
import type { SessionWorldOptions } from "@webserv/host/src/task-agent/session-world.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { expect, test } from "vitest";

const note = {
  model: "scripted",
  prompt: "single-prompt 1",
  thought: "",
  inputTokens: 1,
  outputTokens: 1,
  faults: 0,
};

/** A session whose calls end as `answers` says; the page is "a page". */
function open(answers: Readonly<Record<string, () => unknown>>, vision = false) {
  const calls: string[] = [];
  const given: unknown[] = [];
  const peer = {
    call: async (method: string, params: unknown) => {
      calls.push(method);
      given.push(params);
      return await Promise.resolve(answers[method]?.() ?? {});
    },
    // Of the peer the session's world uses its calls alone.
  } as unknown as SessionWorldOptions["peer"];
  const world = sessionWorld({
    peer,
    sessionId: "s-1",
    observe: { maxTokens: 8000 },
    vision,
    signal: new AbortController().signal,
    words: { observation: () => "a page", outcome: () => "failed: unknown-id" },
  });
  return { world, calls, given };
}

const fails = (code: ErrorCode) => () => {
  throw new WebservError(code, "as scripted");
};

test.each(["session-stopped", "browser-gone", "unknown-session", "disconnected"] as const)(
  "the error %s of a session ends the task",
  async (code) => {
    const { world } = open({ "session.act": fails(code), "session.observe": fails(code) });
    await expect(world.act({ type: "back" }, note)).rejects.toThrow("as scripted");
    await expect(world.look()).rejects.toThrow("as scripted");
  },
);

test("an action that is refused is told, with the page as it is", async () => {
  const { world, calls } = open({ "session.act": fails("url-not-allowed") });
  const { outcome, done, view } = await world.act({ type: "goto", url: "http://x" }, note);
  expect([done, view.text]).toEqual([false, "a page"]);
  expect(outcome).toMatch(/^refused: as scripted \(url-not-allowed\)\. \w/);
  expect(calls).toEqual(["session.act", "session.observe"]);
});

test("a page that can't be read is told in place of the page", async () => {
  const { world } = open({ "session.observe": fails("page-unresponsive") });
  expect((await world.look()).text).toContain("as scripted (page-unresponsive)");
});

test("a failed step without a page is followed by a look at the page", async () => {
  const { world, calls } = open({
    "session.act": () => ({ status: "failed", observation: null }),
  });
  expect(await world.act({ type: "back" }, note)).toMatchObject({ done: false });
  expect(calls).toEqual(["session.act", "session.observe"]);
});

test("a picture that can't be taken is said, and the page is shown all the same", async () => {
  const taken = open({ "session.screenshot": () => ({ data: "AAAA" }) }, true);
  expect(await taken.world.look()).toEqual({
    text: "a page",
    picture: { mediaType: "image/jpeg", data: "AAAA" },
  });
  const { world } = open({ "session.screenshot": fails("screenshot-failed") }, true);
  expect((await world.look()).text).toMatch(/^a page\n\(There is no picture: as scripted/);
});

test("pages are shown half as long each time that they are to be shortened", async () => {
  const { world, given } = open({ "session.act": () => ({ status: "failed", observation: null }) });
  await world.look();
  world.shorten();
  await world.look();
  world.shorten();
  await world.act({ type: "back" }, note);
  expect(given).toMatchObject([
    { maxTokens: 8000 },
    { maxTokens: 4000 },
    { observe: { maxTokens: 2000 } },
    { maxTokens: 2000 },
  ]);
});
