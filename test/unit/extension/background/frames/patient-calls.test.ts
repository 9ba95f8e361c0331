import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { PatientCalls } from "../../../../../extension/src/background/frames/patient-calls.ts";
import { noDeadline } from "../../../../support/time/patience.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMIT = { timeoutMs: 1_000, signal: noDeadline };

/** Returns a document that never answers. */
function silentPeer(): Peer<"worker-frame", "frame-worker"> {
  const transport: Transport = {
    send: () => {},
    onMessage: () => {},
    onClose: () => {},
    close: () => {},
  };
  return new Peer({
    transport,
    serves: {
      link: "frame-worker",
      handlers: { "frame.asked": ok, "frame.sending": ok, "frame.reading": ok },
    },
  });
}

function ok(): Record<string, never> {
  return {};
}

test("a document whose script is busy is given up at the limit", async () => {
  const calls = new PatientCalls();
  const told = failure(calls.call(silentPeer(), "frame.ping", {}, { ...LIMIT, letsRead: true }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await told).toMatchObject({
    code: "page-unresponsive",
    message: "the page did not answer frame.ping within 1000 ms: its script is busy",
  });
});

test("a document that has begun to read its page is waited for longer, and its end says that the page is large", async () => {
  const calls = new PatientCalls();
  const peer = silentPeer();
  let isOver = false;
  const call = calls.call(peer, "frame.ping", {}, { ...LIMIT, letsRead: true });
  const told = failure(call.finally(() => (isOver = true)));
  await vi.advanceTimersByTimeAsync(900);
  calls.begun(peer);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await told).message).toContain("so large that its reading");
});

test("a frame that must not hold up the page is not waited for longer, though it reads", async () => {
  const calls = new PatientCalls();
  const peer = silentPeer();
  const told = failure(calls.call(peer, "frame.ping", {}, LIMIT));
  calls.begun(peer);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await told).message).toContain("its script is busy");
});

async function failure(call: Promise<unknown>): Promise<WebservError> {
  return await call.then(() => new WebservError("internal", "it did not fail"), toWebservError);
}
