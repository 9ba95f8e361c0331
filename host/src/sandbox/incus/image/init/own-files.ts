// Puts our own files into an image: our init, what it needs, and the folders that a container expects.
import { readFile } from "node:fs/promises";

import { siteSlug } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FileTree } from "../tar/file-tree.ts";
import type { ImageConfig } from "../source/image-config.ts";
import { OWN_FOLDER, initScript, siteFile } from "./init-script.ts";
import { launchProgram } from "./launch-program.ts";
import { siteIdentity } from "./site-identity.ts";
import { fromBytesName, toBytesName } from "../tar/tar-entry.ts";
import { TarError } from "../tar/tar-reader.ts";

const DEFAULT_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const initPaths = new Set([
  "/sbin/init",
  "/usr/sbin/init",
  "/lib/systemd/systemd",
  "/usr/lib/systemd/systemd",
]);

/** The small files of the image that are read. */
export const accountFiles = ["etc/passwd", "etc/group"];

export interface OwnFilesOptions {
  readonly site: Site;
  readonly config: ImageConfig;
  /** The contents of `accountFiles`; empty if the image has none. */
  readonly passwd: string;
  readonly group: string;
  readonly busyboxPath?: string | undefined;
}

/**
 * Adds them to the tree. An image whose command is itself an init (systemd's images) keeps it: ours
 * sets up the network and then becomes it. Throws TarError, and `backend-unavailable` without busybox.
 */
export async function addOwnFiles(tree: FileTree, options: OwnFilesOptions): Promise<void> {
  const { site, config } = options;
  const busybox = await readBusybox(options.busyboxPath);
  const command = commandOf(site, config);
  const identity = siteIdentity(config.user, options.passwd, options.group);
  const own = (name: string): string => `${OWN_FOLDER}/${name}`;
  tree.addFolder(OWN_FOLDER);
  tree.addFolder(own("log"));
  tree.add(own("busybox"), busybox, 0o755);
  tree.add(own("init"), Buffer.from(initScript), 0o755);
  tree.add(own("launch"), launchProgram(identity), 0o755);
  tree.add(own("image.json"), Buffer.from(`${JSON.stringify(config)}\n`));
  tree.add(
    own("site"),
    Buffer.from(
      siteFile({
        hostName: siteSlug(site.name),
        command,
        env: environmentOf(site, config, identity.home),
        workdir: config.workdir,
        uid: identity.uid,
        gid: identity.gid,
        stopSignal: config.stopSignal.replace(/^SIG/, ""),
        sharedMemoryMiB: site.image?.sharedMemoryMiB,
        ownInit: keepOwnInit(tree, command),
      }),
    ),
  );
  for (const name of ["proc", "sys", "dev", "run", "etc"]) tree.addFolder(name);
  tree.addFolder("tmp", 0o1777);
  tree.addFolder(toBytesName(config.workdir));
  tree.add("sbin/init", { symlink: `/${OWN_FOLDER}/init` });
}

function commandOf(site: Site, { entrypoint, cmd }: ImageConfig): readonly string[] {
  const command = site.image?.command ?? [...entrypoint, ...cmd];
  if (command.length > 0) return command;
  throw new TarError(
    "it names no command, neither as entrypoint nor as cmd; give the site's `image.command`",
  );
}

/** The last value counts if a name is there twice. */
function environmentOf(site: Site, { env }: ImageConfig, home: string): string[] {
  const added = Object.entries(site.image?.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const all = [DEFAULT_PATH, `HOME=${home}`, ...env, ...added].filter(
    (item) => item.indexOf("=") > 0,
  );
  return [...new Map(all.map((item) => [item.slice(0, item.indexOf("=")), item])).values()];
}

/** Moves the image's own init and returns its new path; undefined if the command is no init. */
function keepOwnInit(tree: FileTree, [program = ""]: readonly string[]): string | undefined {
  if (!initPaths.has(program)) return undefined;
  const found = tree.find(program);
  if (found?.node.kind !== "file")
    throw new TarError(`its command is ${program}, which is not there`);
  // Ours takes the place of /sbin/init; if that is a link, its target stays.
  const replaced = `${tree.find("sbin")?.path ?? "sbin"}/init`;
  if (found.path !== replaced) return `/${fromBytesName(found.path)}`;
  tree.move(found.path, `${OWN_FOLDER}/own-init`);
  return `/${OWN_FOLDER}/own-init`;
}

/** Reads a static busybox: an image may have no libc. */
async function readBusybox(given: string | undefined): Promise<Buffer> {
  const candidates = given === undefined ? ["/bin/busybox", "/usr/bin/busybox"] : [given];
  for (const path of candidates) {
    const found = await readFile(path).catch(() => undefined);
    if (found !== undefined && isStatic(found)) return found;
  }
  throw new WebservError(
    "backend-unavailable",
    `images need a static busybox, and there is none at ${candidates.join(" or ")}`,
    { next: "Install the package busybox-static (scripts/setup-incus does)." },
  );
}

/** Tells whether an ELF file has no program header of kind PT_INTERP, which names a loader. */
function isStatic(file: Buffer): boolean {
  if (file.length < 64 || file.toString("latin1", 0, 4) !== "\x7fELF") return false;
  const at = Number(file.readBigUInt64LE(32));
  const size = file.readUInt16LE(54);
  const kinds = Array.from({ length: file.readUInt16LE(56) }, (_, index) => at + index * size);
  return kinds.every((offset) => offset + 4 > file.length || file.readUInt32LE(offset) !== 3);
}
