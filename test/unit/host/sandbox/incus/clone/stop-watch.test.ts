import { describe, expect, test } from "vitest";

import { StopWatch } from "@webserv/host/src/sandbox/incus/clone/stop-watch.ts";

describe("watching for instances that end", () => {
  test("an instance that ends by itself is told once, and one ended on purpose, or unknown, is not", () => {
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
