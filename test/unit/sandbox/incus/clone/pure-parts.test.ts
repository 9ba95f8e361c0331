import { describe, expect, test } from "vitest";

import {
  AddressPlan,
  addressOf,
  cloneAddresses,
  instanceOf,
  macOf,
  portOf,
} from "@webserv/host/src/sandbox/incus/clone/addresses.ts";
import { createGate } from "@webserv/host/src/sandbox/incus/clone/gate.ts";
import { StopWatch } from "@webserv/host/src/sandbox/incus/clone/stop-watch.ts";
import { readLabels, writeLabels } from "@webserv/host/src/sandbox/incus/state/labels.ts";

describe("addresses of clones", () => {
  test("name, MAC and port follow from the address, and the address from the name", () => {
    expect(instanceOf("10.87.1.25")).toBe("clone-10-87-1-25");
    expect(addressOf("clone-10-87-1-25")).toBe("10.87.1.25");
    expect(addressOf("tpl-shop-0123abcd")).toBeUndefined();
    expect(macOf("10.87.1.25")).toBe("02:57:0a:57:01:19");
    expect(portOf("10.87.16.254")).toBe("ws0a5710fe");
    const all = cloneAddresses("10.87");
    expect(new Set(all.map(portOf)).size).toBe(all.length);
    // An interface's name has at most 15 characters.
    expect(Math.max(...all.map((address) => portOf(address).length))).toBeLessThanOrEqual(15);
  });

  test("an address given back rests until many others have been used", () => {
    const plan = new AddressPlan("10.87.0.1/16");
    const first = plan.take();
    expect(first).toBe("10.87.1.1");
    plan.giveBack(first);
    const next = Array.from({ length: 400 }, () => plan.take());
    expect(next).not.toContain(first);
    expect(new Set(next).size).toBe(400);
  });

  test("one that is claimed is never given out; when none is left that is said", () => {
    const all = cloneAddresses("10.99");
    const plan = new AddressPlan("10.99.0.1/16");
    plan.claim("10.99.1.2");
    const taken = Array.from({ length: all.length - 1 }, () => plan.take());
    expect(new Set(taken)).toEqual(new Set(all.filter((address) => address !== "10.99.1.2")));
    expect(() => plan.take()).toThrow(expect.objectContaining({ code: "limit-reached" }));
    plan.giveBack("10.99.1.2");
    expect(plan.take()).toBe("10.99.1.2");
  });

  test("a bridge with another kind of address is refused with what to run", () => {
    expect(() => new AddressPlan("none")).toThrow(
      expect.objectContaining({
        code: "backend-unavailable",
        next: "Run sudo scripts/setup-incus.",
      }),
    );
  });
});

describe("labels", () => {
  const labels = {
    owner: "me",
    kind: "template" as const,
    site: "shop",
    state: "whole" as const,
    image: "sha256:1",
    recipe: "abc",
  };

  test("what is written is read again, other keys aside", () => {
    const config = { ...writeLabels(labels), "limits.memory": "1GiB" };
    expect(readLabels(config, "me")).toEqual(labels);
  });

  test("an instance of another owner, of none, or with labels not ours has none", () => {
    expect(readLabels(writeLabels(labels), "somebody else")).toBeUndefined();
    expect(readLabels({}, "me")).toBeUndefined();
    const strange = { ...writeLabels(labels), "user.webserv.kind": "spaceship" };
    expect(readLabels(strange, "me")).toBeUndefined();
  });
});

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

describe("watching for instances that end", () => {
  test("one that ends by itself is told once; one ended on purpose, or unknown, is not", () => {
    const told: string[] = [];
    const stops = new StopWatch((instance) => told.push(instance));
    const signals = ["a", "b"].map((instance) => stops.watch(instance));
    stops.stopped("a");
    stops.stopped("a");
    stops.forget("b");
    stops.stopped("b");
    stops.stopped("c");
    expect(told).toEqual(["a"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    // The same name may be given to another instance.
    stops.forget("a");
    expect(stops.watch("a").aborted).toBe(false);
  });
});
