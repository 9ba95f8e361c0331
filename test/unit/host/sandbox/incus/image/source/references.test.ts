// Where images are, who they run as, and what is left of imports that were killed.
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { parseImageReference } from "@webserv/host/src/sandbox/incus/image/source/image-reference.ts";
import { clearImportLeftovers } from "@webserv/host/src/sandbox/incus/image/leftovers.ts";
import { siteIdentity } from "@webserv/host/src/sandbox/incus/image/init/site-identity.ts";

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-references-"));
  await writeFile(join(dir, "shop.tar"), "");
  await mkdir(join(dir, "layout"));
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

test.each([
  ["docker-archive:shop.tar", { kind: "archive", file: "shop.tar" }],
  ["shop.tar", { kind: "archive", file: "shop.tar" }],
  ["oci:layout", { kind: "archive", file: "layout" }],
  ["oci:layout:v2", { kind: "archive", file: "layout", tag: "v2" }],
  ["incus:wordpress/6", { kind: "incus", alias: "wordpress/6" }],
  ["nginx", { kind: "registry", reference: "docker://docker.io/library/nginx" }],
  ["team/shop:1.2", { kind: "registry", reference: "docker://docker.io/team/shop:1.2" }],
  [
    "docker://example.org:5000/a/b",
    { kind: "registry", reference: "docker://example.org:5000/a/b" },
  ],
])("the image %s is read as %j", (text, { file, ...expected }: { kind: string; file?: string }) => {
  const path = file === undefined ? {} : { path: join(dir, file) };
  expect(parseImageReference(text, dir)).toEqual({ text, ...expected, ...path });
});

test.each([
  "./nothing.tar",
  "docker-archive:nothing",
  "images/x.tar.gz",
  "Not An Image",
  "docker://-oops",
])("the image reference %s is refused as invalid", (text) => {
  expect(() => parseImageReference(text, dir)).toThrow(
    expect.objectContaining({ code: "invalid-image" }),
  );
});

const passwd = "root:x:0:0:root:/root:/bin/sh\nweb:x:1000:50:Web:/srv/web:/bin/sh\n";
const group = "root:x:0:\nweb:x:50:\nvideo:x:44:other,web\nadm:x:4:\n";

test.each([
  ["", { uid: 0, gid: 0, groups: [0], home: "/root" }],
  ["web", { uid: 1000, gid: 50, groups: [50, 44], home: "/srv/web" }],
  ["1000", { uid: 1000, gid: 50, groups: [50, 44], home: "/srv/web" }],
  ["web:adm", { uid: 1000, gid: 4, groups: [4], home: "/srv/web" }],
  ["7777", { uid: 7777, gid: 0, groups: [0], home: "/" }],
  ["7777:8888", { uid: 7777, gid: 8888, groups: [8888], home: "/" }],
])("the user %j is who Docker would take", (user, expected) => {
  expect(siteIdentity(user, passwd, group)).toEqual(expected);
});

test("a user that the image does not know is named in the refusal", () => {
  expect(() => siteIdentity("nginx", passwd, group)).toThrow(/no "nginx"/);
});

test("folders of killed imports are cleared, and nothing else", async () => {
  await mkdir(join(dir, "image-abc", "layout"), { recursive: true });
  await writeFile(join(dir, "image-abc", "archive.tar"), "half");
  expect(await clearImportLeftovers(dir)).toEqual(["image-abc"]);
  expect((await readdir(dir)).sort()).toEqual(["layout", "shop.tar"]);
  expect(await clearImportLeftovers(join(dir, "missing"))).toEqual([]);
});
