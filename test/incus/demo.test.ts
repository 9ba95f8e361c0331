// The main job on Incus: the store as an image, two clones of it, and nothing left of either.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";

import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { noDeadline as signal } from "../support/time/patience.ts";
import { demo } from "../support/programs/project-command.ts";

describeWithIncus("npm start with Incus", () => {
  let folder: string;
  let client: IncusClient;
  let before: ReadonlySet<string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "webserv-demo-job-"));
    client = createIncusClient({
      endpoint: { kind: "unix", socketPath: incusSocket() },
      project: incusNames().project,
    });
    before = new Set(await stores());
  });
  afterAll(async () => {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  });

  const stores = async (): Promise<string[]> => {
    const found = await client.instances.list(signal, { labels: { [labelKeys.site]: "store" } });
    return found.map(({ name }) => name);
  };
  const left = async (): Promise<string[]> => (await stores()).filter((name) => !before.has(name));

  test("npm start takes Incus if it is set up and says so, verifies what was bought, and leaves nothing", async () => {
    const { exitCode, out, err } = await demo(folder, []);
    expect({ exitCode, err }).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(out)).toMatchObject({ ok: true, backend: "incus" });
    expect(err).toContain("Sandboxes are containers of Incus");
    expect(await left()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each(["sending the image", "Starting two sandboxes"])(
    'npm start leaves nothing behind if Ctrl-C is pressed after "%s"',
    async (note) => {
      const { exitCode, err } = await demo(folder, ["--backend", "incus"], note);
      expect({ exitCode, err }).toMatchObject({ exitCode: 130 });
      expect(await left()).toEqual([]);
      expect(await readdir(folder)).toEqual([]);
    },
    300_000,
  );
});
