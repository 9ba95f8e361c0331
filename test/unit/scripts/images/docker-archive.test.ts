import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { writeDockerArchive } from "../../../../scripts/images/docker-archive.ts";

const manifestFile = z.array(
  z.strictObject({
    Config: z.string(),
    RepoTags: z.array(z.string()),
    Layers: z.array(z.string()),
  }),
);
const configFile = z.looseObject({
  os: z.literal("linux"),
  architecture: z.string(),
  config: z.looseObject({ Entrypoint: z.array(z.string()), Env: z.array(z.string()) }),
  rootfs: z.strictObject({ type: z.literal("layers"), diff_ids: z.array(z.string()) }),
});

const config = {
  Entrypoint: ["/bin/server"],
  Env: ["PATH=/bin"],
  ExposedPorts: { "80/tcp": {} },
  Volumes: { "/data": {} },
};

// It is GNU tar's options that keep owners and capabilities.
describe.runIf(process.platform === "linux")("an archive of a small root file system", () => {
  let folder: string;
  let unpacked: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "webserv-archive-"));
    unpacked = join(folder, "unpacked");
    const root = join(folder, "root");
    await mkdir(join(root, "bin"), { recursive: true });
    await mkdir(unpacked);
    await writeFile(join(root, "bin", "server"), "#!/bin/sh\n", { mode: 0o755 });
    await writeFile(join(root, `${"long-name-".repeat(15)}.txt`), "a name longer than ustar holds");
    await symlink("bin", join(root, "sbin"));
    const file = join(folder, "small.tar");
    const { signal } = new AbortController();
    await writeDockerArchive({ file, root, tag: "webserv/small:latest", config, signal });
    execFileSync("tar", ["--extract", "--file", file, "--directory", unpacked]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function parts() {
    const text = await readFile(join(unpacked, "manifest.json"), "utf8");
    const [manifest] = manifestFile.parse(JSON.parse(text));
    if (manifest === undefined) throw new Error("the manifest names no image");
    return { manifest, configText: await readFile(join(unpacked, manifest.Config)) };
  }

  test("an archive's manifest names its tag, its layer, and its config by the config's digest", async () => {
    const { manifest, configText } = await parts();
    expect(manifest.RepoTags).toEqual(["webserv/small:latest"]);
    expect(manifest.Layers).toHaveLength(1);
    expect(manifest.Config).toBe(`${sha256(configText)}.json`);
  });

  test("an archive's config says how to run the image, and the digest that the layer really has", async () => {
    const { manifest, configText } = await parts();
    const parsed = configFile.parse(JSON.parse(configText.toString()));
    const layer = await readFile(join(unpacked, manifest.Layers[0] ?? ""));
    expect(parsed.config).toEqual(config);
    expect(parsed.rootfs.diff_ids).toEqual([`sha256:${sha256(layer)}`]);
  });

  test("an archive's layer holds every file, with modes, links and long names", async () => {
    const { manifest } = await parts();
    const layer = join(unpacked, manifest.Layers[0] ?? "");
    const list = execFileSync("tar", ["--list", "--verbose", "--file", layer], {
      encoding: "utf8",
    });
    expect(list).toMatch(/^-rwxr-xr-x .* \.\/bin\/server$/m);
    expect(list).toMatch(/^lrwxrwxrwx .* \.\/sbin -> bin$/m);
    expect(list).toContain(`./${"long-name-".repeat(15)}.txt`);
  });
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
