// Tests how an image's layers come to be one tree of files, and what makes an archive no image.
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ByteReader } from "@webserv/host/src/sandbox/incus/image/tar/byte-reader.ts";
import { openBlobs } from "@webserv/host/src/sandbox/incus/image/source/blob-store.ts";
import {
  fileStream,
  layLayers,
  planFiles,
} from "@webserv/host/src/sandbox/incus/image/file-stream.ts";
import { FileTree } from "@webserv/host/src/sandbox/incus/image/tar/file-tree.ts";
import { HeaderTally } from "@webserv/host/src/sandbox/incus/image/tar/header-tally.ts";
import { openImage } from "@webserv/host/src/sandbox/incus/image/source/image-archive.ts";
import type { TarEntry } from "@webserv/host/src/sandbox/incus/image/tar/tar-entry.ts";
import { plainEntry } from "@webserv/host/src/sandbox/incus/image/tar/tar-entry.ts";
import { TarReader } from "@webserv/host/src/sandbox/incus/image/tar/tar-reader.ts";
import { tarEnd, tarFile } from "@webserv/host/src/sandbox/incus/image/tar/tar-writer.ts";

import { writeTinyImage } from "../../../../../../support/incus/tiny-image.ts";
import type { TinyFiles, TinyImage } from "../../../../../../support/incus/tiny-image.ts";

const signal = AbortSignal.timeout(60_000);
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-layers-"));
});
afterEach(async () => rm(dir, { recursive: true, force: true }));

interface Flat {
  readonly entries: ReadonlyMap<string, TarEntry>;
  readonly bodies: ReadonlyMap<string, string>;
}

/** The image's files as they go to Incus, read again. */
async function flatten(layers: readonly TinyFiles[], image: TinyImage = {}): Promise<Flat> {
  const file = join(dir, "image.tar");
  const [files = {}, ...above] = layers;
  await writeTinyImage(file, { withSite: false, ...image, files, layers: above });
  return flattenFile(file);
}

async function flattenFile(file: string): Promise<Flat> {
  const archive = await openImage(file, { spoolDir: dir }, signal);
  try {
    const tree = new FileTree();
    await layLayers(tree, archive.layers, [], signal);
    const chunks: Buffer[] = [];
    const plan = planFiles(tree.root, "rootfs");
    for await (const chunk of fileStream(plan, archive.layers, signal, () => undefined)) {
      chunks.push(chunk);
    }
    return await readBack(Buffer.concat([...chunks, tarEnd()]));
  } finally {
    await archive.close();
  }
}

async function readBack(tar: Buffer): Promise<Flat> {
  const reader = tarReader(tar);
  const entries = new Map<string, TarEntry>();
  const bodies = new Map<string, string>();
  for (let entry = await reader.next(); entry !== undefined; entry = await reader.next()) {
    const path = entry.path.replace(/^rootfs\//, "").replace(/\/$/, "");
    entries.set(path, entry);
    if (entry.type === "file") bodies.set(path, (await reader.body(1024 * 1024)).toString());
  }
  return { entries, bodies };
}

/** In pieces of 700 bytes, so that headers and bodies lie across them. */
function tarReader(tar: Buffer): TarReader {
  let at = 0;
  return new TarReader(
    new ByteReader({
      async next() {
        const piece = tar.subarray(at, at + 700);
        at += piece.length;
        return piece.length === 0 ? undefined : piece;
      },
      close: async () => {},
    }),
  );
}

test("an upper layer's file wins, and keeps its owner, mode and attributes", async () => {
  const capability = Buffer.from([1, 0, 0, 2, 255, 0, 10, 61]);
  const { entries, bodies } = await flatten([
    { "/etc/motd": "old", "/bin/tool": "one" },
    {
      "/etc/motd": "new",
      "/bin/tool": {
        content: "two",
        mode: 0o4755,
        uid: 12,
        gid: 34,
        xattrs: { "security.capability": capability },
      },
    },
  ]);
  expect(bodies.get("etc/motd")).toBe("new");
  expect(bodies.get("bin/tool")).toBe("two");
  expect(entries.get("bin/tool")).toMatchObject({ mode: 0o4755, uid: 12, gid: 34 });
  expect(entries.get("bin/tool")?.xattrs.get("security.capability")).toEqual(capability);
});

test("whiteouts remove files of the layers below, and nothing of their own layer", async () => {
  const { entries } = await flatten([
    { "/a/gone": "", "/a/stays": "", "/b/x": "", "/b/deep/y": "", "/c/old": "" },
    {
      "/a/.wh.gone": "",
      "/b/new": "",
      "/b/deep/kept": "",
      // Behind what its own layer puts there.
      "/b/.wh..wh..opq": "",
      "/c/fresh": "",
      "/.wh.c": "",
      "/.wh..wh.plnk/1": "",
    },
  ]);
  expect([...entries.keys()].filter((path) => path !== "").sort()).toEqual([
    "a",
    "a/stays",
    "b",
    "b/deep",
    "b/deep/kept",
    "b/new",
    "c",
    "c/fresh",
  ]);
});

test("a folder replaces a link, a file replaces a folder, and links within a layer are followed", async () => {
  const { entries, bodies } = await flatten([
    { "/usr/lib/a": "", "/lib": { symlink: "usr/lib" }, "/lib/b": "through", "/opt/tree/x": "" },
    { "/lib/own": "", "/opt/tree": "a file now" },
  ]);
  expect(bodies.get("usr/lib/b")).toBe("through");
  expect(entries.get("lib")?.type).toBe("folder");
  expect(entries.has("lib/own")).toBe(true);
  expect(entries.has("usr/lib/own")).toBe(false);
  expect(bodies.get("opt/tree")).toBe("a file now");
  expect(entries.has("opt/tree/x")).toBe(false);
});

test("a hard link outlives the name it was made to", async () => {
  const { entries, bodies } = await flatten([
    {
      "/data/first": "shared",
      "/data/second": { hardlink: "/data/first" },
      "/data/third": { hardlink: "/data/first" },
    },
    { "/data/.wh.first": "" },
  ]);
  expect(entries.has("data/first")).toBe(false);
  expect(bodies.get("data/second")).toBe("shared");
  expect(entries.get("data/third")).toMatchObject({
    type: "hardlink",
    linkPath: "rootfs/data/second",
  });
});

test("names that are long or no UTF-8 come out as they went in", async () => {
  const long = `${"folder-with-a-long-name/".repeat(8)}file`;
  const { bodies, entries } = await flatten([
    { [`/${long}`]: "long", "/ünïcode": "u", "/link": { symlink: `/${long}` } },
  ]);
  expect(bodies.get(long)).toBe("long");
  expect(bodies.get(Buffer.from("ünïcode").toString("latin1"))).toBe("u");
  expect(entries.get("link")?.linkPath).toBe(`/${long}`);
  const odd = tarFile(plainEntry("caf\xe9", "file", 0o644), Buffer.from("x"));
  expect((await tarReader(odd).next())?.path).toBe("caf\xe9");
});

test.each(["gzip", "zstd"] as const)(
  "layers compressed with %s are read as the others",
  async (compression) => {
    const { bodies } = await flatten([{ "/a": "one" }, { "/a": "two" }], { compression });
    expect(bodies.get("a")).toBe("two");
  },
);

test("an image that can't be taken is refused with the reason", async () => {
  await expect(flatten([{ "/../etc/passwd": "x" }])).rejects.toThrow(/leads out of the archive/);
  await expect(flatten([{ "/a": { hardlink: "/nothing" } }])).rejects.toThrow(
    /"a" is a hard link to "nothing", which is not there/,
  );
  await expect(flatten([{ "/a": { content: "", uid: 70_000 } }])).rejects.toThrow(
    /"a" belongs to 70000:0.*below 65536/,
  );
  const file = join(dir, "broken.tar");
  await writeFile(file, "not a tar archive at all".repeat(100));
  await expect(flattenFile(file)).rejects.toThrow(/no tar archive/);
  await writeFile(
    file,
    Buffer.concat([
      tarFile(plainEntry("manifest.json", "file", 0o644), Buffer.from("[{]")),
      tarEnd(),
    ]),
  );
  await expect(flattenFile(file)).rejects.toThrow(/manifest.json is not JSON/);
  await writeFile(
    file,
    Buffer.concat([tarFile(plainEntry("readme", "file", 0o644), Buffer.from("")), tarEnd()]),
  );
  await expect(flattenFile(file)).rejects.toThrow(/neither manifest.json/);
});

test("a truncated archive and a layer changed by one byte are refused", async () => {
  const file = join(dir, "image.tar");
  await writeTinyImage(file, { withSite: false, files: { "/a": "some content" } });
  await truncate(file, 900);
  await expect(flattenFile(file)).rejects.toThrow(/ends in the middle/);

  await writeTinyImage(file, { withSite: false, files: { "/a": "some content" } });
  const bytes = await readFile(file);
  bytes.write("SOME", bytes.indexOf("some content"));
  await writeFile(file, bytes);
  await expect(flattenFile(file)).rejects.toThrow(/layer-0\/layer.tar: it is damaged/);
});

test("a file that no Linux could hold is refused before it is kept", async () => {
  const xattrs = (size: number): Map<string, Buffer> => new Map([["user.big", Buffer.alloc(size)]]);
  const next = async (path: string, rest: Partial<TarEntry>): Promise<TarEntry | undefined> =>
    tarReader(tarFile(plainEntry(path, "file", 0o644, rest), Buffer.from(""))).next();
  const fits = await next("a", { xattrs: xattrs(65_536) });
  // Not a window into the header it came in.
  expect(fits?.xattrs.get("user.big")?.buffer.byteLength).toBe(65_536);
  await expect(next("a", { xattrs: xattrs(65_537) })).rejects.toThrow(/value of 65537 bytes/);
  expect((await next("p/".repeat(2048), {}))?.path).toHaveLength(4096);
  await expect(next("p/".repeat(2049), {})).rejects.toThrow(/has 4098 bytes.*at most 4096/);
  await expect(next("a", { type: "symlink", linkPath: "x".repeat(4097) })).rejects.toThrow(
    /has 4097 bytes.*at most 4096/,
  );

  const tree = new FileTree();
  tree.lay(plainEntry("n".repeat(255), "file", 0o644), 0, 0);
  expect(() => tree.lay(plainEntry(`${"n".repeat(256)}/x`, "file", 0o644), 0, 1)).toThrow(
    /the name "n+…" has 256 bytes, expected at most 255/,
  );
});

test("names, links and attributes of all files together have a ceiling, replaced ones too", () => {
  const tree = new FileTree(new HeaderTally(1000));
  const entry = plainEntry("same", "symlink", 0o777, {
    linkPath: "t".repeat(40),
    xattrs: new Map([["user.x", Buffer.alloc(50)]]),
  });
  for (let index = 0; index < 10; index += 1) tree.lay(entry, 0, index);
  expect(() => tree.lay(entry, 0, 10)).toThrow(/have more than 1000 bytes/);
  const deep = new FileTree(new HeaderTally(97));
  expect(() => deep.lay(plainEntry("folder/".repeat(8), "folder", 0o755), 0, 0)).toThrow(
    /have more than 97 bytes/,
  );
});

test("an archive that grows beyond the disk's room is given up in words", async () => {
  const file = join(dir, "bomb.tar.gz");
  const body = Buffer.alloc(8 * 1024 * 1024);
  await writeFile(file, gzipSync(tarFile(plainEntry("zeros", "file", 0o644), body)));
  const spoolFile = join(dir, "spool.tar");
  const room = 3 * 1024 * 1024;
  let asked = 0;
  const left = async (): Promise<number> => {
    asked += 1;
    return asked === 1 ? room : 0;
  };
  const refused = openBlobs(file, spoolFile, signal, left);
  await expect(refused).rejects.toMatchObject({ code: "limit-reached" });
  await expect(refused).rejects.toThrow(/bomb.tar.gz has to be unpacked into.*no more room/);
  expect((await stat(spoolFile)).size).toBeLessThanOrEqual(room);
  const blobs = await openBlobs(file, spoolFile, signal);
  expect(await blobs.has("zeros")).toBe(true);
  await blobs.close();
});
