// Reads the table of rooms, and makes the rules from it by which the linter guards their boundaries.
import { relative } from "node:path/posix";

import type { Folders } from "./folders.ts";

const TABLE = "scripts/check/rooms.ts";

/** The rooms of one part of the program: the folders of one world that may know of each other. */
export interface Part {
  /** The folder they are all in, such as `host/src`. */
  readonly folder: string;
  /** The packages that any of them may import, as gitignore patterns; all packages if left out. */
  readonly packages?: readonly string[];
  /**
   * Lists the folders from the top to the ground, each with those that its files may import beside their own. A folder
   * stands above all that it imports. The part's own folder is called `.`.
   */
  readonly rooms: Readonly<Record<string, string>>;
}

export interface LintOverride {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Returns a line for each fault of the table: a room that is not there, or is missing, or imports upwards. */
export function roomFaults(parts: readonly Part[], folders: Folders): string[] {
  return parts.flatMap((part) => faultsOf(part, foldersIn(part, folders)));
}

/** Returns the names of a part's folders that hold code. */
function foldersIn({ folder }: Part, folders: Folders): Set<string> {
  const names = new Set<string>();
  for (const [path, files] of folders) {
    if (path !== folder && !path.startsWith(`${folder}/`)) continue;
    if (files.some((file) => /\.tsx?$/.test(file))) names.add(path.slice(folder.length + 1) || ".");
  }
  return names;
}

function faultsOf({ folder, rooms }: Part, folders: ReadonlySet<string>): string[] {
  const names = Object.keys(rooms);
  const faults: string[] = [];
  const add = (name: string, fault: string): void => {
    faults.push(`${TABLE}: ${roomPath(folder, name)} ${fault}`);
  };
  for (const [at, name] of names.entries()) {
    if (!folders.has(name)) add(name, "holds no code: take it out.");
    for (const below of wordsOf(rooms[name])) {
      const place = names.indexOf(below);
      if (place < 0) add(name, `may import "${below}", which is no room.`);
      else if (place <= at) add(name, `may import "${below}", which does not stand below it.`);
    }
  }
  for (const name of folders) {
    if (!names.includes(name)) add(name, "is missing: say what it may import.");
  }
  return faults;
}

/** Returns one override a room: it restricts every import but those that the table allows. */
export function lintOverrides({ folder, packages, rooms }: Part): LintOverride[] {
  return Object.entries(rooms).map(([name, allowed]) => {
    const path = roomPath(folder, name);
    const below = wordsOf(allowed);
    const own = below.map((room) => `!${wayTo(name, room)}/*`);
    const group =
      packages === undefined
        ? [
            "./**",
            "../**",
            "@webserv/**",
            "!@webserv/shared/**",
            "!**/package.json",
            "!./*",
            ...own,
          ]
        : ["*", ...packages.flatMap(withParents).map((each) => `!${each}`), "!./*", ...own];
    const message = `${path} may import ${below.length === 0 ? "no other folder" : below.join(", ")} of ${folder}${
      packages === undefined ? "" : `, and ${packages.join(", ")}`
    }: see ${TABLE}.`;
    return {
      files: [`${path}/*.{ts,tsx}`],
      rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
    };
  });
}

function wordsOf(list = ""): string[] {
  return list.split(" ").filter((word) => word !== "");
}

/** Returns the path of a room from the project's folder. */
export function roomPath(folder: string, name: string): string {
  return name === "." ? folder : `${folder}/${name}`;
}

/** Returns the way from one room to another, as an import specifier writes it. */
function wayTo(from: string, to: string): string {
  const way = relative(from, to);
  return way.startsWith(".") ? way : `./${way}`;
}

/** A pattern that excludes a folder hides all in it, so its parents are let in one by one. */
function withParents(pattern: string): string[] {
  const parts = pattern.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}
