// Lists the commands of package.json: what each needs first, and what it then runs.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { SetupError } from "./bootstrap/words.mjs";

export interface Command {
  readonly needs: readonly ("builds" | "browser" | "display")[];
  readonly builds?: { readonly evenIfFresh: boolean };
  /** Either a function that resolves with the exit code, or a program that takes over this process. */
  readonly run: (() => Promise<number>) | { readonly program: string; readonly args: string[] };
}

/** Finds a command by its name. @throws SetupError if there is no such command. */
export async function commandFor(root: string, name: string, args: string[]): Promise<Command> {
  const scripts = join(root, "scripts");
  switch (name) {
    case "demo":
      return {
        needs: ["builds", "browser"],
        run: { program: join(scripts, "demo.ts"), args },
      };
    case "bench":
      return {
        needs: ["builds", "browser"],
        run: await benchmark(join(scripts, "bench"), args),
      };
    case "webserv":
      return {
        needs: ["builds"],
        run: { program: join(root, "host", "dist", "cli.js"), args },
      };
    case "test":
      return {
        needs: onlyUnitTests(args) ? [] : ["builds", "browser", "display"],
        run: async () => (await import("./tests/run-tests.ts")).runTests(root, args),
      };
    case "soak":
      return {
        needs: ["builds", "browser"],
        run: async () => {
          const { runTests } = await import("./tests/run-tests.ts");
          return await runTests(root, args, join(root, "vitest.soak.config.ts"));
        },
      };
    case "images":
      return {
        needs: [],
        run: async () => (await import("./images/command.ts")).buildImages(args),
      };
    case "build":
      return {
        needs: ["builds"],
        builds: { evenIfFresh: args.includes("--force") },
        run: () => Promise.resolve(0),
      };
    case "setup-incus":
      return {
        needs: [],
        run: async () => (await import("./set-up/incus/setup.ts")).setupIncus(args),
      };
    case "check":
      return { needs: [], run: async () => (await import("./check.ts")).check(root) };
    case "generate":
      return {
        needs: [],
        run: async () =>
          (await import("./generate.ts")).generate(root, { check: args.includes("--check") }),
      };
    case "format":
      return { needs: [], run: async () => (await import("./check.ts")).format(root, args) };
    default:
      throw new SetupError(
        `there is no command "${name}": use demo, test, soak, check, build, bench, images, webserv, generate or format.`,
      );
  }
}

/**
 * Tells whether only unit tests are asked for: they read sources alone, so they need not wait for builds and browsers.
 */
function onlyUnitTests(args: readonly string[]): boolean {
  const paths = args.filter((arg) => arg.includes("/") && !arg.startsWith("-"));
  return paths.length > 0 && paths.every((path) => /^(\.\/)?test\/unit(\/|$)/.test(path));
}

async function benchmark(
  folder: string,
  [name, ...args]: string[],
): Promise<{ program: string; args: string[] }> {
  const names = await benchmarksIn(folder);
  if (name !== undefined && names.includes(name)) {
    return { program: join(folder, `${name}.ts`), args };
  }
  throw new SetupError(
    `${name === undefined ? "name a benchmark" : `there is no benchmark "${name}"`}: npm run bench -- ${names.join(" | ")}`,
  );
}

/** Finds the files whose first line says that they are a benchmark; the others are parts of benchmarks. */
async function benchmarksIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return files
    .filter((_, index) => texts[index]?.startsWith("// Benchmark:"))
    .map((file) => file.slice(0, -".ts".length));
}
