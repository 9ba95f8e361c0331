// Images that are imported into a real Incus: from where, what of them arrives, and what failures leave.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { parseImageReference } from "@webserv/host/src/sandbox/incus/image/source/image-reference.ts";
import { imageLabels, sweepImages } from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import type { ImportedImage } from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import { importImage } from "@webserv/host/src/sandbox/incus/image/import-image.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import type { Progress } from "@webserv/host/src/sandbox/backend.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";

import { describeWithIncus } from "../support/incus/incus.ts";
import { SiteImages } from "../support/incus/site-images.ts";
import { noDeadline as signal } from "../support/time/patience.ts";
import { writeTinyImage } from "../support/incus/tiny-image.ts";

describeWithIncus("images that are imported", () => {
  const { pool } = incusNames();
  let images: SiteImages;

  beforeAll(async () => {
    images = await SiteImages.begin();
  });

  afterAll(() => images.end());

  test("importing the same image twice makes nothing new", async () => {
    const first = await images.bring("twice");
    const told: string[] = [];
    const second = await images.bring("twice", { progress: ({ text }) => void told.push(text) });
    expect(second).toEqual(first);
    expect(told.at(-1)).toBe("the image is there already");
  });

  test("a shared folder is the same in all clones and none can write it", async () => {
    const image = await images.bring("shares", {
      image: {
        files: {
          "/app": { folder: true, mode: 0o750, uid: 1000, gid: 1000 },
          "/app/code.txt": { content: "code", uid: 1000, gid: 1000 },
          "/app/again.txt": { hardlink: "/app/code.txt" },
        },
      },
      recipe: { share: ["/app", "/www"] },
    });
    expect(image.shared.map(({ path }) => path)).toEqual(["/app", "/www"]);
    const both = await Promise.all([
      images.boot(image, "shares-1"),
      images.boot(image, "shares-2"),
    ]);
    for (const instance of both) {
      expect(
        await images.sh(
          instance,
          "stat -c '%a %u %g' /app; cat /app/again.txt; touch /app/x 2>&1; cat /www/index.html",
        ),
      ).toMatch(/^750 1000 1000\ncode.*Read-only file system.*Tiny site/s);
    }
    const volumes = (): Promise<string[]> =>
      images.client.storage.volumes
        .list(pool, signal)
        .then((all) =>
          all
            .filter(({ config }) => config[imageLabels.owner] === images.owner)
            .map(({ name }) => name),
        );
    await sweepImages(
      { client: images.client, pool },
      { owner: images.owner, site: "shares", keep: new Set() },
      signal,
    );
    expect(await volumes()).toHaveLength(2);
    await Promise.all(
      both.map(async (name) => images.client.instances.delete(name, signal, { force: true })),
    );
    await sweepImages(
      { client: images.client, pool },
      { owner: images.owner, site: "shares", keep: new Set() },
      signal,
    );
    expect(await volumes()).toEqual([]);
  });

  test("an OCI layout is read as an archive is, and a registry's refusal is told in its words", async () => {
    const file = join(images.dir, "oci.tar");
    await writeTinyImage(file, { layers: [{ "/www/index.html": "From a layout" }] });
    await promisify(execFile)("skopeo", [
      "copy",
      "-q",
      `docker-archive:${file}`,
      `oci:${join(images.dir, "layout")}:v1`,
    ]);
    const site = z.parse(siteSchema, {
      name: "oci",
      title: "OCI",
      hosts: [{ host: "oci.test" }],
      image: {},
    });
    const from = (text: string): Promise<ImportedImage> =>
      importImage(
        {
          client: images.client,
          pool,
          reference: parseImageReference(text, images.dir),
          site,
          owner: images.owner,
          workDir: images.workDir,
        },
        signal,
      );
    const image = await from("oci:layout:v1");
    expect(image.config).toMatchObject({ entrypoint: ["/bin/httpd"], exposedPorts: ["80/tcp"] });
    const instance = await images.boot(image, "oci");
    expect(await images.sh(instance, "cat /www/index.html")).toBe("From a layout");
    expect((await from(`incus:${image.fingerprint}`)).config).toEqual(image.config);
    await expect(from("oci:layout:v2")).rejects.toThrow(/no image with the tag "v2"/);
    const refused = from("docker://127.0.0.1:9/shop:1");
    await expect(refused).rejects.toThrow(/skopeo says: .*refused/);
    await expect(refused).rejects.toMatchObject({ code: "invalid-image" });
  });

  test("an import that is aborted or fails on the way leaves nothing", async () => {
    const before = await images.everything();
    const aborter = new AbortController();
    const progress: Progress = ({ text, share }) => {
      if (text === "sending the image" && (share ?? 0) > 0.2) aborter.abort(new Error("enough"));
    };
    const recipe = { share: ["/www"] };
    const image = { files: { "/big": randomBytes(8 * 1024 * 1024) } };
    await expect(
      images.bring("aborted", {
        progress,
        image,
        recipe,
        signal: AbortSignal.any([aborter.signal, signal]),
      }),
    ).rejects.toThrow("enough");
    await expect(
      images.bring("failing", { image: { user: "nobody-knows" } }),
    ).rejects.toMatchObject({
      code: "invalid-image",
    });
    await expect(images.bring("unshared", { recipe: { share: ["/nowhere"] } })).rejects.toThrow(
      /shares \/nowhere, which is no folder/,
    );
    expect(await images.everything()).toEqual(before);
    expect(await readdir(images.workDir)).toEqual([]);
  });
});
