import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { lintOverrides, roomFaults } from "../../../../scripts/check/room-table.ts";
import type { Part } from "../../../../scripts/check/room-table.ts";

const root = join(import.meta.dirname, "../../../..");

const house: Part = {
  folder: "house",
  packages: ["@shop/**"],
  rooms: { ".": "roof", roof: "walls/north", "walls/north": "cellar", cellar: "" },
};

const folders = new Map([
  ["house", ["house/main.ts"]],
  ["house/roof", ["house/roof/tiles.ts"]],
  ["house/walls/north", ["house/walls/north/brick.ts"]],
  ["house/cellar", ["house/cellar/wine.ts"]],
  ["house/pictures", ["house/pictures/aunt.png"]],
  ["garden", ["garden/rose.ts"]],
]);

test("a table that names every folder of code, each above what it imports, has no fault", () => {
  expect(roomFaults([house], folders)).toEqual([]);
});

test("a room that is missing in the table, or holds no code, is a fault", () => {
  const rooms = { ".": "", roof: "", attic: "", cellar: "" };
  expect(roomFaults([{ folder: "house", rooms }], folders)).toEqual([
    "scripts/check/rooms.ts: house/attic holds no code: take it out.",
    "scripts/check/rooms.ts: house/walls/north is missing: say what it may import.",
  ]);
});

test("a room may not import one that stands above it, itself, or one that is not there", () => {
  const rooms = { ...house.rooms, cellar: "roof cellar pool" };
  expect(roomFaults([{ folder: "house", rooms }], folders)).toEqual([
    'scripts/check/rooms.ts: house/cellar may import "roof", which does not stand below it.',
    'scripts/check/rooms.ts: house/cellar may import "cellar", which does not stand below it.',
    'scripts/check/rooms.ts: house/cellar may import "pool", which is no room.',
  ]);
});

test("the linter lets through what the table allows, and tells of every other import", () => {
  const folder = mkdtempSync(join(tmpdir(), "rooms-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const imports = [
    "./slates.ts",
    "../walls/north/brick.ts",
    "@shop/nails/long.ts",
    "./gable/owl.ts",
    "../cellar/wine.ts",
    "../main.ts",
    "../walls/plan.ts",
    "../../garden/rose.ts",
    "@mill/wood.ts",
    "node:fs",
  ];
  write("house/roof/tiles.ts", imports.map((from) => `export * from "${from}";\n`).join(""));
  write(".oxlintrc.json", JSON.stringify({ overrides: lintOverrides(house) }));
  const program = join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [program, "--format", "unix"], {
    cwd: folder,
    encoding: "utf8",
  });
  const restricted = [...stdout.matchAll(/'([^']+)' import is restricted/g)].map(
    ([, from]) => from,
  );
  expect(restricted).toEqual(imports.slice(3));
});
