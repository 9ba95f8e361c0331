import { Stops } from "@webserv/extension/src/panel/stops.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../../../support/time/patience.ts";

/** A worker whose answers are given by hand. */
function openWorker() {
  const ended = new AbortController();
  const answers: PromiseWithResolvers<object>[] = [];
  const asked: string[] = [];
  // Of the peer the panel uses the one call and its end.
  const peer = {
    closed: ended.signal,
    call: (_method: string, { sessionId }: { sessionId: string }) => {
      asked.push(sessionId);
      const answer = Promise.withResolvers<object>();
      answers.push(answer);
      return answer.promise;
    },
  } as unknown as Parameters<Stops["connected"]>[0];
  return {
    peer,
    asked,
    answer: () => answers.shift()?.resolve({}),
    fail: (message: string) => answers.shift()?.reject(new WebservError("timeout", message)),
    end: () => {
      ended.abort();
      for (const { reject } of answers) reject(new WebservError("disconnected", "it ended"));
    },
  };
}

function openStops() {
  const onChange = vi.fn<() => void>();
  const connect = vi.fn<() => void>();
  return { stops: new Stops({ onChange, connect }), onChange, connect };
}

const pending = { isPending: true, fault: "" };
const nothing = { isPending: false, fault: "" };
const session = (state: "idle" | "stopped") => [{ sessionId: "s-1", state }] as const;

test("a stop is pending until the session is shown as stopped", async () => {
  const { stops, onChange } = openStops();
  const worker = openWorker();
  stops.connected(worker.peer);
  stops.press("s-1");
  stops.press("s-1");
  expect(worker.asked).toEqual(["s-1"]);
  expect(onChange).toHaveBeenCalled();
  worker.answer();
  await vi.waitFor(() => stops.heard(session("idle")), PATIENCE_MS);
  expect(stops.of("s-1")).toEqual(pending);
  expect(stops.of("s-2")).toEqual(nothing);
  stops.heard(session("stopped"));
  expect(stops.of("s-1")).toEqual(nothing);
});

test("a stop that is pressed while there is no worker asks for one, and is sent to it", () => {
  const { stops, connect } = openStops();
  const former = openWorker();
  stops.connected(former.peer);
  former.end();
  stops.press("s-1");
  expect(connect).toHaveBeenCalledOnce();
  expect(former.asked).toEqual([]);
  const next = openWorker();
  stops.connected(next.peer);
  expect(next.asked).toEqual(["s-1"]);
});

test("a stop whose worker ends before its answer is sent to the next worker, as long as it takes", async () => {
  const { stops } = openStops();
  for (let worker = openWorker(), times = 0; times < 3; times++) {
    stops.connected(worker.peer);
    if (times === 0) stops.press("s-1");
    expect(worker.asked).toEqual(["s-1"]);
    worker.end();
    worker = openWorker();
  }
  await Promise.resolve();
  expect(stops.of("s-1")).toEqual(pending);
});

test("a stop that is not answered is said to have failed, and can be pressed again", async () => {
  const { stops } = openStops();
  const worker = openWorker();
  stops.connected(worker.peer);
  stops.press("s-1");
  worker.fail("panel.stop got no answer within 5000 ms");
  await vi.waitFor(
    () =>
      expect(stops.of("s-1")).toEqual({ isPending: false, fault: "the extension does not answer" }),
    PATIENCE_MS,
  );
  stops.press("s-1");
  expect(stops.of("s-1")).toEqual(pending);
  expect(worker.asked).toEqual(["s-1", "s-1"]);
});

test("a session that is gone has nothing left to stop", () => {
  const { stops } = openStops();
  stops.press("s-1");
  stops.heard([]);
  expect(stops.of("s-1")).toEqual(nothing);
});
