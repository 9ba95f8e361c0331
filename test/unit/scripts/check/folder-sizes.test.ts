import { expect, test } from "vitest";

import { oversizedFolders } from "../../../../scripts/check/folder-sizes.ts";

function folderOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}.ts`);
}

test("a folder with more files than twenty is told of, with what it may hold", () => {
  const folders = new Map([
    ["small", folderOf(20)],
    ["large", folderOf(21)],
  ]);
  expect(oversizedFolders(folders, {})).toEqual([
    "large holds 21 files, and may hold 20: divide it by meaning.",
  ]);
});

test("an excused folder may hold what its excuse says, and no more", () => {
  const excuses = { large: { files: 30, because: "each is one action" } };
  expect(oversizedFolders(new Map([["large", folderOf(30)]]), excuses)).toEqual([]);
  expect(oversizedFolders(new Map([["large", folderOf(31)]]), excuses)).toEqual([
    "large holds 31 files, and may hold 30: divide it by meaning.",
  ]);
});

test("an excuse that is larger than its folder is told of", () => {
  const excuses = { large: { files: 30, because: "each is one action" } };
  expect(oversizedFolders(new Map([["large", folderOf(25)]]), excuses)).toEqual([
    "large holds 25 files, and is excused for 30 (each is one action): tighten that.",
  ]);
});
