import { describe, expect, test } from "vitest";

import { Semaphore } from "@webserv/host/src/semaphore.ts";

const never = new AbortController().signal;

/** Work that notes its beginning, and ends when it is told to. */
function works(semaphore: Semaphore) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begin = (name: string, signal = never): Promise<void> => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return semaphore.run(signal, async () => {
      begun.push(name);
      await end.promise;
    });
  };
  return { begun, begin, end: (name: string) => ends.get(name)?.resolve(), ends };
}

describe("a semaphore", () => {
  test("a semaphore lets as much work run at once as it has permits, and the rest in the order it came", async () => {
    const { begun, begin, end } = works(new Semaphore(2));
    const all = ["a", "b", "c", "d"].map((name) => begin(name));
    expect(begun).toEqual(["a", "b"]);
    end("b");
    await all[1];
    await expect.poll(() => begun).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c", "d"]) end(name);
    await Promise.all(all);
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  test("a semaphore hands the permit of work that fails to the next", async () => {
    const { begun, begin, ends } = works(new Semaphore(1));
    const failing = begin("a");
    const next = begin("b");
    ends.get("a")?.reject(new Error("broken"));
    await expect(failing).rejects.toThrow("broken");
    await expect.poll(() => begun).toEqual(["a", "b"]);
    ends.get("b")?.resolve();
    await next;
  });

  test("a semaphore passes over work that was cancelled while it waited, and refuses it at once", async () => {
    const { begun, begin, end } = works(new Semaphore(1));
    const first = begin("a");
    const calling = new AbortController();
    const waiting = begin("b", calling.signal);
    const last = begin("c");
    calling.abort(new Error("called off"));
    await expect(waiting).rejects.toThrow("called off");
    end("a");
    await first;
    await expect.poll(() => begun).toEqual(["a", "c"]);
    end("c");
    await last;
    await expect(begin("d", calling.signal)).rejects.toThrow("called off");
  });

  test("a semaphore passes over work that is cancelled just as a permit is released", async () => {
    for (let ticks = 0; ticks < 8; ticks++) {
      const { begun, begin, end } = works(new Semaphore(1));
      const first = begin("a");
      const calling = new AbortController();
      const waiting = begin("b", calling.signal).catch(() => {});
      const last = begin("c");
      end("a");
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      calling.abort(new Error("called off"));
      await first;
      end("b");
      await waiting;
      await expect.poll(() => begun.at(-1)).toBe("c");
      end("c");
      await last;
    }
  });

  test("a semaphore takes work without a signal", async () => {
    await expect(new Semaphore(1).run(undefined, async () => "done")).resolves.toBe("done");
  });
});
