// Finds Docker's engine on this machine, or unpacks Debian's packages of it without installing them.
import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Lists the packages of a Docker engine, with the libraries, since a small system may lack them. */
const PACKAGES = ["docker.io", "containerd", "runc", "tini", "libdevmapper1.02.1", "libseccomp2"];

export interface DockerPrograms {
  /** The environment that finds dockerd and what it starts. */
  readonly env: NodeJS.ProcessEnv;
  /** The origin of the programs, in words. */
  readonly origin: string;
}

/**
 * Finds the installed engine, or else unpacks the packages of `docker.io` into `cacheDir`: installing them would
 * start a daemon of the machine's own, with rules in its firewall. Throws if there is neither, with what to do.
 */
export async function findDocker(cacheDir: string, signal: AbortSignal): Promise<DockerPrograms> {
  const installed = await findProgram("dockerd", process.env["PATH"]);
  if (installed !== undefined) return { env: process.env, origin: installed };
  const folder = join(cacheDir, "docker.io");
  if (!(await exists(folder))) await unpack(folder, signal);
  const bins = ["usr/sbin", "usr/bin"].map((path) => join(folder, path));
  return {
    env: {
      ...process.env,
      PATH: [...bins, process.env["PATH"]].join(":"),
      LD_LIBRARY_PATH: (await libraryFolders(folder)).join(":"),
    },
    origin: "Debian's packages, unpacked",
  };
}

async function findProgram(name: string, path = ""): Promise<string | undefined> {
  for (const folder of [...path.split(":"), "/usr/sbin"]) {
    if (folder !== "" && (await exists(join(folder, name)))) return join(folder, name);
  }
  return undefined;
}

/** Unpacks into a folder beside it first, so that an interrupted one is never considered whole. */
async function unpack(folder: string, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const half = await mkdtemp(`${folder}.`);
  try {
    await download(half, signal);
    for (const file of await readdir(half)) {
      if (!file.endsWith(".deb")) continue;
      await run("dpkg-deb", ["--extract", join(half, file), join(half, "root")], { signal });
    }
    await rename(join(half, "root"), folder);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function download(folder: string, signal: AbortSignal): Promise<void> {
  const options = { cwd: folder, signal };
  const args = ["download", ...PACKAGES];
  try {
    await run("apt-get", args, options);
  } catch {
    signal.throwIfAborted();
    // The list of packages may be missing or old.
    try {
      await run("apt-get", ["update"], options);
      await run("apt-get", args, options);
    } catch (error) {
      signal.throwIfAborted();
      throw new Error("no dockerd found and docker.io can't be downloaded: install docker.io", {
        cause: error,
      });
    }
  }
}

/** Finds both, since packages differ in whether they say `/lib` or `/usr/lib`. */
async function libraryFolders(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const base of ["usr/lib", "lib"]) {
    const entries = await readdir(join(folder, base)).catch(() => []);
    for (const entry of entries) {
      if (/^[a-z0-9_]+-linux-gnu/.test(entry)) found.push(join(folder, base, entry));
    }
  }
  return found;
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
