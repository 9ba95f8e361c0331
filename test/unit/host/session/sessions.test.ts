import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Sessions } from "@webserv/host/src/session/sessions.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";

import { connectBrowser, hello, makeSessions, record } from "./made-sessions.ts";

let dir: string;
let ended: AbortController;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-sessions-"));
  ended = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  rmSync(dir, { recursive: true, force: true });
});

test("whoever asks for a session that could not be taken back is told why it ended", async () => {
  const { sessions } = await makeSessions({ dir, signal: ended.signal });
  await sessions.abandon(record, "browser-gone");
  expect(() => sessions.get("s-1")).toThrow('the session "s-1" has ended: browser-gone');
});

test("a session that is being opened is taken back when the daemon ends", async () => {
  const { sessions, registry } = await makeSessions({ dir, signal: ended.signal });
  const { extension, asked, closed } = await connectBrowser(registry);
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const answer = sessions.open(params, context, ended.signal);
  const refused = answer.catch((error: unknown) => error);
  await asked;
  await sessions.closeAll("shutdown");
  expect(await refused).toMatchObject({ code: "cancelled" });
  expect(closed).toHaveLength(1);
  expect(sessions.list()).toEqual([]);
  extension.close();
});

test("of sessions that are opened at once in a new browser, one is told that it is new", async () => {
  const facts = {
    role: "browser",
    kind: "personal",
    profile: undefined,
    newProfile: true,
  } as const;
  const launch = { ...facts, launchId: "l-1", pid: 1, headless: true, port: undefined };
  const { sessions, registry } = await makeSessions({ dir, signal: ended.signal, launch });
  const { extension } = await connectBrowser(
    registry,
    { "lease.open": () => ({ tabs: [], input: "trusted", observation: null }) },
    { ...hello, launchId: "l-1" },
  );
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const open = (): ReturnType<Sessions["open"]> => sessions.open(params, context, ended.signal);
  const opened = await Promise.all([open(), open()]);
  expect(opened.map(({ browser }) => browser.profile).toSorted()).toEqual(["new", "used"]);
  extension.close();
});

test("a session that the person stops while it is being opened ends, and none is opened after it", async () => {
  const { sessions, registry } = await makeSessions({ dir, signal: ended.signal });
  const { extension, asked, closed } = await connectBrowser(registry);
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const refused = sessions.open(params, context, ended.signal).catch(toWebservError);
  const { sessionId } = await asked;
  const other = await connectBrowser(registry, {}, { ...hello, browserId: "b-2" });
  // A browser speaks for its own sessions alone.
  await other.extension.call("lease.halted", { sessionId });
  await extension.call("lease.halted", { sessionId });
  expect(await refused).toMatchObject({ code: "session-stopped" });
  expect(closed).toEqual([sessionId]);
  expect(sessions.list()).toEqual([]);
  const again = sessions.open(params, context, ended.signal);
  await expect(again).rejects.toMatchObject({
    code: "stopped-recently",
    message: expect.stringContaining(`"${sessionId}"`) as string,
  });
  extension.close();
  other.extension.close();
});

test("a session that can't be written down is not opened, and says what to do", async () => {
  const { sessions, registry } = await makeSessions({ dir, signal: ended.signal });
  const { extension } = await connectBrowser(registry);
  rmSync(dir, { recursive: true });
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const error = await sessions.open(params, context, ended.signal).catch(toWebservError);
  expect(error).toMatchObject({ code: "limit-reached", next: "Free disk space." });
  expect(sessions.list()).toEqual([]);
  extension.close();
});

test("a session left to its agent waits a minute for it, and then is closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { sessions } = await makeSessions({ dir, signal: ended.signal });
    sessions.adopt({ ...record, lifetime: "agent" }, []);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(sessions.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sessions.list()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a session that its agent claims belongs to the agent's new connection, and to no other", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { sessions } = await makeSessions({ dir, signal: ended.signal });
    sessions.adopt({ ...record, lifetime: "agent" }, []);
    const connection = new AbortController();
    sessions.claim(["s-1", "s-2"], connection.signal);
    const other = new AbortController();
    sessions.claim(["s-1"], other.signal);
    other.abort();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sessions.list()).toHaveLength(1);
    connection.abort();
    await expect.poll(() => sessions.list()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
