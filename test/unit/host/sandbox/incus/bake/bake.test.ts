import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

import { afterEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { bakeDigest } from "@webserv/host/src/sandbox/incus/bake/bake-digest.ts";
import type { BakeClient } from "@webserv/host/src/sandbox/incus/bake/inside.ts";
import { runBake } from "@webserv/host/src/sandbox/incus/bake/run-bake.ts";
import { refusal, unreachable } from "@webserv/host/src/sandbox/incus/client/transport/errors.ts";
import type { ExecRequest } from "@webserv/host/src/sandbox/incus/client/exec.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";

const { signal } = new AbortController();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface FakeInstance extends BakeClient {
  readonly ran: ExecRequest[];
  readonly files: Map<string, unknown>;
}

/** Runs nothing: `answer` says how a command ends, and what it writes. */
function fakeInstance(
  answer: (
    request: ExecRequest,
    signal: AbortSignal,
  ) => { exitCode: number; output?: string } | Promise<never>,
): FakeInstance {
  const ran: ExecRequest[] = [];
  const files = new Map<string, unknown>([
    ["/.webserv/image.json", JSON.stringify({ env: ["LANG=C", "MODE=a=b"], workdir: "/srv" })],
    ["/etc/passwd", "root:x:0:0::/root:/bin/sh\nweb:x:1000:1001::/home/web:/bin/sh\n"],
    ["/etc/group", "web:x:1001:\n"],
  ]);
  return {
    ran,
    files,
    instances: {
      async exec(_name, request, signal) {
        ran.push(request);
        const { exitCode, output = "" } = await answer(request, signal);
        if (output !== "") request.onOutput?.("stdout", Buffer.from(output));
        return { exitCode, stdout: "", stderr: "", truncated: false, whole: true };
      },
      files: {
        pull(_name, path) {
          const content = files.get(path);
          if (typeof content === "string") return Promise.resolve(Buffer.from(content));
          return Promise.reject(refusal({ asked: "GET", status: 404, words: "not found" }));
        },
        stat(_name, path) {
          const isThere = folders.has(path);
          return Promise.resolve(
            isThere ? { type: "directory", uid: 0, gid: 0, mode: "0755" } : undefined,
          );
        },
        push(_name, path, content, _signal, attributes) {
          files.set(path, { content, ...attributes });
          return Promise.resolve();
        },
      },
    },
  };
}

const folders = new Set(["/", "/srv"]);

const quiet = (): FakeInstance => fakeInstance(() => ({ exitCode: 0 }));

function siteWith(bake: readonly object[], image: object = {}): Site {
  return z.parse(siteSchema, {
    name: "shop",
    title: "Shop",
    hosts: [{ host: "shop.test", port: 7770 }, { host: "admin.test" }],
    image: { env: { SITE: "yes" }, ...image, bake },
  });
}

function bake(instance: FakeInstance, site: Site, aborted = signal): Promise<void> {
  return runBake({ client: instance, instance: "tpl", site, address: "127.0.0.1" }, aborted);
}

function saying(text: string): unknown {
  return expect.stringContaining(text);
}

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a command runs as its user, in the image's folder, with the image's and the recipe's environment", async () => {
  const instance = quiet();
  const step = { kind: "run", command: ["set-url", "{url}/"], user: "web", env: { BASE: "{url}" } };
  await bake(instance, siteWith([step]));
  expect(instance.ran[0]).toMatchObject({
    command: ["set-url", "http://shop.test:7770/"],
    cwd: "/srv",
    uid: 1000,
    gid: 1001,
    env: {
      HOME: "/home/web",
      LANG: "C",
      MODE: "a=b",
      SITE: "yes",
      BASE: "http://shop.test:7770",
    },
  });
});

test("a failed command is named with its place, its exit code and the end of its output", async () => {
  const instance = fakeInstance(({ command }) =>
    command[0] === "good" ? { exitCode: 0 } : { exitCode: 3, output: "table is missing\n" },
  );
  const steps = [
    { kind: "run", command: ["good"] },
    { kind: "run", command: ["re-index", "all"] },
    { kind: "run", command: ["never"] },
  ];
  await expect(bake(instance, siteWith(steps))).rejects.toMatchObject({
    code: "bake-failed",
    message:
      'step 2 (run) of the preparation of site "shop", re-index all, ended with exit code 3; the end of its output:\ntable is missing',
    details: { step: 1, kind: "run", exitCode: 3 },
    next: saying('"image.bake.1"'),
  });
  expect(instance.ran).toHaveLength(2);
});

test("an unknown user is named, and what Incus refuses about a step fails the step", async () => {
  const stranger = siteWith([{ kind: "run", command: ["x"], user: "nobody-here" }]);
  await expect(bake(quiet(), stranger)).rejects.toThrow(/can't run: .*nobody-here/);
  const stopped = fakeInstance(() =>
    Promise.reject(refusal({ asked: "exec", status: 400, words: "Instance is not running" })),
  );
  await expect(bake(stopped, siteWith([{ kind: "run", command: ["x"] }]))).rejects.toMatchObject({
    code: "bake-failed",
  });
  const away = fakeInstance(() =>
    Promise.reject(unreachable("incus", { asked: "exec", status: 0, words: "nobody listens" })),
  );
  await expect(bake(away, siteWith([{ kind: "run", command: ["x"] }]))).rejects.toMatchObject({
    code: "backend-unavailable",
  });
});

test("a wait of a recipe goes on until its command succeeds", async () => {
  let tries = 0;
  const instance = fakeInstance(() => ({ exitCode: (tries += 1) < 3 ? 1 : 0 }));
  await bake(instance, siteWith([{ kind: "wait", command: ["pg_isready"] }]));
  expect(tries).toBe(3);
});

test("a wait of a recipe that is never over fails with what its command said last", async () => {
  const instance = fakeInstance(() => ({ exitCode: 2, output: "no response" }));
  const step = { kind: "wait", command: ["pg_isready"], timeoutMs: 150 };
  await expect(bake(instance, siteWith([step]))).rejects.toThrow(
    /waiting for pg_isready, did not end within 0.15 s \(last exit code 2\).*\nno response/,
  );
});

test("a command that hangs ends with its deadline, and one that is aborted with the abort's reason", async () => {
  const hangs = fakeInstance(
    (_request, ended) =>
      new Promise((_resolve, reject) => {
        ended.addEventListener("abort", () => reject(new Error("ended")));
      }),
  );
  const site = siteWith([{ kind: "run", command: ["sleep"], timeoutMs: 50 }]);
  await expect(bake(hangs, site)).rejects.toThrow("sleep, did not end within 0.05 s");
  const caller = new AbortController();
  const long = bake(hangs, siteWith([{ kind: "run", command: ["sleep"] }]), caller.signal);
  await expect.poll(() => hangs.ran).toHaveLength(2);
  caller.abort(new Error("no longer wanted"));
  await expect(long).rejects.toThrow("no longer wanted");
});

test("a file of a recipe is written with its owner and mode, and the address in it", async () => {
  const instance = quiet();
  await bake(
    instance,
    siteWith([{ kind: "file", path: "/etc/url", content: "base={url}\n", mode: "0600", uid: 33 }]),
  );
  expect(instance.files.get("/etc/url")).toEqual({
    content: "base=http://shop.test:7770\n",
    mode: "0600",
    uid: 33,
    gid: 0,
  });
});

test("a request goes to the port inside under the canonical host, as often as asked, form and all", async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    const { method, url, headers } = request;
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      asked.push(`${method} ${headers.host}${url} ${headers["content-type"] ?? "-"} ${body}`);
      response.end("welcome to http://shop.test:7770");
    });
  });
  const steps = [
    { kind: "request", path: "/", times: 2, includes: "to {url}" },
    { kind: "request", path: "/login", method: "POST", host: 1, body: "next={url}" },
  ];
  await bake(quiet(), siteWith(steps, { ports: [port, port] }));
  expect(asked).toEqual([
    "GET shop.test:7770/ - ",
    "GET shop.test:7770/ - ",
    "POST admin.test/login application/x-www-form-urlencoded next=http://shop.test:7770",
  ]);
});

test("a site that is starting again is asked again, and a wrong answer fails at once with its body", async () => {
  const answers = [502, 503, 200, 500];
  const port = await serve((_request, response) => {
    response.writeHead(answers.shift() ?? 404).end("the words");
  });
  const step = { kind: "request", path: "/a" };
  await bake(quiet(), siteWith([step], { ports: [port] }));
  await expect(bake(quiet(), siteWith([step], { ports: [port] }))).rejects.toThrow(
    "GET /a, was answered with status 500, expected below 400; the end of its output:\nthe words",
  );
  expect(answers).toEqual([]);
  const missing = { ...step, status: 404, includes: "other words" };
  await expect(bake(quiet(), siteWith([missing], { ports: [port] }))).rejects.toThrow(
    'status 404 without the text "other words"',
  );
});

test("the progress of a recipe tells each step and the newest line of its output", async () => {
  const instance = fakeInstance(() => ({ exitCode: 0, output: "10 %\n20 %\n" }));
  const told: object[] = [];
  const steps = [
    { kind: "run", command: ["re-index"] },
    { kind: "file", path: "/x", content: "" },
  ];
  const request = { client: instance, instance: "tpl", site: siteWith(steps), address: "" };
  await runBake({ ...request, progress: (now) => told.push(now) }, signal);
  expect(told).toEqual([
    { text: "preparation step 1 of 2: re-index", share: 0 },
    { text: "preparation step 1 of 2: re-index: 20 %", share: 0 },
    { text: "preparation step 2 of 2: writing /x", share: 0.5 },
  ]);
});

test("the digest of a recipe changes with what is in its template, and with nothing else", () => {
  const steps = [{ kind: "run", command: ["a"], env: { A: "1", B: "2" } }];
  const first = bakeDigest(siteWith(steps));
  const reordered = [{ env: { B: "2", A: "1" }, command: ["a"], kind: "run" }];
  expect(bakeDigest(siteWith(reordered, { source: "incus:x" }))).toBe(first);
  expect(bakeDigest({ ...siteWith(steps), limits: { memoryMiB: 5 } })).toBe(first);
  for (const change of [
    { env: { SITE: "no" } },
    { command: ["x"] },
    { sharedMemoryMiB: 1 },
    { share: ["/usr"] },
    { ports: [8080] },
  ]) {
    expect(bakeDigest(siteWith(steps, change))).not.toBe(first);
  }
  expect(bakeDigest(siteWith([...steps, ...steps]))).not.toBe(first);
  expect(bakeDigest({ ...siteWith(steps), hosts: [{ host: "a.test", port: 80 }] })).not.toBe(first);
});
