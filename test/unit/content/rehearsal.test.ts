// A reading that is made for nothing: once, in idle time, and never beside one that is asked for.
import { expect, test } from "vitest";

import { Rehearsal } from "@webserv/extension/src/content/observe/rehearsal.ts";

function rehearsed(): { rehearsal: Rehearsal; idle: () => void; signals: AbortSignal[] } {
  const waiting: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const rehearsal = new Rehearsal({
    read(signal) {
      signals.push(signal);
      return Promise.reject(new Error("nothing to read"));
    },
    whenIdle: (callback) => void waiting.push(callback),
  });
  return { rehearsal, signals, idle: () => waiting.splice(0).forEach((each) => each()) };
}

test("a document is read for nothing once, and in its idle time", () => {
  const { rehearsal, signals, idle } = rehearsed();
  rehearsal.begin();
  expect(signals).toHaveLength(0);
  idle();
  rehearsal.begin();
  idle();
  expect(signals).toHaveLength(1);
});

test("once a reading is asked for, none is begun or gone on with for nothing", () => {
  const waiting = rehearsed();
  waiting.rehearsal.begin();
  waiting.rehearsal.end();
  waiting.idle();
  expect(waiting.signals).toHaveLength(0);

  const reading = rehearsed();
  reading.rehearsal.begin();
  reading.idle();
  reading.rehearsal.end();
  expect(reading.signals.map(({ aborted }) => aborted)).toEqual([true]);

  const read = rehearsed();
  read.rehearsal.end();
  read.rehearsal.begin();
  read.idle();
  expect(read.signals).toHaveLength(0);
});
