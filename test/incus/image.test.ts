// Images in a real Incus: what of an image arrives, how our init runs it, and what failures leave.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { parseImageReference } from "@webserv/host/src/sandbox/incus/image/source/image-reference.ts";
import {
  findImage,
  imageLabels,
  shareDevices,
  sweepImages,
} from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import type { ImportedImage } from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import { importImage } from "@webserv/host/src/sandbox/incus/image/import-image.ts";
import { readExit, readSiteLog } from "@webserv/host/src/sandbox/incus/image/init/site-log.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import type { Progress } from "@webserv/host/src/sandbox/backend.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";

import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { PATIENCE_MS, noDeadline as signal } from "../support/time/patience.ts";
import { writeTinyImage } from "../support/incus/tiny-image.ts";
import type { TinyImage } from "../support/incus/tiny-image.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

describeWithIncus("images", () => {
  const { project, pool, network } = incusNames();
  const owner = `image-test-${randomBytes(4).toString("hex")}`;
  const prefix = `it-${owner.slice(-8)}`;
  let client: IncusClient;
  let dir: string;
  let workDir: string;
  /** In their names, so that a test that is tried again does not meet its own. */
  let instances = 0;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "webserv-image-test-"));
    workDir = join(dir, "work");
    client = createIncusClient({
      endpoint: { kind: "unix", socketPath: incusSocket() },
      project,
    });
  });

  afterAll(async () => {
    const left = await client.instances.list(signal, { labels: { [imageLabels.owner]: owner } });
    await Promise.all(
      left.map(async ({ name }) => client.instances.delete(name, signal, { force: true })),
    );
    await sweepImages({ client, pool }, { owner, keep: new Set() }, signal);
    await client.close();
    await rm(dir, { recursive: true, force: true });
  });

  interface Wanted {
    readonly image?: TinyImage;
    readonly recipe?: object;
    readonly progress?: Progress;
    readonly signal?: AbortSignal;
  }

  const bring = async (name: string, wanted: Wanted = {}): Promise<ImportedImage> => {
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
  };

  const boot = async (
    image: ImportedImage,
    name: string,
    config: Record<string, string> = {},
  ): Promise<string> => {
    const instance = `${prefix}-${++instances}-${name}`;
    const devices = {
      root: { type: "disk", path: "/", pool },
      eth0: { type: "nic", name: "eth0", network },
      ...shareDevices(image),
    };
    const labels = { [imageLabels.owner]: owner, "security.idmap.isolated": "true" };
    await client.instances.create(
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
  };

  /** Runs a script, which may run twice. */
  const sh = async (instance: string, script: string): Promise<string> => {
    const command = ["/.webserv/busybox", "sh", "-c", script];
    const run = () => client.instances.exec(instance, { command }, signal);
    return (await wholeOutput(run)).stdout.trim();
  };

  const untilStopped = async (instance: string): Promise<void> => {
    await vi.waitFor(
      async () => expect((await client.instances.get(instance, signal)).status).toBe("Stopped"),
      { timeout: PATIENCE_MS, interval: 100 },
    );
  };

  const untilLogged = async (instance: string, text: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const log = (await readSiteLog(client, instance, 10_000, signal)).text;
        expect(log).toContain(text);
        return log;
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );

  test("a site runs as its image says: user, groups, folder, environment, command, data", async () => {
    const image = await bring("runs", {
      image: {
        user: "web",
        workdir: "/home/web/app",
        env: ["PATH=/bin", 'GREETING=it\'s "quoted" $HOME', "TWICE=image"],
        entrypoint: ["sh", "-c"],
        cmd: [
          "echo begin; id; pwd; echo $GREETING $TWICE $HOME; cat /proc/self/status | while read l; do case $l in Sig*) echo $l;; esac; done; exec httpd -f -p 80 -h /www",
        ],
        volumes: ["/data"],
        files: { "/data/baked": { content: "kept", uid: 1000 }, "/etc/dropped": "" },
        layers: [
          {
            "/etc/.wh.dropped": "",
            "/opt/tool": {
              content: "x",
              mode: 0o4711,
              xattrs: { "user.mark": Buffer.from([0, 255]) },
            },
          },
        ],
      },
      recipe: { env: { TWICE: "site" }, sharedMemoryMiB: 7 },
    });
    expect(image.config).toMatchObject({
      user: "web",
      volumes: ["/data"],
      exposedPorts: ["80/tcp"],
    });
    const instance = await boot(image, "runs", {
      "environment.WEBSERV_ADDRESS": "10.87.254.9/16",
      "environment.WEBSERV_HOSTS": "runs.test",
    });
    const log = await untilLogged(instance, "SigCgt");
    expect(log).toContain("uid=1000(web) gid=1000(web) groups=1000(web),2000(extra)");
    expect(log).toContain("/home/web/app");
    expect(log).toContain(`it's "quoted" $HOME site /home/web`);
    expect(log).toMatch(/SigIgn:\s+0000000000000000/);
    const seen = await sh(
      instance,
      "cat /data/baked; ls /etc/dropped 2>&1; stat -c %a /opt/tool; hostname; df -m /dev/shm | tail -1; ip -4 addr show eth0; cat /etc/hosts; ip route",
    );
    expect(seen).toContain("kept");
    expect(seen).toContain("No such file");
    expect(seen).toContain("4711");
    expect(seen).toMatch(/\nruns\n/);
    expect(seen).toMatch(/shm\s+7\s/);
    expect(seen).toContain("10.87.254.9/16");
    expect(seen).not.toContain("default");
    await vi.waitFor(
      async () => expect(await sh(instance, "wget -qO- http://runs.test/")).toContain("Tiny site"),
      { timeout: PATIENCE_MS, interval: 100 },
    );

    // The same again is there already; another environment is another image.
    const again = await bring("runs", { image: { user: "nobody" }, recipe: {} });
    expect(again.fingerprint).not.toBe(image.fingerprint);
    expect((await findImage({ client, pool }, image.digest, signal))?.fingerprint).toBe(
      image.fingerprint,
    );
  });

  test("importing the same image twice makes nothing new", async () => {
    const first = await bring("twice");
    const told: string[] = [];
    const second = await bring("twice", { progress: ({ text }) => void told.push(text) });
    expect(second).toEqual(first);
    expect(told.at(-1)).toBe("the image is there already");
  });

  test("a stop is the image's own signal, and waits for what its command left running", async () => {
    const image = await bring("stops", {
      image: {
        stopSignal: "SIGUSR2",
        entrypoint: ["/bin/sh", "/run.sh"],
        cmd: [],
        files: {
          // A service in a session of its own, as databases are, that takes its time to write down what it holds.
          "/service.sh":
            "trap 'sleep 1; echo saved > /data/saved; exit' TERM\necho up\nwhile :; do sleep 0.1; done\n",
          "/run.sh":
            "/.webserv/busybox setsid /bin/sh /service.sh &\ntrap 'echo told; exit 7' USR2\nwhile :; do sleep 0.1; done\n",
        },
      },
    });
    const instance = await boot(image, "stops");
    await untilLogged(instance, "up");
    expect(await readExit(client, instance, signal)).toBeUndefined();
    await client.instances.stop(instance, signal, { timeoutS: 60 });
    expect(await readExit(client, instance, signal)).toEqual({ code: 7, stopped: true });
    expect((await readSiteLog(client, instance, 1000, signal)).text).toContain("told");
    const saved = await client.instances.files.pull(instance, "/data/saved", 100, signal);
    expect(saved.toString()).toBe("saved\n");
  });

  test("a site that ends by itself stops its sandbox, with its exit code and last words", async () => {
    const image = await bring("ends", {
      image: { entrypoint: ["/bin/sh", "-c"], cmd: ["echo out; echo err >&2; exit 42"] },
    });
    const instance = await boot(image, "ends");
    await untilStopped(instance);
    expect(await readExit(client, instance, signal)).toEqual({ code: 42, stopped: false });
    expect(await readSiteLog(client, instance, 4, signal)).toEqual({
      text: "err\n",
      truncated: true,
    });
    const missing = await bring("missing", { image: { entrypoint: ["no-such-program"], cmd: [] } });
    const other = await boot(missing, "missing");
    await untilStopped(other);
    expect(await readExit(client, other, signal)).toMatchObject({ code: 127 });
    expect((await readSiteLog(client, other, 1000, signal)).text).toContain(
      "no program no-such-program",
    );
  });

  test("a shared folder is the same in all clones and none can write it", async () => {
    const image = await bring("shares", {
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
    const both = await Promise.all([boot(image, "shares-1"), boot(image, "shares-2")]);
    for (const instance of both) {
      expect(
        await sh(
          instance,
          "stat -c '%a %u %g' /app; cat /app/again.txt; touch /app/x 2>&1; cat /www/index.html",
        ),
      ).toMatch(/^750 1000 1000\ncode.*Read-only file system.*Tiny site/s);
    }
    const volumes = (): Promise<string[]> =>
      client.storage.volumes
        .list(pool, signal)
        .then((all) =>
          all.filter(({ config }) => config[imageLabels.owner] === owner).map(({ name }) => name),
        );
    await sweepImages({ client, pool }, { owner, site: "shares", keep: new Set() }, signal);
    expect(await volumes()).toHaveLength(2);
    await Promise.all(
      both.map(async (name) => client.instances.delete(name, signal, { force: true })),
    );
    await sweepImages({ client, pool }, { owner, site: "shares", keep: new Set() }, signal);
    expect(await volumes()).toEqual([]);
  });

  test("an image whose command is an init keeps it as process 1, behind the address that ours sets", async () => {
    const image = await bring("own-init", {
      image: {
        entrypoint: ["/sbin/init"],
        cmd: ["--level"],
        files: {
          "/sbin/init": {
            content: "#!/bin/sh\necho $$ $0 $1 > /data/seen\nwhile :; do sleep 1; done\n",
            mode: 0o755,
          },
        },
      },
    });
    const instance = await boot(image, "own-init", {
      "environment.WEBSERV_ADDRESS": "10.87.254.8/16",
    });
    const seen = await vi.waitFor(
      async () => {
        const text = await sh(instance, "cat /data/seen; ip -4 addr show eth0");
        expect(text).toContain("--level");
        return text;
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    expect(seen).toMatch(/^1 .*own-init --level/);
    expect(seen).toContain("10.87.254.8/16");
  });

  test("an OCI layout is read as an archive is, and a registry's refusal is told in its words", async () => {
    const file = join(dir, "oci.tar");
    await writeTinyImage(file, { layers: [{ "/www/index.html": "From a layout" }] });
    await promisify(execFile)("skopeo", [
      "copy",
      "-q",
      `docker-archive:${file}`,
      `oci:${join(dir, "layout")}:v1`,
    ]);
    const site = z.parse(siteSchema, {
      name: "oci",
      title: "OCI",
      hosts: [{ host: "oci.test" }],
      image: {},
    });
    const from = (text: string): Promise<ImportedImage> =>
      importImage(
        { client, pool, reference: parseImageReference(text, dir), site, owner, workDir },
        signal,
      );
    const image = await from("oci:layout:v1");
    expect(image.config).toMatchObject({ entrypoint: ["/bin/httpd"], exposedPorts: ["80/tcp"] });
    const instance = await boot(image, "oci");
    expect(await sh(instance, "cat /www/index.html")).toBe("From a layout");
    expect((await from(`incus:${image.fingerprint}`)).config).toEqual(image.config);
    await expect(from("oci:layout:v2")).rejects.toThrow(/no image with the tag "v2"/);
    const refused = from("docker://127.0.0.1:9/shop:1");
    await expect(refused).rejects.toThrow(/skopeo says: .*refused/);
    await expect(refused).rejects.toMatchObject({ code: "invalid-image" });
  });

  test("an import that is aborted or fails on the way leaves nothing", async () => {
    const before = await everything();
    const aborter = new AbortController();
    const progress: Progress = ({ text, share }) => {
      if (text === "sending the image" && (share ?? 0) > 0.2) aborter.abort(new Error("enough"));
    };
    const recipe = { share: ["/www"] };
    const image = { files: { "/big": randomBytes(8 * 1024 * 1024) } };
    await expect(
      bring("aborted", {
        progress,
        image,
        recipe,
        signal: AbortSignal.any([aborter.signal, signal]),
      }),
    ).rejects.toThrow("enough");
    await expect(bring("failing", { image: { user: "nobody-knows" } })).rejects.toMatchObject({
      code: "invalid-image",
    });
    await expect(bring("unshared", { recipe: { share: ["/nowhere"] } })).rejects.toThrow(
      /shares \/nowhere, which is no folder/,
    );
    expect(await everything()).toEqual(before);
    expect(await readdir(workDir)).toEqual([]);
  });

  const everything = async (): Promise<object> => {
    const images = await client.images.list(signal, { [imageLabels.owner]: owner });
    const volumes = await client.storage.volumes.list(pool, signal);
    return {
      images: images.map(({ fingerprint }) => fingerprint).sort(),
      volumes: volumes
        .filter(({ config }) => config[imageLabels.owner] === owner)
        .map(({ name }) => name),
    };
  };
});
