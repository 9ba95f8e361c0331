// Checks that each room introduces itself: a short README.md says what it is for, and where to begin.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Folders } from "./folders.ts";
import type { Part } from "./room-table.ts";
import { roomPath } from "./room-table.ts";

/** The most lines of an introduction; a longer one is a page for docs/design. */
const MAX_LINES = 25;

/** Resolves with a line for each room without an introduction, or with one that is too long. */
export async function introductionFaults(
  root: string,
  parts: readonly Part[],
  folders: Folders,
): Promise<string[]> {
  const rooms = parts.flatMap(({ folder, rooms }) =>
    Object.keys(rooms).map((name) => roomPath(folder, name)),
  );
  const faults = await Promise.all(
    rooms.map(async (room) => {
      const file = `${room}/README.md`;
      if (folders.get(room)?.includes(file) !== true) {
        return [
          `${file} is missing: say what the room is for, what it may import, and where to begin.`,
        ];
      }
      const text = await readFile(join(root, file), "utf8");
      const lines = text.trimEnd().split("\n").length;
      return lines <= MAX_LINES ? [] : [`${file} has ${lines} lines, and may have ${MAX_LINES}.`];
    }),
  );
  return faults.flat();
}
