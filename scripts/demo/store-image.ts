// Makes an image of the store: the Node that runs now, the libraries it needs, and the built store.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

import { withLock } from "../bootstrap/lock.mjs";
import { writeDockerArchive } from "../images/docker-archive.ts";

const PORT = "80";
const CONFIG = {
  Entrypoint: ["/usr/bin/node", "/store/server.js"],
  Env: ["PATH=/usr/bin", "HOST=0.0.0.0", `PORT=${PORT}`, "HOME=/store"],
  WorkingDir: "/store",
  ExposedPorts: { [`${PORT}/tcp`]: {} },
  StopSignal: "SIGTERM",
};

/**
 * Resolves with the path of a Docker archive of about 130 MB below `cacheDir`. It is made in a few seconds if there is
 * none of this Node and this build of the store. It runs on Linux alone, and needs `tar` and `ldd`.
 */
export async function storeImage(
  storeDist: string,
  cacheDir: string,
  signal: AbortSignal,
): Promise<string> {
  const libraries = await librariesOf(process.execPath, signal);
  const file = join(cacheDir, `store-${await keyOf(storeDist, libraries)}.tar`);
  if (existsSync(file)) return file;
  await mkdir(cacheDir, { recursive: true });
  return await withLock(join(cacheDir, "locks", "store"), async () => {
    if (!existsSync(file)) await make(file, storeDist, libraries, signal);
    return file;
  });
}

async function make(
  file: string,
  storeDist: string,
  libraries: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const cacheDir = dirname(file);
  for (const name of await readdir(cacheDir)) {
    if (name.startsWith("store-")) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  const root = join(cacheDir, "store-root");
  const half = join(cacheDir, "store-half.tar");
  try {
    await put(process.execPath, join(root, "usr/bin/node"));
    for (const library of libraries) await put(library, join(root, library));
    await cp(storeDist, join(root, "store"), { recursive: true });
    await mkdir(join(root, "tmp"));
    await chmod(join(root, "tmp"), 0o1777);
    const archive = { file: half, root, tag: "webserv/store:latest", config: CONFIG, signal };
    await writeDockerArchive(archive);
    await rename(half, file);
  } finally {
    await rm(root, { recursive: true, force: true });
    await rm(half, { force: true });
  }
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  // The named file may be a link to a file of another name.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, 0o755);
}

/** Resolves with absolute paths as the program names them, the loader among them. */
async function librariesOf(program: string, signal: AbortSignal): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("ldd", [program], { signal, encoding: "utf8" });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x[0-9a-f]+\)/g)].flatMap(([, path]) =>
    path === undefined ? [] : [path],
  );
}

/** Makes a key that changes when the program, a library or the store does. */
async function keyOf(storeDist: string, libraries: readonly string[]): Promise<string> {
  const marks = await Promise.all(
    [process.execPath, ...libraries].map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return [basename(file), size, mtimeMs];
    }),
  );
  const built = await readFile(join(storeDist, ".built-from"), "utf8");
  const words = JSON.stringify([CONFIG, marks, built]);
  return createHash("sha256").update(words).digest("hex").slice(0, 12);
}
