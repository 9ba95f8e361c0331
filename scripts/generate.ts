// Runs `npm run generate`: it writes the committed files that are made from the registry; --check compares them.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { lintOverrides } from "./check/room-table.ts";
import { parts } from "./check/rooms.ts";
import {
  actionList,
  actionTable,
  errorTable,
  limitTable,
  methodTables,
  withSection,
} from "./generate/markdown.ts";
import { protocolSchema } from "./generate/protocol-schema.ts";

interface GenerateOptions {
  /** True if nothing is to be written, only compared. */
  readonly check: boolean;
  readonly say?: (line: string) => void;
}

interface GeneratedFile {
  readonly path: string;
  /** Makes the file's content from what it holds now, which is "" if it is missing. */
  readonly make: (now: string) => string | Promise<string>;
}

const files: readonly GeneratedFile[] = [
  {
    path: ".oxlintrc.rooms.json",
    make: () => `${JSON.stringify({ overrides: parts.flatMap(lintOverrides) }, null, 2)}\n`,
  },
  {
    path: "shared/generated/protocol.schema.json",
    make: () => `${JSON.stringify(protocolSchema(), null, 2)}\n`,
  },
  {
    path: "docs/protocol.md",
    make: async (now) =>
      withSection(now === "" ? "# The protocol\n" : now, "methods", await methodTables()),
  },
  {
    path: "docs/acting.md",
    make: async (now) =>
      withSection(
        withSection(now === "" ? "# Acting\n" : now, "actions", await actionTable()),
        "limits",
        await limitTable(),
      ),
  },
  {
    path: "host/src/task-agent/prompt.md",
    make: async (now) => withSection(now, "actions", await actionList()),
  },
  {
    path: "docs/errors.md",
    make: async (now) => withSection(now === "" ? "# Errors\n" : now, "errors", await errorTable()),
  },
];

/** Resolves with the exit code, which is 1 if `check` finds a file that is not up to date. */
export async function generate(
  root: string,
  { check, say = (line) => void process.stdout.write(`${line}\n`) }: GenerateOptions,
): Promise<number> {
  const stale: string[] = [];
  for (const { path, make } of files) {
    const file = join(root, path);
    const now = existsSync(file) ? await readFile(file, "utf8") : "";
    const wanted = await make(now);
    if (wanted === now) continue;
    stale.push(path);
    if (check) {
      say(`${path} is not up to date: run \`npm run generate\` and commit it.`);
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, wanted);
    say(`wrote ${path}`);
  }
  return check && stale.length > 0 ? 1 : 0;
}
