// Brings images of tiny sites into the Incus of the tests, boots them, and removes all that at the end.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { vi } from "vitest";
import * as z from "zod/mini";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { parseImageReference } from "@webserv/host/src/sandbox/incus/image/source/image-reference.ts";
import {
  imageLabels,
  shareDevices,
  sweepImages,
} from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import type { ImportedImage } from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import { importImage } from "@webserv/host/src/sandbox/incus/image/import-image.ts";
import { readSiteLog } from "@webserv/host/src/sandbox/incus/image/init/site-log.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import type { Progress } from "@webserv/host/src/sandbox/backend.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";

import { PATIENCE_MS, noDeadline as signal } from "../time/patience.ts";
import { incusSocket } from "./incus.ts";
import { writeTinyImage } from "./tiny-image.ts";
import type { TinyImage } from "./tiny-image.ts";
import { wholeOutput } from "./whole-output.ts";

interface Wanted {
  readonly image?: TinyImage;
  readonly recipe?: object;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}

const { project, pool, network } = incusNames();

export class SiteImages {
  readonly client: IncusClient;
  readonly owner = `image-test-${randomBytes(4).toString("hex")}`;
  readonly dir: string;
  readonly workDir: string;
  /** In their names, so that a test that is tried again does not meet its own. */
  #instances = 0;

  private constructor(dir: string) {
    this.dir = dir;
    this.workDir = join(dir, "work");
    this.client = createIncusClient({
      endpoint: { kind: "unix", socketPath: incusSocket() },
      project,
    });
  }

  static async begin(): Promise<SiteImages> {
    return new SiteImages(await mkdtemp(join(tmpdir(), "webserv-image-test-")));
  }

  async end(): Promise<void> {
    const { client, owner } = this;
    const left = await client.instances.list(signal, { labels: { [imageLabels.owner]: owner } });
    await Promise.all(
      left.map(async ({ name }) => client.instances.delete(name, signal, { force: true })),
    );
    await sweepImages({ client, pool }, { owner, keep: new Set() }, signal);
    await client.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  async bring(name: string, wanted: Wanted = {}): Promise<ImportedImage> {
    const { client, owner, dir, workDir } = this;
    const file = join(dir, `${name}.tar`);
    await writeTinyImage(file, wanted.image);
    const site = z.parse(siteSchema, {
      name,
      title: "Tiny",
      hosts: [{ host: `${name}.test` }],
      image: wanted.recipe ?? {},
    });
    const reference = parseImageReference(`docker-archive:${file}`, dir);
    return importImage(
      { client, pool, reference, site, owner, workDir, progress: wanted.progress },
      wanted.signal ?? signal,
    );
  }

  async boot(
    image: ImportedImage,
    name: string,
    config: Record<string, string> = {},
  ): Promise<string> {
    const instance = `it-${this.owner.slice(-8)}-${++this.#instances}-${name}`;
    const devices = {
      root: { type: "disk", path: "/", pool },
      eth0: { type: "nic", name: "eth0", network },
      ...shareDevices(image),
    };
    const labels = { [imageLabels.owner]: this.owner, "security.idmap.isolated": "true" };
    await this.client.instances.create(
      {
        name: instance,
        source: { type: "image", fingerprint: image.fingerprint },
        config: { ...labels, ...config },
        devices,
        start: true,
      },
      signal,
    );
    return instance;
  }

  /** Runs a script, which may run twice. */
  async sh(instance: string, script: string): Promise<string> {
    const command = ["/.webserv/busybox", "sh", "-c", script];
    const run = () => this.client.instances.exec(instance, { command }, signal);
    return (await wholeOutput(run)).stdout.trim();
  }

  async untilStopped(instance: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const { status } = await this.client.instances.get(instance, signal);
        if (status !== "Stopped") throw new Error(`the instance ${instance} is ${status}`);
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
  }

  async untilLogged(instance: string, text: string): Promise<string> {
    return vi.waitFor(
      async () => {
        const log = (await readSiteLog(this.client, instance, 10_000, signal)).text;
        if (!log.includes(text)) throw new Error(`the log has no "${text}": ${log}`);
        return log;
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
  }

  /** Resolves with the images and volumes that are there. */
  async everything(): Promise<object> {
    const images = await this.client.images.list(signal, { [imageLabels.owner]: this.owner });
    const volumes = await this.client.storage.volumes.list(pool, signal);
    return {
      images: images.map(({ fingerprint }) => fingerprint).sort(),
      volumes: volumes
        .filter(({ config }) => config[imageLabels.owner] === this.owner)
        .map(({ name }) => name),
    };
  }
}
