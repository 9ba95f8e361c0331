import type { AgentPeer } from "@webserv/host/src/reach/connect.ts";
import { Connection } from "@webserv/host/src/client/connection.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import { expect, test } from "vitest";

function anyPeer(): AgentPeer {
  const transport = { send() {}, onMessage() {}, onClose() {}, close() {} };
  return new Peer({ transport, serves: null });
}

/** A connection whose attempts end one after the other as `attempts` says, "open" for good. */
function connection(attempts: readonly (ErrorCode | "open")[], wanted = false) {
  const opened: AgentPeer[] = [];
  const starts: boolean[] = [];
  const lost: ErrorCode[] = [];
  let tried = 0;
  const closing = new AbortController();
  const open = async (start: boolean): Promise<AgentPeer> => {
    starts.push(start);
    const outcome = attempts[tried++] ?? "open";
    await Promise.resolve();
    if (outcome !== "open") throw new WebservError(outcome, `attempt ${tried}`);
    const peer = anyPeer();
    opened.push(peer);
    return peer;
  };
  const watch = { wanted, opened: () => {}, lost: ({ code }: WebservError) => lost.push(code) };
  const made = new Connection({ open, watch, signal: closing.signal });
  return { made, opened, starts, lost, closing, tried: () => tried };
}

const call = { timeoutMs: 10_000 };

test("calls that wait for the next connection share it", async () => {
  const { made, opened } = connection(["open"]);
  await made.first();
  opened[0]?.close();
  const peers = await Promise.all(Array.from({ length: 20 }, () => made.peer("any", call)));
  expect(opened).toHaveLength(2);
  expect(new Set(peers)).toEqual(new Set([opened[1]]));
});

test("a connection that holds is kept", async () => {
  const { made, opened } = connection(["open"]);
  await made.first();
  expect(await made.peer("any", call)).toBe(opened[0]);
  expect(opened).toHaveLength(1);
});

test("a daemon that is not there yet is asked again", async () => {
  const { made, tried } = connection(["daemon-unreachable", "disconnected", "open"]);
  await made.peer("any", call);
  expect(tried()).toBe(3);
});

test.each(["unauthorized", "version-mismatch"] as const)(
  "a connection that is refused with %s is not tried again",
  async (code) => {
    const { made, tried } = connection([code]);
    await expect(made.peer("any", call)).rejects.toMatchObject({ code });
    expect(tried()).toBe(1);
  },
);

test("the first connection is tried once, and not waited for", async () => {
  const { made, tried } = connection(["daemon-unreachable"]);
  await expect(made.first()).rejects.toMatchObject({ code: "daemon-unreachable" });
  expect(tried()).toBe(1);
});

test("a client that ends closes its connection, and makes no other", async () => {
  const { made, opened, closing } = connection(["open"]);
  await made.first();
  closing.abort();
  expect(opened[0]?.closed.aborted).toBe(true);
  await expect(made.peer("any", call)).rejects.toMatchObject({ code: "cancelled" });
  expect(opened).toHaveLength(1);
});

test("a listener's lost connection is made again without starting a daemon; a call starts one", async () => {
  const absent = "daemon-unreachable";
  const attempts = ["open", absent, absent, absent, "open", absent, "open"] as const;
  const { made, opened, starts, lost } = connection(attempts, true);
  await made.first();
  opened[0]?.close();
  await expect.poll(() => opened.length).toBe(2);
  expect(starts).toEqual([true, false, false, false, false]);
  expect(lost).toEqual(["disconnected"]);
  opened[1]?.close();
  // The attempt under way is the listener's; the next one is the call's too.
  await made.peer("any", call);
  expect(starts.slice(5)).toEqual([false, true]);
});

test("a lost connection that nobody listens on is not made again", async () => {
  const { made, opened, tried, lost } = connection(["open"]);
  await made.first();
  opened[0]?.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(tried()).toBe(1);
  expect(lost).toEqual(["disconnected"]);
});

test("a listener is told if the next connection is refused", async () => {
  const { made, opened, lost } = connection(["open", "unauthorized"], true);
  await made.first();
  opened[0]?.close();
  await expect.poll(() => lost).toEqual(["disconnected", "unauthorized"]);
});
