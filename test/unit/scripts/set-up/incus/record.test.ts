// Tests what the set-up notes of itself, which is all that its removal goes by.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readRecord } from "../../../../../scripts/set-up/incus/record.ts";

const machineStep = { name: "packages", scope: "machine" } as const;
const setStep = { name: "network", scope: "set" } as const;
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-record-"));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

test("a note of the set-up is there for its next run, each value once", async () => {
  const notes = (await readRecord(folder)).notesOf(machineStep, "webserv");
  await notes.add("installed", "attr", "lxcfs");
  await notes.add("installed", "lxcfs", "rsync");
  const again = await readRecord(folder);
  expect(again.notesOf(machineStep, "another").get("installed")).toEqual([
    "attr",
    "lxcfs",
    "rsync",
  ]);
});

test("a set knows its own notes alone, and is gone with the last of them", async () => {
  const record = await readRecord(folder);
  await record.notesOf(setStep, "one").add("made", "one0");
  await record.notesOf(setStep, "two").add("made", "two0");
  await record.notesOf(setStep, "one").forget();
  const again = await readRecord(folder);
  expect(again.sets()).toEqual(["two"]);
  expect(again.notesOf(setStep, "one").get("made")).toEqual([]);
  await again.notesOf(setStep, "two").forget();
  expect(again.isEmpty()).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test("asking a record for the notes of a set leaves no trace", async () => {
  const record = await readRecord(folder);
  expect(record.notesOf(setStep, "one").get("made")).toEqual([]);
  expect(record.sets()).toEqual([]);
});

test("a record that can't be understood is refused, with its file named", async () => {
  await writeFile(join(folder, "record.json"), '{"version":2}');
  await expect(readRecord(folder)).rejects.toThrow(join(folder, "record.json"));
});
