// `npm run check`: types, lint, format and generated files, in one go and with every failure told.
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { runSilently } from "./bootstrap/process.mjs";
import { generate } from "./generate.ts";

interface Part {
  readonly name: string;
  run(): Promise<{ readonly ok: boolean; readonly output: string }>;
}

/** One tsconfig a world: what is not there in a world does not compile in it. */
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
  const parts: Part[] = [
    // The slow ones first, so that the short ones fill the gaps.
    tool(root, "lint", "oxlint", "oxlint", ["--type-aware"]),
    ...worlds.map((world) =>
      tool(root, `types of ${world}`, "typescript", "tsc", ["-p", world, "--pretty", "false"]),
    ),
    tool(root, "format", "oxfmt", "oxfmt", ["--check"]),
    { name: "generated files", run: () => generatedFiles(root) },
  ];
  const failed = await runAll(parts, Math.max(2, availableParallelism()));
  if (failed.length === 0) {
    process.stdout.write(`All ${parts.length} checks passed.\n`);
    return 0;
  }
  process.stdout.write(
    `${failed.length} of ${parts.length} checks failed: ${failed.join(", ")}.\n`,
  );
  return 1;
}

/** `npm run format`. Resolves with the exit code. */
export async function format(root: string, args: readonly string[]): Promise<number> {
  const { ok, output } = await tool(root, "format", "oxfmt", "oxfmt", [...args]).run();
  process.stdout.write(output);
  return ok ? 0 : 1;
}

/** Runs `parts`, so many at once, and tells of each as it ends; resolves with the names that failed. */
async function runAll(parts: readonly Part[], atOnce: number): Promise<string[]> {
  const waiting = [...parts];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const startedAt = performance.now();
      const { ok, output } = await part.run();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${ok ? "ok    " : "FAILED"} ${part.name} (${seconds} s)\n`);
      if (ok) continue;
      failed.push(part.name);
      process.stdout.write(`${output.trimEnd()}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

function tool(root: string, name: string, pkg: string, program: string, args: string[]): Part {
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

async function generatedFiles(root: string): Promise<{ ok: boolean; output: string }> {
  const lines: string[] = [];
  const code = await generate(root, { check: true, say: (line) => void lines.push(line) });
  return { ok: code === 0, output: lines.join("\n") };
}
