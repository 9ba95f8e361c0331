import { expect, test } from "vitest";

import { createKeyedQueue } from "@webserv/host/src/sandbox/keyed-queue.ts";

test("work on one key runs in order, and work on different keys at the same time", async () => {
  const queue = createKeyedQueue();
  const gate = Promise.withResolvers<void>();
  const log: string[] = [];
  const first = queue.run("a", undefined, async () => {
    await gate.promise;
    log.push("first");
  });
  const second = queue.run("a", undefined, async () => {
    log.push("second");
  });
  await queue.run("b", undefined, async () => {
    log.push("other");
  });
  gate.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(["other", "first", "second"]);
});

test("work that fails keeps no other from running, and its error is its own", async () => {
  const queue = createKeyedQueue();
  const failing = queue.run("a", undefined, async () => {
    throw new Error("mine");
  });
  const next = queue.run("a", undefined, async () => "next");
  await expect(failing).rejects.toThrow("mine");
  expect(await next).toBe("next");
});

test("work whose signal aborts while it waits is not begun", async () => {
  const queue = createKeyedQueue();
  const gate = Promise.withResolvers<void>();
  const abort = new AbortController();
  let begun = false;
  const first = queue.run("a", undefined, async () => gate.promise);
  const second = queue.run("a", abort.signal, async () => {
    begun = true;
  });
  const reason = new Error("enough");
  abort.abort(reason);
  gate.resolve();
  await first;
  await expect(second).rejects.toBe(reason);
  expect(begun).toBe(false);
});
