import { randomBytes } from "node:crypto";
import { networkInterfaces } from "node:os";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { runBake } from "@webserv/host/src/sandbox/incus/bake/run-bake.ts";
import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";

import { busyboxImage } from "../support/incus/busybox-image.ts";
import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { noDeadline as signal } from "../support/time/patience.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

const { project, network } = incusNames();
const id = `bbk-${randomBytes(4).toString("hex")}`;
const owner = { "user.webserv.owner": id };
const box = `${id}-box`;
/** High in the bridge's network, where nothing else is given out. */
const address = freeAddress();

describeWithIncus("a bake", () => {
  /** Undefined where there is no Incus. */
  let opened: IncusClient | undefined;
  let client: IncusClient;

  beforeAll(async () => {
    const endpoint = { kind: "unix" as const, socketPath: incusSocket() };
    opened = createIncusClient({ endpoint, project });
    client = opened;
    const body = { unified: await busyboxImage(id) };
    const fingerprint = await client.images.create({ body, properties: owner }, signal);
    await client.instances.create(
      {
        name: box,
        source: { type: "image", fingerprint },
        config: {
          ...owner,
          "security.idmap.isolated": "true",
          "environment.WEBSERV_ADDRESS": `${address}/16`,
        },
        devices: {
          eth0: { type: "nic", name: "eth0", network, hwaddr: macOf(address) },
        },
        start: true,
      },
      signal,
    );
  });

  afterAll(async () => {
    if (opened === undefined) return;
    await client.instances.delete(box, signal, { force: true });
    for (const image of await client.images.list(signal, owner)) {
      await client.images.delete(image.fingerprint, signal);
    }
    await client.close();
  });

  function siteWith(bake: readonly object[]): Site {
    return z.parse(siteSchema, {
      name: "busybox",
      title: "Busybox",
      hosts: [{ host: "busybox.test", port: 7770 }],
      image: { ports: [80], bake },
    });
  }

  function bake(steps: readonly object[]): Promise<void> {
    return runBake({ client, instance: box, site: siteWith(steps), address }, signal);
  }

  function matching(text: RegExp): unknown {
    return expect.stringMatching(text);
  }

  test("the steps of a bake are done inside, in their order, and their traces stay", async () => {
    const sh = (script: string, more: object = {}): object => ({
      kind: "run",
      command: ["/bin/sh", "-c", script],
      env: { PATH: "/bin" },
      ...more,
    });
    await bake([
      { kind: "file", path: "/tmp/url", content: "{url}", mode: "0640", uid: 1000, gid: 1001 },
      sh("(sleep 1; echo up > /tmp/up) > /dev/null 2>&1 &"),
      { kind: "wait", command: ["/bin/test", "-e", "/tmp/up"] },
      sh("id -u >> /tmp/url; pwd >> /tmp/url", { user: "web", cwd: "/www" }),
      { kind: "request", path: "/cgi-bin/count", times: 3 },
      { kind: "request", path: "/cgi-bin/echo", method: "POST", body: "a=1", includes: "a=1" },
      { kind: "request", path: "/cgi-bin/echo?x", includes: "GET busybox.test:7770 x" },
    ]);
    const { files } = client.instances;
    const url = await files.pull(box, "/tmp/url", 1000, signal);
    expect(url.toString()).toBe("http://busybox.test:77701000\n/www\n");
    expect((await files.pull(box, "/tmp/n", 100, signal)).toString()).toBe("3\n");
    expect(await files.stat(box, "/tmp/url", signal)).toMatchObject({ uid: 1000, mode: "0640" });
  });

  test("a step of a bake that fails is told in its own words", async () => {
    const failing = { kind: "run", command: ["/bin/ls", "/nowhere"] };
    await expect(bake([failing])).rejects.toMatchObject({
      code: "bake-failed",
      message: matching(
        /\/bin\/ls \/nowhere, ended with exit code 1; .*\nls: \/nowhere: No such file or directory/,
      ),
      details: { step: 0, exitCode: 1 },
    });
    await expect(bake([{ kind: "run", command: ["/no/such"] }])).rejects.toThrow("exit code 127");
    await expect(bake([{ kind: "file", path: "/no/such/x", content: "" }])).rejects.toThrow(
      "writing /no/such/x, was refused by Incus",
    );
    await expect(bake([{ kind: "request", path: "/nothing" }])).rejects.toThrow("status 404");
  });

  test("a command of a bake that hangs is killed at its deadline", async () => {
    const command = ["/bin/sh", "-c", "echo working; exec sleep 876543"];
    const hangs = { kind: "run", command, env: { PATH: "/bin" }, timeoutMs: 15_000 };
    await expect(bake([hangs])).rejects.toThrow(/did not end within 15 s.*\nworking/);
    const look = { command: ["/bin/sh", "-c", "cat /proc/[0-9]*/cmdline"], env: { PATH: "/bin" } };
    const { stdout } = await wholeOutput(() => client.instances.exec(box, look, signal));
    expect(stdout).not.toContain("sleep\u0000876543");
  });
});

function freeAddress(): string {
  const own = networkInterfaces()[network]?.find(({ family }) => family === "IPv4")?.address;
  const [a, b] = (own ?? "10.87.0.1").split(".");
  const [third, fourth] = randomBytes(2);
  return `${a}.${b}.${200 + ((third ?? 0) % 50)}.${1 + ((fourth ?? 0) % 250)}`;
}

function macOf(ip: string): string {
  const bytes = ip.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return ["02", "57", ...bytes].join(":");
}
