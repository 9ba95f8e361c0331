import type { StepOutcome } from "@webserv/shared/model/step.ts";
import { expect, test } from "vitest";

import { withAction } from "../../../../../extension/src/background/lease/lease.ts";
import {
  LeaseStorage,
  MAX_STORED_HTML,
} from "../../../../../extension/src/background/lease/lease-storage.ts";
import type { KeyValueStore } from "../../../../../extension/src/background/platform/key-value-store.ts";
import { Leases } from "../../../../../extension/src/background/lease/leases.ts";
import { sampleLease } from "./sample-lease.ts";

/** As the browser's session storage: values are copied, and writes take a while. */
function memoryStore(): KeyValueStore & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get(keys) {
      const wanted = keys ?? [...items.keys()];
      const found = wanted.flatMap((key) => {
        const text = items.get(key);
        return text === undefined ? [] : [[key, JSON.parse(text)] as const];
      });
      return Promise.resolve(Object.fromEntries(found));
    },
    async set(entries) {
      await Promise.resolve();
      for (const [key, value] of Object.entries(entries)) items.set(key, JSON.stringify(value));
    },
    remove(keys) {
      for (const key of keys) items.delete(key);
      return Promise.resolve();
    },
  };
}

function worker(store: KeyValueStore, environment = "regular"): Leases {
  return new Leases(new LeaseStorage(store, Promise.resolve(environment)), () => {});
}

function outcome(actionId: string, html: string): StepOutcome {
  return {
    actionId,
    status: "done",
    action: { type: "click", id: "buy" },
    input: "trusted",
    effects: {},
    settle: null,
    times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
    observation: {
      url: "http://a.test/",
      title: "",
      html,
      tokens: 0,
      expandable: [],
      clickable: [],
      hoverable: [],
      inputs: [],
      selects: [],
      omitted: [],
      tabs: [],
      form: "html",
      at: "2026-01-01T00:00:00.000Z",
    },
  };
}

test("the next worker finds leases, begun actions and the last outcome as they were", async () => {
  const store = memoryStore();
  const first = worker(store);
  await first.add(sampleLease);
  await first.update("s", (lease) =>
    withAction(lease, { actionId: "a1", digest: "d", state: "begun" }),
  );
  await first.keepOutcome("s", outcome("a0", "<p>page</p>"));

  const second = worker(store);
  await second.restore();
  expect(second.get("s").actions).toEqual([{ actionId: "a1", digest: "d", state: "begun" }]);
  expect(second.outcomeOf("s", "a0")?.observation?.html).toBe("<p>page</p>");
  expect(second.ofTab(7)?.sessionId).toBe("s");
});

test("a page too large to be kept is left out of what outlives the worker, not of the answer", async () => {
  const store = memoryStore();
  const first = worker(store);
  await first.add(sampleLease);
  await first.keepOutcome("s", outcome("a0", "x".repeat(MAX_STORED_HTML + 1)));
  expect(first.outcomeOf("s", "a0")?.observation).not.toBeNull();

  const second = worker(store);
  await second.restore();
  expect(second.outcomeOf("s", "a0")).toMatchObject({ status: "done", observation: null });
});

test("a later state of a lease is never overwritten by an earlier one", async () => {
  const store = memoryStore();
  const first = worker(store);
  await Promise.all([
    first.add(sampleLease),
    first.update("s", (lease) => ({ ...lease, step: 4 })),
    first.update("s", (lease) => ({ ...lease, step: 5 })),
  ]);
  const second = worker(store);
  await second.restore();
  expect(second.get("s").step).toBe(5);
});

test("a closed session is gone for the next worker too, and a late change does not bring it back", async () => {
  const store = memoryStore();
  const first = worker(store);
  await first.add(sampleLease);
  await first.remove("s");
  await first.update("s", (lease) => ({ ...lease, step: 9 }));
  expect(store.items.size).toBe(0);
  expect(() => first.get("s")).toThrow(expect.objectContaining({ code: "unknown-session" }));
});

/** What is written under a key that begins so stays on its way until it is let go. */
function slowStore(beginning: string): ReturnType<typeof memoryStore> & { letGo(): void } {
  const store = memoryStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    ...store,
    async set(entries) {
      if (Object.keys(entries).some((key) => key.startsWith(beginning))) await promise;
      await store.set(entries);
    },
    letGo: resolve,
  };
}

test("an action is on record while the outcome of the one before it is still being written", async () => {
  const store = slowStore("outcomes/");
  const first = worker(store);
  await first.add(sampleLease);
  const kept = first.keepOutcome("s", outcome("a0", "<p>page</p>"));
  await first.update("s", (lease) =>
    withAction(lease, { actionId: "a1", digest: "d", state: "begun" }),
  );
  const second = worker(store);
  await second.restore();
  expect(second.get("s").actions).toEqual([{ actionId: "a1", digest: "d", state: "begun" }]);
  store.letGo();
  await kept;
});

test("an outcome that is still being written as its session is closed is gone too", async () => {
  const store = slowStore("outcomes/");
  const first = worker(store);
  await first.add(sampleLease);
  const kept = first.keepOutcome("s", outcome("a0", "<p>page</p>"));
  const removed = first.remove("s");
  store.letGo();
  await Promise.all([kept, removed]);
  expect(store.items.size).toBe(0);
});

test("a worker does not restore leases of other environments, nor foreign entries", async () => {
  const store = memoryStore();
  await worker(store, "incognito").add(sampleLease);
  await store.set({ "lease/regular/old": { sessionId: "old" }, other: 1 });
  const regular = worker(store);
  await regular.restore();
  expect(regular.all()).toEqual([]);
});

test("what a task sends goes out before the lease and the outcome that it changes are written", async () => {
  const sent: string[] = [];
  const store = memoryStore();
  const first = worker({
    ...store,
    async set(entries) {
      sent.push(...Object.keys(entries).map((key) => key.split("/")[0] ?? ""));
      await store.set(entries);
    },
  });
  await first.add(sampleLease);
  sent.length = 0;
  const kept = first.keepOutcome("s", outcome("a0", "<p>page</p>"));
  const updated = first.update("s", (lease) => ({ ...lease, step: 4 }));
  // The answer to the daemon has some promises to go through.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  sent.push("answer");
  await Promise.all([kept, updated]);
  expect(sent[0]).toBe("answer");
  expect(sent.toSorted()).toEqual(["answer", "lease", "outcomes"]);
});
