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

test("one that was made later has none of what others used before", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  use([MAIN, 106, null], [2, 3, A]);
  await begin(B);
  expect(await usage.of(A)).toMatchObject({ cpuSeconds: 9 });
  expect(await usage.of(B)).toMatchObject({ cpuSeconds: 0 });
});

test("a heavy page is its own environment's, and what serves all is shared", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  await begin(B);
  use([MAIN, 110, null], [2, 50, A], [3, 1, B], [4, 0.5, B]);
  expect(await usage.of(A)).toEqual({ cpuSeconds: 55, memoryMiB: 15 });
  expect(await usage.of(B)).toEqual({ cpuSeconds: 6.5, memoryMiB: 25 });
});

test("one that ends leaves the others' figures as they are, and is nobody's afterwards", async () => {
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

test("what a process used before it was known whose it is, and what ended processes used, counts", async () => {
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

test("of a browser that tells nothing nothing is told", async () => {
  const { usage, use, begin } = browser();
  await begin(A);
  use();
  expect(await usage.of(A)).toEqual({ cpuSeconds: null, memoryMiB: null });
  usage.end(A);
});
