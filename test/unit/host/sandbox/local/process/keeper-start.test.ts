import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";

import { expect, test, vi } from "vitest";

import { createKeeper } from "@webserv/host/src/sandbox/local/process/keeper.ts";
import { PATIENCE_MS } from "../../../../../support/time/patience.ts";

const shells = vi.hoisted(() => ({ missing: false, started: 0 }));
vi.mock("node:child_process", async (original) => {
  const real = await original<typeof import("node:child_process")>();
  return {
    ...real,
    spawn: (program: string, args: string[], options: object): ChildProcess => {
      shells.started++;
      return real.spawn(shells.missing ? "/no/such/shell" : program, args, options);
    },
  };
});

test("a keeper that can't be started ends nobody, and is started for the next group", async () => {
  const keeper = createKeeper();
  const one = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
  const two = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
  const ended = Promise.all(
    [one, two].map((child) => new Promise<void>((resolve) => child.once("exit", () => resolve()))),
  );
  shells.missing = true;
  keeper.add(one.pid ?? 0);
  await vi.waitFor(() => {
    shells.missing = false;
    const before = shells.started;
    keeper.add(two.pid ?? 0);
    expect(shells.started).toBeGreaterThan(before);
  }, PATIENCE_MS);
  await keeper.close();
  await ended;
});
