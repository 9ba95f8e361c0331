import { expect, test } from "vitest";

import { introductionFaults } from "../../../../scripts/check/room-introductions.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const parts = [{ folder: "house", rooms: { ".": "", roof: "" } }];

test("a room without an introduction is told of", async () => {
  const root = await temporaryFolder({ "house/README.md": "# House\n" });
  const folders = new Map([
    ["house", ["house/README.md", "house/main.ts"]],
    ["house/roof", ["house/roof/tiles.ts"]],
  ]);
  expect(await introductionFaults(root, parts, folders)).toEqual([
    "house/roof/README.md is missing: say what the room is for, what it may import, and where to begin.",
  ]);
});

test("an introduction of more than twenty-five lines is told of", async () => {
  const root = await temporaryFolder({
    "house/README.md": "line\n".repeat(25),
    "house/roof/README.md": "line\n".repeat(26),
  });
  const folders = new Map([
    ["house", ["house/README.md"]],
    ["house/roof", ["house/roof/README.md"]],
  ]);
  expect(await introductionFaults(root, parts, folders)).toEqual([
    "house/roof/README.md has 26 lines, and may have 25.",
  ]);
});
