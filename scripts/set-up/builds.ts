// Builds what runs as JavaScript if its sources have changed since it was last built.
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { withLock } from "../bootstrap/lock.mjs";
import { runSilently } from "../bootstrap/process.mjs";
import { say, SetupError } from "../bootstrap/words.mjs";
import { hashOf } from "./source-hash.ts";

interface Build {
  readonly name: string;
  /** The workspace whose build script makes it. */
  readonly folder: string;
  /** The files and folders it is made from. */
  readonly sources: readonly string[];
  /** The file in dist without which it is not whole. */
  readonly main: string;
}

const everyBuild = ["package-lock.json", "tsconfig.base.json"];
const builds: readonly Build[] = [
  {
    name: "extension",
    folder: "extension",
    sources: ["extension", "shared", ...everyBuild],
    main: "manifest.json",
  },
  { name: "host", folder: "host", sources: ["host", "shared", ...everyBuild], main: "cli.js" },
  {
    name: "store",
    folder: "test/sites/store",
    sources: ["test/sites/store", ...everyBuild],
    main: "server.js",
  },
];

/** The name of the stamp, which lies in dist, so that whatever empties dist deletes it, too. */
const STAMP = ".built-from";

export async function buildWhatIsStale(
  root: string,
  { evenIfFresh = false }: { evenIfFresh?: boolean } = {},
): Promise<void> {
  if (!evenIfFresh && (await staleBuilds(root)).length === 0) return;
  await withLock(join(root, ".cache"), async () => {
    const stale = await staleBuilds(root, evenIfFresh);
    if (stale.length === 0) return;
    say(`building ${stale.map(({ build }) => build.name).join(", ")}`);
    const outcomes = await Promise.all(stale.map(({ build, hash }) => make(root, build, hash)));
    const failed = outcomes.filter((name) => name !== undefined);
    if (failed.length > 0) {
      throw new SetupError(
        `${failed.join(" and ")} could not be built, see above: correct it and run \`npm run build\`.`,
      );
    }
  });
}

/** Finds the builds whose sources, or whose result, have changed since the last good build. */
async function staleBuilds(
  root: string,
  all = false,
): Promise<{ readonly build: Build; readonly hash: string }[]> {
  const states = await Promise.all(
    builds.map(async (build) => {
      const hash = await hashOf(root, build.sources);
      const dist = join(root, build.folder, "dist");
      const stamp = existsSync(join(dist, build.main)) ? await stampIn(dist) : undefined;
      return { build, hash, fresh: !all && stamp === hash };
    }),
  );
  return states.filter(({ fresh }) => !fresh);
}

async function stampIn(dist: string): Promise<string | undefined> {
  try {
    return await readFile(join(dist, STAMP), "utf8");
  } catch {
    return undefined;
  }
}

/** Runs the workspace's build script as npm would; returns the build's name if it failed. */
async function make(root: string, build: Build, hash: string): Promise<string | undefined> {
  const folder = join(root, build.folder);
  const stamp = join(folder, "dist", STAMP);
  await rm(stamp, { force: true });
  const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    scripts: { build: string };
  };
  // Vite would leave a compile cache in the temporary folder.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const { code, output } = await runSilently(scripts.build, [], { cwd: folder, shell: true, env });
  if (code === 0 && existsSync(join(folder, "dist", build.main))) {
    await writeFile(stamp, hash);
    return undefined;
  }
  process.stderr.write(
    `${output.trimEnd()}\n${code === 0 ? `The build of ${build.name} ended well without making dist/${build.main}.\n` : ""}`,
  );
  return build.name;
}
