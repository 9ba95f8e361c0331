import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { ExecOutcome, ExecRequest } from "@webserv/host/src/sandbox/incus/client/exec.ts";
import {
  isIncusConflict,
  isIncusNotFound,
} from "@webserv/host/src/sandbox/incus/client/transport/errors.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";

import { busyboxImage } from "../support/incus/busybox-image.ts";
import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { PATIENCE_MS, noDeadline as signal } from "../support/time/patience.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

const { project, pool } = incusNames();
const id = `bct-${randomBytes(4).toString("hex")}`;
const owner = { "user.webserv.owner": id };
const isolated = { ...owner, "security.idmap.isolated": "true" };

describeWithIncus("the client", () => {
  /** Undefined where there is no Incus. */
  let opened: IncusClient | undefined;
  let client: IncusClient;
  let fingerprint: string;
  /** A running busybox. */
  const box = `${id}-box`;

  beforeAll(async () => {
    const endpoint = { kind: "unix" as const, socketPath: incusSocket() };
    opened = createIncusClient({ endpoint, project });
    client = opened;
    const body = { unified: await busyboxImage(id) };
    fingerprint = await client.images.create({ body, properties: owner }, signal);
    const source = { type: "image", fingerprint } as const;
    await client.instances.create({ name: box, source, config: isolated, start: true }, signal);
  });

  /** Runs a command that may run twice. */
  const outcomeOf = (request: () => ExecRequest): Promise<ExecOutcome> =>
    wholeOutput(() => client.instances.exec(box, request(), signal));

  afterAll(async () => {
    if (opened === undefined) return;
    const left = await client.instances.list(signal, { labels: owner });
    await Promise.all(
      left.map(({ name }) => client.instances.delete(name, signal, { force: true })),
    );
    for (const image of await client.images.list(signal, owner)) {
      await client.images.delete(image.fingerprint, signal);
    }
    await client.close();
  });

  test("the client tells what the server, its project, pool and bridge are", async () => {
    const info = await client.server.info(signal);
    expect(info.auth).toBe("trusted");
    expect(info.environment?.server_version).toMatch(/^\d+\./);
    expect(await client.server.has("instance_create_start", signal)).toBe(true);
    expect(await client.projects.get(project, signal)).toMatchObject({ name: project });
    expect(await client.storage.pool(pool, signal)).toMatchObject({ name: pool });
    expect((await client.storage.usage(pool, signal)).space.total).toBeGreaterThan(1024 ** 3);
    expect((await client.networks.state(incusNames().network, signal)).state).toBe("up");
  });

  test("an image is found by its property, and gone images are no error to delete", async () => {
    const found = await client.images.list(signal, owner);
    expect(found.map((image) => image.fingerprint)).toEqual([fingerprint]);
    expect(await client.images.byAlias(`${id}-none`, signal)).toBeUndefined();
    await client.images.delete("0".repeat(64), signal);
  });

  test("an empty instance is made, read, changed under its ETag, and found by its label alone", async () => {
    const name = `${id}-empty`;
    await client.instances.create({ name, source: { type: "none" }, config: isolated }, signal);
    const { value, etag } = await client.instances.getTagged(name, signal);
    expect(value).toMatchObject({ name, status: "Stopped", config: owner });
    await client.instances.patch(name, { config: { "user.webserv.site": "shop" } }, signal);
    const { config, devices, profiles } = value;
    const whole = { config, devices, profiles: profiles ?? [] };
    await expect(client.instances.replace(name, whole, signal, etag)).rejects.toMatchObject({
      status: 412,
    });
    const labels = { ...owner, "user.webserv.site": "shop" };
    const found = await client.instances.list(signal, { labels, full: true });
    expect(found.map((one) => [one.name, one.state?.status])).toEqual([[name, "Stopped"]]);
    await client.instances.delete(name, signal);
    await client.instances.delete(name, signal, { force: true });
  });

  test("a name that is taken is told as a conflict", async () => {
    const spec = { name: box, source: { type: "none" }, config: isolated } as const;
    const refused = await client.instances.create(spec, signal).catch((error: unknown) => error);
    expect(refused).toSatisfy(isIncusConflict);
  });

  test("a command's output, exit code, input, user, folder and environment are its own", async () => {
    const script = "pwd; id -u; id -g; echo $WORD; cat; echo aside >&2; exit 3";
    const command = ["/bin/sh", "-c", script];
    const request = {
      command,
      env: { WORD: "hi", PATH: "/bin" },
      cwd: "/tmp",
      uid: 1000,
      gid: 1001,
    };
    const outcome = await outcomeOf(() => ({ ...request, stdin: "fed\n" }));
    expect(outcome).toEqual({
      exitCode: 3,
      stdout: "/tmp\n1000\n1001\nhi\nfed\n",
      stderr: "aside\n",
      truncated: false,
      whole: true,
    });
  });

  test("a command's long output is cut at its beginning; megabytes of input arrive whole", async () => {
    const pieces = Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024, "x"));
    const count = { command: ["/bin/sh", "-c", "wc -c"], env: { PATH: "/bin" } };
    const counted = await outcomeOf(() => ({ ...count, stdin: Readable.from(pieces) }));
    expect(counted.stdout.trim()).toBe(String(64 * 64 * 1024));
    const talk = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i + 1)); done";
    const long = { command: ["/bin/sh", "-c", talk], maxOutputBytes: 1000 };
    const outcome = await outcomeOf(() => long);
    expect(outcome).toMatchObject({ exitCode: 0, truncated: true });
    expect(outcome.stdout.length).toBe(1000);
    expect(outcome.stdout.endsWith("line 19999\n")).toBe(true);
  });

  test("a command that is not there ends with 127; an abort kills one that runs", async () => {
    const missing = await client.instances.exec(box, { command: ["/no/such"] }, signal);
    expect(missing).toMatchObject({ exitCode: 127, stderr: "/no/such: no such program\n" });
    const unfit = await client.instances.exec(box, { command: ["/etc"] }, signal);
    expect(unfit).toMatchObject({ exitCode: 126, stderr: "/etc: can't be run\n" });
    const caller = new AbortController();
    const begun = Promise.withResolvers<void>();
    const request = {
      command: ["/bin/sh", "-c", "echo begun; exec /bin/sleep 987654"],
      onOutput: () => begun.resolve(),
    };
    const running = client.instances.exec(box, request, caller.signal);
    const look = { command: ["/bin/sh", "-c", "cat /proc/[0-9]*/cmdline"], env: { PATH: "/bin" } };
    const sleeps = async (): Promise<boolean> => {
      const { stdout } = await outcomeOf(() => look);
      return stdout.includes("sleep\u0000987654");
    };
    await begun.promise;
    await vi.waitFor(async () => expect(await sleeps()).toBe(true), PATIENCE_MS);
    caller.abort(new Error("no longer wanted"));
    await expect(running).rejects.toThrow("no longer wanted");
    expect(await sleeps()).toBe(false);
  });

  test("a command that leaves something running behind, its output open, has ended all the same", async () => {
    const command = ["/bin/sh", "-c", "sleep 3600 & echo left"];
    const outcome = await outcomeOf(() => ({ command, env: { PATH: "/bin" } }));
    expect(outcome).toMatchObject({ exitCode: 0, stdout: "left\n" });
  });

  test("files go in and out with owner and mode, and what is not there is told apart", async () => {
    const { files } = client.instances;
    await files.makeFolder(box, "/srv", signal);
    const attributes = { uid: 1000, gid: 1001, mode: "0640" };
    await files.push(box, "/srv/a b", Readable.from(["one ", "two"]), signal, attributes);
    await files.push(box, "/srv/a b", " three", signal, { append: true });
    expect((await files.pull(box, "/srv/a b", 100, signal)).toString()).toBe("one two three");
    expect(await files.stat(box, "/srv/a b", signal)).toEqual({
      type: "file",
      uid: 1000,
      gid: 1001,
      mode: "0640",
    });
    expect(await files.entries(box, "/srv", signal)).toEqual(["a b"]);
    await files.delete(box, "/srv/a b", signal);
    expect(await files.stat(box, "/srv/a b", signal)).toBeUndefined();
    await expect(files.pull(box, "/srv/a b", 100, signal)).rejects.toMatchObject({ status: 404 });
  });

  test("a snapshot is copied and started in one go, restored, and the copy leaves no trace in its source", async () => {
    const copy = `${id}-copy`;
    const { instances } = client;
    await instances.files.push(box, "/tmp/state", "first", signal);
    await instances.freeze(box, signal);
    expect((await instances.state(box, signal)).status).toBe("Frozen");
    await instances.snapshots.create(box, "first", signal);
    await instances.unfreeze(box, signal);
    const source = { type: "copy", source: `${box}/first`, instance_only: true } as const;
    await instances.create({ name: copy, source, config: isolated, start: true }, signal);
    const state = await instances.state(copy, signal);
    expect(state).toMatchObject({ status: "Running" });
    expect(state.memory.usage).toBeGreaterThan(0);
    await instances.files.push(copy, "/tmp/state", "second", signal);
    expect((await instances.files.pull(box, "/tmp/state", 99, signal)).toString()).toBe("first");
    await instances.files.push(box, "/tmp/state", "later", signal);
    await instances.snapshots.restore(box, "first", signal);
    expect((await instances.files.pull(box, "/tmp/state", 99, signal)).toString()).toBe("first");
    expect((await instances.snapshots.list(box, signal)).map(({ name }) => name)).toEqual([
      "first",
    ]);
    await instances.snapshots.delete(box, "first", signal);
    await instances.stop(copy, signal, { timeoutS: 90 });
    await instances.start(copy, signal);
    await instances.freeze(copy, signal);
    await instances.delete(copy, signal, { force: true });
    await expect(instances.get(copy, signal)).rejects.toSatisfy(isIncusNotFound);
  });

  test("hundreds of questions at once are all answered", async () => {
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => client.instances.state(box, signal)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["Running"]));
  });

  test("what happens to an instance is heard", async () => {
    const name = `${id}-heard`;
    await client.instances.create({ name, source: { type: "none" }, config: isolated }, signal);
    const deleted = new Promise<string | undefined>((resolve) => {
      client.events.onLifecycle(({ action, source }) => {
        if (action === "instance-deleted" && source.includes(name)) resolve(source);
      });
    });
    await client.instances.delete(name, signal);
    expect(await deleted).toContain(name);
  });

  test("a custom volume lives and dies, and is told apart by its label", async () => {
    const name = `${id}-volume`;
    const { volumes } = client.storage;
    await volumes.create(pool, { name, config: owner }, signal);
    const ours = (await volumes.list(pool, signal)).filter(
      (volume) => volume.config["user.webserv.owner"] === id,
    );
    expect(ours.map((volume) => volume.name)).toEqual([name]);
    await volumes.delete(pool, name, signal);
    await volumes.delete(pool, name, signal);
  });

  test("an upload taken back leaves no image and no operation behind", async () => {
    const properties = { ...owner, "user.webserv.upload": "aborted" };
    const caller = new AbortController();
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.concat(await (await busyboxImage(`${id}-aborted`)).toArray());
      caller.abort(new Error("no longer wanted"));
      yield Buffer.alloc(512);
    }
    const body = { unified: Readable.from(endless()) };
    await expect(client.images.create({ body, properties }, caller.signal)).rejects.toThrow(
      "no longer wanted",
    );
    expect(await client.images.list(signal, properties)).toEqual([]);
  });
});
