// Makes Docker archives of a few megabytes in this process around a static busybox: images for tests.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync, zstdCompressSync } from "node:zlib";

import { plainEntry, toBytesName } from "@webserv/host/src/sandbox/incus/image/tar/tar-entry.ts";
import type { TarEntry } from "@webserv/host/src/sandbox/incus/image/tar/tar-entry.ts";
import {
  tarEnd,
  tarFile,
  tarHeader,
} from "@webserv/host/src/sandbox/incus/image/tar/tar-writer.ts";

export const busyboxPath = "/bin/busybox";

export interface TinyFile {
  readonly content?: string | Buffer;
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Makes it a symbolic link. */
  readonly symlink?: string;
  /** Makes it a hard link to another file of the same layer. */
  readonly hardlink?: string;
  readonly folder?: boolean;
  readonly xattrs?: Readonly<Record<string, Buffer>>;
}

/** Maps paths inside, such as `/etc/motd`, to files; a string is a file's content. */
export type TinyFiles = Readonly<Record<string, string | Buffer | TinyFile>>;

export interface TinyImage {
  /** The files in addition to those of `tinySite`; a path given again replaces it. */
  readonly files?: TinyFiles;
  readonly entrypoint?: readonly string[];
  readonly cmd?: readonly string[];
  readonly env?: readonly string[];
  readonly user?: string;
  readonly workdir?: string;
  /** The ports, such as `80/tcp`. */
  readonly exposedPorts?: readonly string[];
  readonly healthcheck?: { readonly Test: readonly string[] };
  readonly volumes?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly stopSignal?: string;
  /** The layers above the first one, from the lower to the upper; whiteouts are files named `.wh.…`. */
  readonly layers?: readonly TinyFiles[];
  readonly compression?: "gzip" | "zstd";
  /** False leaves out busybox and the site: an image of `files` alone. */
  readonly withSite?: boolean;
}

/**
 * Writes a Docker archive (as `docker save` does) to `file` and resolves with its image id. By default the image is
 * a site on port 80:
 *
 * - `/` is a page;
 * - `/cgi-bin/count` answers how often it was requested, and keeps that in /data/count;
 * - `/cgi-bin/put?WORD` appends WORD to /data/words, and `/cgi-bin/words` reads them;
 * - `/cgi-bin/env` shows environment, user and working folder.
 */
export async function writeTinyImage(file: string, image: TinyImage = {}): Promise<string> {
  const base = image.withSite === false ? {} : await tinySite();
  const layers = [{ ...base, ...image.files }, ...(image.layers ?? [])].map(layerOf);
  const config = Buffer.from(JSON.stringify(configOf(image, layers)));
  const id = sha256(config);
  const stored = layers.map((layer) => compress(layer, image.compression));
  const names = stored.map((_, index) => `layer-${index}/layer.tar`);
  const manifest = [{ Config: `${id}.json`, RepoTags: ["tiny:latest"], Layers: names }];
  await writeFile(
    file,
    Buffer.concat([
      ...stored.map((body, index) => member(names[index] ?? "", body)),
      member(`${id}.json`, config),
      member("manifest.json", Buffer.from(JSON.stringify(manifest))),
      tarEnd(),
    ]),
  );
  return `sha256:${id}`;
}

function configOf(image: TinyImage, layers: readonly Buffer[]): unknown {
  return {
    architecture: process.arch === "x64" ? "amd64" : process.arch,
    os: "linux",
    config: {
      Entrypoint: image.entrypoint ?? ["/bin/httpd"],
      Cmd: image.cmd ?? ["-f", "-v", "-p", "80", "-h", "/www"],
      Env: image.env ?? ["PATH=/bin"],
      User: image.user ?? "",
      WorkingDir: image.workdir ?? "",
      ExposedPorts: Object.fromEntries(
        (image.exposedPorts ?? ["80/tcp"]).map((port) => [port, {}]),
      ),
      Volumes: Object.fromEntries((image.volumes ?? []).map((path) => [path, {}])),
      Labels: image.labels ?? {},
      ...(image.healthcheck === undefined ? {} : { Healthcheck: image.healthcheck }),
      ...(image.stopSignal === undefined ? {} : { StopSignal: image.stopSignal }),
    },
    rootfs: { type: "layers", diff_ids: layers.map((layer) => `sha256:${sha256(layer)}`) },
  };
}

const applets =
  "sh httpd cat echo id env pwd sleep ls ps mkdir rm touch kill wget ip true ping nc stat";

async function tinySite(): Promise<TinyFiles> {
  const cgi = (lines: string): TinyFile => ({
    mode: 0o755,
    // It has the line ends that strict clients require.
    content: `#!/bin/sh\nprintf "Content-Type: text/plain\\r\\n\\r\\n"\n${lines}\n`,
  });
  return {
    "/bin/busybox": { content: await readFile(busyboxPath), mode: 0o755 },
    ...Object.fromEntries(
      applets.split(" ").map((name) => [`/bin/${name}`, { symlink: "busybox" }]),
    ),
    "/etc/passwd":
      "root:x:0:0:root:/root:/bin/sh\nweb:x:1000:1000::/home/web:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n",
    "/etc/group": "root:x:0:\nweb:x:1000:\nextra:x:2000:web\nnogroup:x:65534:\n",
    "/root": { folder: true, mode: 0o700 },
    "/home/web": { folder: true, uid: 1000, gid: 1000 },
    "/tmp": { folder: true, mode: 0o1777 },
    "/data": { folder: true, mode: 0o777 },
    "/www/index.html":
      "<!doctype html><title>Tiny</title><h1>Tiny site</h1><a href=/cgi-bin/count>Count</a>\n",
    "/www/cgi-bin/count": cgi(
      "n=$(cat /data/count 2>/dev/null || echo 0); n=$((n + 1)); echo $n > /data/count; echo $n",
    ),
    "/www/cgi-bin/put": cgi('echo "$QUERY_STRING" >> /data/words; echo ok'),
    "/www/cgi-bin/words": cgi("cat /data/words 2>/dev/null || true"),
    "/www/cgi-bin/env": cgi("env; id; pwd"),
  };
}

/** Makes one layer's tar, with folders for every path. */
function layerOf(files: TinyFiles): Buffer {
  const made = new Set<string>([""]);
  const parts: Buffer[] = [];
  for (const [path, given] of Object.entries(files)) {
    const file: TinyFile =
      typeof given === "string" || Buffer.isBuffer(given) ? { content: given } : given;
    const name = path.replace(/^\//, "");
    for (const parent of parentsOf(name)) {
      if (made.has(parent)) continue;
      made.add(parent);
      parts.push(tarHeader(plainEntry(`${parent}/`, "folder", 0o755)));
    }
    if (file.folder === true || file.symlink !== undefined) made.add(name);
    parts.push(entryOf(name, file));
  }
  return Buffer.concat([...parts, tarEnd()]);
}

function parentsOf(name: string): string[] {
  const steps = name.split("/").slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join("/"));
}

function entryOf(name: string, file: TinyFile): Buffer {
  const path = toBytesName(name);
  const rest: Partial<TarEntry> = {
    uid: file.uid ?? 0,
    gid: file.gid ?? 0,
    xattrs: new Map(Object.entries(file.xattrs ?? {})),
  };
  if (file.folder === true) {
    return tarHeader(plainEntry(`${path}/`, "folder", file.mode ?? 0o755, rest));
  }
  if (file.symlink !== undefined) {
    return tarHeader(plainEntry(path, "symlink", 0o777, { ...rest, linkPath: file.symlink }));
  }
  if (file.hardlink !== undefined) {
    const linkPath = file.hardlink.replace(/^\//, "");
    return tarHeader(plainEntry(path, "hardlink", 0o644, { ...rest, linkPath }));
  }
  return tarFile(
    plainEntry(path, "file", file.mode ?? 0o644, rest),
    Buffer.from(file.content ?? ""),
  );
}

function member(path: string, body: Buffer): Buffer {
  return tarFile(plainEntry(path, "file", 0o644), body);
}

function compress(layer: Buffer, how: TinyImage["compression"]): Buffer {
  if (how === "gzip") return gzipSync(layer, { level: 1 });
  return how === "zstd" ? zstdCompressSync(layer) : layer;
}

function sha256(data: Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
