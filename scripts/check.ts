// Runs `npm run check`: it checks all that can be known of sources without running them, and reports every failure.
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { runSilently } from "./bootstrap/process.mjs";
import { overweightBundles } from "./check/bundle-sizes.ts";
import { oversizedFolders } from "./check/folder-sizes.ts";
import { filesByFolder } from "./check/folders.ts";
import { introductionFaults } from "./check/room-introductions.ts";
import { roomFaults } from "./check/room-table.ts";
import { parts as roomParts } from "./check/rooms.ts";
import { generate } from "./generate.ts";

interface Check {
  readonly name: string;
  run(): Promise<{ readonly ok: boolean; readonly output: string }>;
}

/** Holds one tsconfig for each world: what is not there in a world does not compile in it. */
const worlds = [
  "shared",
  "extension",
  "extension/src/page",
  "extension/src/content",
  "extension/src/background",
  "extension/src/panel",
  "host",
  "test",
  "scripts",
  "scripts/bench/settle/page",
  "test/sites/store",
  "test/sites/store/web",
];

/** Resolves with the exit code. */
export async function check(root: string): Promise<number> {
  const checks: Check[] = [
    // The slow ones go first, so that the short ones fill the gaps.
    tool(root, "lint", "oxlint", "oxlint", ["--type-aware"]),
    ...worlds.map((world) =>
      tool(root, `types of ${world}`, "typescript", "tsc", ["-p", world, "--pretty", "false"]),
    ),
    tool(root, "unused files and exports", "knip", "knip", ["--no-progress", "--no-config-hints"]),
    faults("bytes of content and page scripts", () => overweightBundles(root)),
    tool(root, "format", "oxfmt", "oxfmt", ["--check"]),
    faults("rooms", async () => roomFaults(roomParts, await filesByFolder(root))),
    faults("introductions of rooms", async () =>
      introductionFaults(root, roomParts, await filesByFolder(root)),
    ),
    faults("sizes of folders", async () => oversizedFolders(await filesByFolder(root))),
    { name: "generated files", run: () => generatedFiles(root) },
  ];
  const failed = await runAll(checks, Math.max(2, availableParallelism()));
  if (failed.length === 0) {
    process.stdout.write(`All ${checks.length} checks passed.\n`);
    return 0;
  }
  process.stdout.write(
    `${failed.length} of ${checks.length} checks failed: ${failed.join(", ")}.\n`,
  );
  return 1;
}

/** Runs `npm run format`. Resolves with the exit code. */
export async function format(root: string, args: readonly string[]): Promise<number> {
  const { ok, output } = await tool(root, "format", "oxfmt", "oxfmt", [...args]).run();
  process.stdout.write(output);
  return ok ? 0 : 1;
}

/** Runs `checks`, at most `atOnce` at once, and reports each as it ends; resolves with the names that failed. */
async function runAll(checks: readonly Check[], atOnce: number): Promise<string[]> {
  const waiting = [...checks];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const startedAt = performance.now();
      const { ok, output } = await check.run();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${ok ? "ok    " : "FAILED"} ${check.name} (${seconds} s)\n`);
      if (ok) continue;
      failed.push(check.name);
      process.stdout.write(`${output.trimEnd()}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

function tool(root: string, name: string, pkg: string, program: string, args: string[]): Check {
  // The program's own file rather than node_modules/.bin, which is a shell script on Windows.
  const file = join(root, "node_modules", pkg, "bin", program);
  return {
    name,
    async run() {
      const { code, output } = await runSilently(process.execPath, [file, ...args], { cwd: root });
      return { ok: code === 0, output };
    },
  };
}

/** Makes a check of something that returns a line for each fault. */
function faults(name: string, find: () => Promise<string[]>): Check {
  return {
    name,
    async run() {
      const lines = await find();
      return { ok: lines.length === 0, output: lines.join("\n") };
    },
  };
}

async function generatedFiles(root: string): Promise<{ ok: boolean; output: string }> {
  const lines: string[] = [];
  const code = await generate(root, { check: true, say: (line) => void lines.push(line) });
  return { ok: code === 0, output: lines.join("\n") };
}
