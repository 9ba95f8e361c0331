// Makes the root file system of an image from Debian's packages.
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Private } from "./private-root.ts";

const SUITE = "bookworm";

/** What no server needs. */
const leftOut = [
  "/usr/share/doc/*",
  "/usr/share/man/*",
  "/usr/share/info/*",
  "/usr/share/locale/*",
  "/usr/share/lintian/*",
  "/usr/share/bash-completion/*",
];

/** Debian's essential packages and `packages`, in the new folder `root`. */
export async function makeRootFileSystem(
  root: string,
  packages: readonly string[],
  run: Private,
): Promise<void> {
  await run.beside([
    "mmdebstrap",
    "--mode=root",
    "--format=directory",
    "--variant=essential",
    `--include=${packages.join(",")}`,
    ...leftOut.map((path) => `--dpkgopt=path-exclude=${path}`),
    "--dpkgopt=path-include=/usr/share/doc/*/copyright",
    "--dpkgopt=force-unsafe-io",
    SUITE,
    root,
  ]);
  // Of the machine it was made on.
  await rm(join(root, "etc", "resolv.conf"), { force: true });
  await writeFile(join(root, "etc", "resolv.conf"), "");
  await writeFile(join(root, "etc", "hostname"), "sandbox\n");
  await writeFile(join(root, "etc", "hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  await mkdir(join(root, "run"), { recursive: true });
}

/** Lays a recipe's own files over the packages'. */
export async function layOver(root: string, files: string): Promise<void> {
  await cp(files, root, { recursive: true, force: true, verbatimSymlinks: true });
}
