import { describe, expect, test } from "vitest";

import { createGate } from "@webserv/host/src/sandbox/incus/clone/gate.ts";

describe("a gate", () => {
  test("lets so many through at once, in their order, and none that gave up waiting", async () => {
    const gate = createGate(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const enter = async (name: string, signal?: AbortSignal): Promise<void> =>
      gate.run(signal, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const abort = new AbortController();
    const reason = new Error("no more");
    const [a, b, c, d] = [enter("a"), enter("b"), enter("c", abort.signal), enter("d")];
    await Promise.resolve();
    expect(begun).toEqual(["a", "b"]);
    abort.abort(reason);
    await expect(c).rejects.toBe(reason);
    ends.get("a")?.();
    await a;
    await expect.poll(() => begun).toEqual(["a", "b", "d"]);
    ends.get("b")?.();
    ends.get("d")?.();
    await Promise.all([b, d]);
    await expect(gate.run(undefined, async () => "open")).resolves.toBe("open");
  });

  test("work that fails leaves its place to the next", async () => {
    const gate = createGate(1);
    const failing = gate.run(undefined, async () => {
      throw new Error("broken");
    });
    const next = gate.run(undefined, async () => "next");
    await expect(failing).rejects.toThrow("broken");
    await expect(next).resolves.toBe("next");
  });
});
