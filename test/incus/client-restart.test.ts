import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";

import { busyboxImage } from "../support/incus/busybox-image.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { startOwnIncus } from "../support/incus/own-incus.ts";
import type { OwnIncus } from "../support/incus/own-incus.ts";
import { noDeadline as signal } from "../support/time/patience.ts";

const box = `bcr-${randomBytes(4).toString("hex")}`;
describeWithIncus("a client of an Incus that comes and goes", () => {
  let incus: OwnIncus | undefined;
  let first: IncusClient | undefined;

  beforeAll(async () => {
    incus = await startOwnIncus(512);
    first = clientOf(incus, 300_000);
  });

  afterAll(async () => {
    await first?.close();
    await incus?.remove();
  });

  function clientOf(incus: OwnIncus, downWaitMs: number): IncusClient {
    const endpoint = { kind: "unix" as const, socketPath: incus.socket };
    return createIncusClient({ endpoint, project: incus.names.project, downWaitMs });
  }

  test("an Incus that is started again goes on where it was: calls wait for it, events come again", async () => {
    if (incus === undefined || first === undefined) throw new Error("there is no Incus");
    const client = first;
    const body = { unified: await busyboxImage(box) };
    const fingerprint = await client.images.create({ body }, signal);
    const config = { "security.idmap.isolated": "true" };
    const source = { type: "image", fingerprint } as const;
    await client.instances.create({ name: box, source, config, start: true }, signal);
    expect(client.events.connected).toBe(true);

    await incus.stop();
    const impatient = clientOf(incus, 100);
    await expect(impatient.instances.get(box, signal)).rejects.toMatchObject({
      code: "backend-unavailable",
    });
    await impatient.close();

    const heard = new Promise<string>((resolve) => {
      client.events.onLifecycle(({ action }) => {
        if (action.startsWith("instance-snapshot")) resolve(action);
      });
    });
    const asked = client.instances.snapshots.create(box, "after", signal);
    const again = new Promise<void>((resolve) => client.events.onConnect(resolve));
    await incus.start();
    await asked;
    await again;
    await client.instances.snapshots.delete(box, "after", signal);
    expect(await heard).toMatch(/^instance-snapshot-/);
    expect((await client.instances.state(box, signal)).status).toBe("Running");
  });
});
