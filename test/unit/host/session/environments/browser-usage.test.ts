import { expect, test } from "vitest";

import type { BrowserProcess } from "@webserv/host/src/browser/contexts/context-processes.ts";
import { BrowserUsage } from "@webserv/host/src/session/environments/browser-usage.ts";

const MAIN = 1;
const [A, B] = ["context-a", "context-b"];

/** A browser whose main process is 1, and each of whose processes takes 10 MiB. */
function browser() {
  let now: BrowserProcess[] = [{ pid: MAIN, cpuSeconds: 100, contextId: null }];
  const usage = new BrowserUsage({
    processes: () => Promise.resolve(now),
    memoryMiB: () => Promise.resolve(10),
  });
  return {
    usage,
    /** What each process has used since it began, with whose it is. */
    use: (...processes: readonly (readonly [number, number, string | null | undefined])[]) => {
      now = processes.map(([pid, cpuSeconds, contextId]) => ({ pid, cpuSeconds, contextId }));
    },
    begin: async (contextId: string) => {
      await usage.sample();
      usage.begin(contextId);
    },
  };
}

test("an environment that was made later has no share in what others used before", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  use([MAIN, 106, null], [2, 3, A]);
  await begin(B);
  expect(await usage.of(A)).toMatchObject({ cpuSeconds: 9 });
  expect(await usage.of(B)).toMatchObject({ cpuSeconds: 0 });
});

test("a heavy page counts for its own environment, and a process that serves all is shared among them", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  await begin(B);
  use([MAIN, 110, null], [2, 50, A], [3, 1, B], [4, 0.5, B]);
  expect(await usage.of(A)).toEqual({ cpuSeconds: 55, memoryMiB: 15 });
  expect(await usage.of(B)).toEqual({ cpuSeconds: 6.5, memoryMiB: 25 });
});

test("an environment that ends leaves the others' figures as they are, and what its process uses later is nobody's", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  await begin(B);
  use([MAIN, 110, null], [2, 50, A], [3, 1, B]);
  expect(await usage.of(B)).toMatchObject({ cpuSeconds: 6 });
  usage.end(A);
  // Its process may go on for a moment.
  use([MAIN, 110, null], [2, 60, A], [3, 1, B]);
  expect(await usage.of(B)).toMatchObject({ cpuSeconds: 6 });
  use([MAIN, 112, null], [3, 1, B]);
  expect(await usage.of(B)).toMatchObject({ cpuSeconds: 8 });
  usage.end(B);
});

test("an environment's usage includes what a process used before its owner was known, and what ended processes used", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  use([MAIN, 100, null], [2, 4, undefined]);
  expect(await usage.of(A)).toMatchObject({ cpuSeconds: 0 });
  use([MAIN, 100, null], [2, 5, A]);
  expect(await usage.of(A)).toMatchObject({ cpuSeconds: 5 });
  use([MAIN, 100, null], [3, 1, A]);
  expect(await usage.of(A)).toMatchObject({ cpuSeconds: 6 });
  // Another process with an id that was in use.
  use([MAIN, 100, null], [3, 0.25, A]);
  expect(await usage.of(A)).toMatchObject({ cpuSeconds: 6.25 });
  usage.end(A);
});

test("the usage of an environment is unknown if its browser tells of no processes", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  use();
  expect(await usage.of(A)).toEqual({ cpuSeconds: null, memoryMiB: null });
  usage.end(A);
});
