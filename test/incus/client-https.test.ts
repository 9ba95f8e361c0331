import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";

import { busyboxImage } from "../support/incus/busybox-image.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { startOwnIncus } from "../support/incus/own-incus.ts";
import type { OwnIncus } from "../support/incus/own-incus.ts";
import { noDeadline as signal } from "../support/time/patience.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

const run = promisify(execFile);
const box = "client-https-box";

describeWithIncus("a client over HTTPS", () => {
  let incus: OwnIncus | undefined;
  let folder: string | undefined;
  const clients: IncusClient[] = [];

  beforeAll(async () => {
    incus = await startOwnIncus(512);
    folder = await mkdtemp(join(tmpdir(), "webserv-client-test-"));
  });

  afterAll(async () => {
    await Promise.all(clients.map(async (each) => each.close()));
    await incus?.remove();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test("a certificate limited to the project reaches it and nothing else, and another server is refused", async () => {
    if (incus === undefined || folder === undefined) throw new Error("there is no Incus");
    const { project } = incus.names;
    const open = (endpoint: IncusClient["endpoint"], name: string): IncusClient => {
      const made = createIncusClient({ endpoint, project: name });
      clients.push(made);
      return made;
    };
    const local = open({ kind: "unix", socketPath: incus.socket }, project);
    const fingerprint = await local.images.create(
      { body: { unified: await busyboxImage(box) } },
      signal,
    );
    await local.instances.create(
      {
        name: box,
        source: { type: "image", fingerprint },
        config: { "security.idmap.isolated": "true" },
        start: true,
      },
      signal,
    );
    const port = await freePort();
    const certificate = await selfSigned(folder, "client");
    const other = await selfSigned(folder, "other");
    await local.certificates.trust(
      { name: box, certificate: certificate.cert, projects: [project] },
      signal,
    );
    await local.server.configure({ "core.https_address": `127.0.0.1:${port}` }, signal);
    const https = (serverCert: string, name = project): IncusClient =>
      open(
        {
          kind: "https",
          url: `https://127.0.0.1:${port}`,
          clientCert: certificate.cert,
          clientKey: certificate.key,
          serverCert,
        },
        name,
      );
    const { environment } = await local.server.info(signal);
    const limited = https(environment?.certificate ?? "");
    const elsewhere = https(environment?.certificate ?? "", "default");
    const mistaken = https(other.cert);

    expect((await limited.instances.list(signal)).map(({ name }) => name)).toEqual([box]);
    const hello = { command: ["/bin/echo", "hello"] };
    const said = await wholeOutput(() => limited.instances.exec(box, hello, signal));
    expect(said).toMatchObject({ exitCode: 0, stdout: "hello\n" });
    expect(limited.events.connected).toBe(true);
    const spec = { name: "another", source: { type: "none" } } as const;
    await expect(elsewhere.instances.create(spec, signal)).rejects.toMatchObject({ status: 403 });
    await expect(limited.server.configure({ "user.x": "y" }, signal)).rejects.toMatchObject({
      status: 403,
    });
    await expect(mistaken.instances.list(signal)).rejects.toMatchObject({
      code: "backend-unavailable",
    });
  });
});

async function selfSigned(folder: string, name: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const how = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  await run("openssl", [...how.split(" "), "-subj", `/CN=${name}`, "-keyout", key, "-out", cert]);
  return { cert: await readFile(cert, "utf8"), key: await readFile(key, "utf8") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === "object" && address !== null ? address.port : 0;
}
