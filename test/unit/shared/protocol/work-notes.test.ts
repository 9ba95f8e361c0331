// Tests what the page script notes of a page's work comes over as it was.
import { expect, test } from "vitest";

import {
  type BegunWork,
  decodeNotes,
  encodeBegin,
  encodeChange,
  encodeNote,
  pageChanges,
  workNotes,
} from "@webserv/shared/protocol/work-notes.ts";

const work: BegunWork = {
  id: 7,
  parent: 3,
  kind: "fetch",
  delayMs: 250,
  callSite: 4294967299,
  unseen: true,
  url: 'http://shop.test/a b?q="x"\n',
};

function told(text: unknown): unknown[] {
  const told: unknown[] = [];
  decodeNotes(text, {
    begin: (...note) => told.push(["begin", ...note]),
    note: (...note) => told.push(["note", ...note]),
    change: (...note) => told.push(["change", ...note]),
  });
  return told;
}

test("the beginnings, notes and changes of work are told in order, with times in tenths of a ms", () => {
  const bare: BegunWork = {
    ...work,
    id: 8,
    parent: 0,
    kind: "root",
    callSite: 0,
    unseen: false,
    url: "",
  };
  const text = [
    encodeBegin(1234.599999904633, work, JSON.stringify(work.url)),
    ...workNotes.map((note) => encodeNote(2000.04, note, 7)),
    encodeBegin(0, bare, '""'),
    ...pageChanges.map((change) => encodeChange(86_400_000.1, 8, change)),
  ].join("");
  expect(told(text)).toEqual([
    ["begin", work, 1234.6],
    ...workNotes.map((note) => ["note", note, 7, 2000]),
    ["begin", bare, 0],
    ...pageChanges.map((change) => ["change", 8, change, 86_400_000.1]),
  ]);
});

test("a line that is no note is passed over, and the note after it is told", () => {
  const good = encodeNote(10, "run", 7);
  const wrong = ["", "n", "n 1", "n x 1 0", "n 1 0 0", "n 1 1 99", "x 1 1 0", 'b 1 1 0 99 0 0 0 ""']
    .concat(["b 1 1 0 0 0 0 0 no", "b 1 1", "\n\n", "c 1 1 x"])
    .map((line) => `${line}\n`);
  for (const line of wrong) {
    expect([line, told(line + good)]).toEqual([line, [["note", "run", 7, 10]]]);
  }
  for (const text of [undefined, 1, {}, "n 1 1"]) expect(told(text)).toEqual([]);
});
