// Images that run in a real Incus: how our init begins, stops and reports what an image holds.
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { findImage } from "@webserv/host/src/sandbox/incus/image/image-store.ts";
import { readExit, readSiteLog } from "@webserv/host/src/sandbox/incus/image/init/site-log.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";

import { describeWithIncus } from "../support/incus/incus.ts";
import { SiteImages } from "../support/incus/site-images.ts";
import { PATIENCE_MS, noDeadline as signal } from "../support/time/patience.ts";

describeWithIncus("images that run", () => {
  const { pool } = incusNames();
  let images: SiteImages;

  beforeAll(async () => {
    images = await SiteImages.begin();
  });

  afterAll(() => images.end());

  test("a site runs as its image says: user, groups, folder, environment, command, data", async () => {
    const image = await images.bring("runs", {
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
    const instance = await images.boot(image, "runs", {
      "environment.WEBSERV_ADDRESS": "10.87.254.9/16",
      "environment.WEBSERV_HOSTS": "runs.test",
    });
    const log = await images.untilLogged(instance, "SigCgt");
    expect(log).toContain("uid=1000(web) gid=1000(web) groups=1000(web),2000(extra)");
    expect(log).toContain("/home/web/app");
    expect(log).toContain(`it's "quoted" $HOME site /home/web`);
    expect(log).toMatch(/SigIgn:\s+0000000000000000/);
    const seen = await images.sh(
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
      async () =>
        expect(await images.sh(instance, "wget -qO- http://runs.test/")).toContain("Tiny site"),
      { timeout: PATIENCE_MS, interval: 100 },
    );

    // The same again is there already; another environment is another image.
    const again = await images.bring("runs", { image: { user: "nobody" }, recipe: {} });
    expect(again.fingerprint).not.toBe(image.fingerprint);
    expect(
      (await findImage({ client: images.client, pool }, image.digest, signal))?.fingerprint,
    ).toBe(image.fingerprint);
  });

  test("a stop is the image's own signal, and waits for what its command left running", async () => {
    const image = await images.bring("stops", {
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
    const instance = await images.boot(image, "stops");
    await images.untilLogged(instance, "up");
    expect(await readExit(images.client, instance, signal)).toBeUndefined();
    await images.client.instances.stop(instance, signal, { timeoutS: 60 });
    expect(await readExit(images.client, instance, signal)).toEqual({ code: 7, stopped: true });
    expect((await readSiteLog(images.client, instance, 1000, signal)).text).toContain("told");
    const saved = await images.client.instances.files.pull(instance, "/data/saved", 100, signal);
    expect(saved.toString()).toBe("saved\n");
  });

  test("a site that ends by itself stops its sandbox, with its exit code and last words", async () => {
    const image = await images.bring("ends", {
      image: { entrypoint: ["/bin/sh", "-c"], cmd: ["echo out; echo err >&2; exit 42"] },
    });
    const instance = await images.boot(image, "ends");
    await images.untilStopped(instance);
    expect(await readExit(images.client, instance, signal)).toEqual({ code: 42, stopped: false });
    expect(await readSiteLog(images.client, instance, 4, signal)).toEqual({
      text: "err\n",
      truncated: true,
    });
    const missing = await images.bring("missing", {
      image: { entrypoint: ["no-such-program"], cmd: [] },
    });
    const other = await images.boot(missing, "missing");
    await images.untilStopped(other);
    expect(await readExit(images.client, other, signal)).toMatchObject({ code: 127 });
    expect((await readSiteLog(images.client, other, 1000, signal)).text).toContain(
      "no program no-such-program",
    );
  });

  test("an image whose command is an init keeps it as process 1, behind the address that ours sets", async () => {
    const image = await images.bring("own-init", {
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
    const instance = await images.boot(image, "own-init", {
      "environment.WEBSERV_ADDRESS": "10.87.254.8/16",
    });
    const seen = await vi.waitFor(
      async () => {
        const text = await images.sh(instance, "cat /data/seen; ip -4 addr show eth0");
        expect(text).toContain("--level");
        return text;
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    expect(seen).toMatch(/^1 .*own-init --level/);
    expect(seen).toContain("10.87.254.8/16");
  });
});
