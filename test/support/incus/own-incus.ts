// Runs an incusd of a test's own, which it may stop, fill up and break: never the one everybody shares.
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { Agent, errors, request } from "undici";
import * as z from "zod/mini";

import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import type { IncusNames } from "@webserv/host/src/sandbox/incus/names.ts";

import { leanEnvironment } from "../../../scripts/set-up/incus/daemon/lean-start.ts";
import { withoutBridgeRace } from "../../../scripts/set-up/incus/network/bridge-race.ts";
import { until } from "../daemon/daemon.ts";

const PROGRAM = "/usr/libexec/incus/incusd";
const DEADLINE_MS = 300_000;
/** The longest wait for an operation, in s; Incus itself sets no limit. */
const WAIT_S = 60;
/** The longest wait for an answer, in ms; it is longer than the wait for the operation. */
const ANSWER_MS = (WAIT_S + 30) * 1000;
const run = promisify(execFile);

export interface OwnIncus {
  /** The INCUS_DIR. */
  readonly dir: string;
  readonly socket: string;
  readonly names: IncusNames;
  /** The bridge's address, such as 10.99.0.1/16. */
  readonly bridge: string;
  /** Sends a request and waits for the operation, if it is one; throws in Incus's words if it refuses. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** Ends the daemon and leaves its containers running, as an upgrade of its package does. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills the daemon, as somebody does who finds it hanging, and starts it again; its containers go on. */
  restart(): Promise<void>;
  /** Deletes everything it made, ends it, and resolves when nothing of it is left on the machine. */
  remove(): Promise<void>;
}

/** Reports that the daemon has received a request and does not answer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Starts it with a project, a btrfs pool of `poolMiB` and a bridge of its own. */
export async function startOwnIncus(poolMiB: number): Promise<OwnIncus> {
  const dir = await mkdtemp(join(tmpdir(), "webserv-incusd-"));
  const names = incusNames(`wt${randomBytes(3).toString("hex")}`);
  const bridge = `10.${freeSecondByte()}.0.1/16`;
  const incus = new Daemon(dir, names, bridge);
  try {
    await incus.start();
    await incus.ask("POST", "/1.0/storage-pools", {
      name: names.pool,
      driver: "btrfs",
      config: { size: `${poolMiB}MiB` },
    });
    await makeBridge(incus);
    await incus.ask("POST", "/1.0/projects", {
      name: names.project,
      config: {
        "features.networks": "false",
        "features.storage.buckets": "true",
        // The set-up makes it so if Incus does not listen on the network.
        restricted: "false",
        "restricted.containers.privilege": "isolated",
        "restricted.devices.disk": "managed",
        "restricted.devices.nic": "managed",
        "restricted.networks.access": names.network,
        "restricted.snapshots": "allow",
      },
    });
    await incus.ask("PUT", `/1.0/profiles/default?project=${names.project}`, {
      devices: { root: { type: "disk", path: "/", pool: names.pool } },
    });
    return incus;
  } catch (error) {
    await incus.remove();
    throw error;
  }
}

async function makeBridge(incus: OwnIncus): Promise<void> {
  const bridge = {
    name: incus.names.network,
    type: "bridge",
    config: {
      "ipv4.address": incus.bridge,
      "ipv4.nat": "false",
      "ipv4.dhcp": "false",
      "ipv4.firewall": "false",
      "ipv6.address": "none",
      "dns.mode": "none",
      "bridge.hwaddr": "02:57:00:00:00:01",
    },
  };
  await withoutBridgeRace(() => incus.ask("POST", "/1.0/networks", bridge));
}

class Daemon implements OwnIncus {
  readonly dir: string;
  readonly socket: string;
  readonly names: IncusNames;
  readonly bridge: string;
  readonly #http: Agent;
  #process: ChildProcess | undefined;

  constructor(dir: string, names: IncusNames, bridge: string) {
    this.dir = dir;
    this.names = names;
    this.bridge = bridge;
    this.socket = join(dir, "unix.socket");
    this.#http = new Agent({ connect: { socketPath: this.socket } });
  }

  async start(): Promise<void> {
    await this.#start();
    // Without its bridge, because of the same race, Incus tries again only after a minute.
    for (let tries = 0; tries < 10 && (await this.#lacksBridge()); tries += 1) {
      await this.stop();
      await this.#start();
    }
  }

  async #lacksBridge(): Promise<boolean> {
    const networks = await this.ask("GET", "/1.0/networks?recursion=1");
    const schema = z.array(z.object({ name: z.string(), status: z.string() }));
    return z
      .parse(schema, networks)
      .some(({ name, status }) => name === this.names.network && status !== "Created");
  }

  async #start(): Promise<void> {
    const started = spawn(PROGRAM, ["--logfile", join(this.dir, "incusd.log")], {
      cwd: "/",
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: "/root",
        INCUS_DIR: this.dir,
        ...(await leanEnvironment()),
      },
      detached: true,
      stdio: "ignore",
    });
    this.#process = started;
    const answers = async (): Promise<boolean> => {
      if (started.exitCode !== null) throw new Error(`incusd ended: ${await this.#lastWords()}`);
      return await this.ask("GET", "/1.0").then(
        () => true,
        () => false,
      );
    };
    await until(answers, "an incusd of the test's own answers", DEADLINE_MS);
  }

  async ask(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await this.#exchange(method, path, body);
    if (answer.type !== "async") return answer.metadata;
    const { id } = z.parse(z.object({ id: z.string() }), answer.metadata);
    const ended = await this.#exchange("GET", `/1.0/operations/${id}/wait?timeout=${WAIT_S}`);
    const { status_code: status, err } = z.parse(
      z.object({ status_code: z.number(), err: z.string() }),
      ended.metadata,
    );
    if (status < 200) throw new Error(`${method} ${path}: not done after ${WAIT_S} s`);
    if (status !== 200) throw new Error(`${method} ${path}: ${err}`);
    return ended.metadata;
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async restart(): Promise<void> {
    await this.#end("SIGKILL");
    await this.start();
  }

  async remove(): Promise<void> {
    if (this.#process === undefined || this.#process.exitCode !== null) {
      // If the daemon can't be asked, nothing can be deleted one by one either.
      await this.start().catch(() => undefined);
    }
    await this.#deleteAll().catch(() => undefined);
    await this.#end("SIGPWR");
    await this.#http.close();
    // The bridge is deleted directly if the daemon did not answer any more.
    await run("ip", ["link", "delete", this.names.network]).catch(() => undefined);
    await this.#unmountAll();
    await rm(this.dir, { recursive: true, force: true });
  }

  async #deleteAll(): Promise<void> {
    const { project, pool, network } = this.names;
    const within = `project=${project}`;
    const paths = async (kind: string) =>
      z.parse(z.array(z.string()), await this.ask("GET", `/1.0/${kind}?${within}`));
    for (const path of await paths("instances")) {
      const target = path.replace(/\?.*/, "");
      await this.ask("PUT", `${target}/state?${within}`, {
        action: "stop",
        force: true,
        timeout: 10,
      }).catch(() => undefined);
      await this.ask("DELETE", `${target}?${within}`).catch(() => undefined);
    }
    for (const path of await paths("images")) {
      await this.ask("DELETE", `${path.replace(/\?.*/, "")}?${within}`);
    }
    for (const path of await paths(`storage-pools/${pool}/volumes/custom`)) {
      await this.ask("DELETE", `${path.replace(/\?.*/, "")}?${within}`);
    }
    await this.ask("PUT", `/1.0/profiles/default?${within}`, { devices: {} });
    await this.ask("DELETE", `/1.0/projects/${project}`);
    await this.ask("DELETE", `/1.0/networks/${network}`).catch(() => undefined);
    await this.ask("DELETE", `/1.0/storage-pools/${pool}`);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.#process;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => {
      ending.once("exit", () => resolve());
    });
    ending.kill(signal);
    const kill = setTimeout(() => ending.kill("SIGKILL"), DEADLINE_MS);
    await ended;
    clearTimeout(kill);
  }

  /** Unmounts the mounts it shares with containers, which incusd leaves. */
  async #unmountAll(): Promise<void> {
    const mounts = (await readFile("/proc/self/mounts", "utf8"))
      .split("\n")
      .map((line) => line.split(" ")[1] ?? "")
      .filter((path) => path.startsWith(`${this.dir}/`))
      .toReversed();
    for (const path of mounts) await run("umount", ["-l", path]).catch(() => undefined);
  }

  async #exchange(method: string, path: string, body?: object) {
    const answer = await request(`http://incus${path}`, {
      dispatcher: this.#http,
      method,
      headersTimeout: ANSWER_MS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      if (!(cause instanceof errors.HeadersTimeoutError)) throw cause;
      throw new NoAnswer(`${method} ${path}: no answer within ${ANSWER_MS} ms`, { cause });
    });
    const whole = z.parse(envelope, await answer.body.json());
    if (whole.type === "error") throw new Error(`${method} ${path}: ${whole.error ?? ""}`);
    return whole;
  }

  async #lastWords(): Promise<string> {
    const log = await readFile(join(this.dir, "incusd.log"), "utf8").catch(() => "");
    return log.trim().split("\n").slice(-5).join("\n");
  }
}

const envelope = z.object({
  type: z.string(),
  error: z.optional(z.string()),
  metadata: z.optional(z.unknown()),
});

/** Returns the second byte of a 10.x.0.0/16 that no interface is in. */
function freeSecondByte(): number {
  const taken = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address),
  );
  const [start = 0] = randomBytes(1);
  for (let step = 0; step < 100; step += 1) {
    const byte = 100 + ((start + step) % 100);
    if (!taken.some((address) => address.startsWith(`10.${byte}.`))) return byte;
  }
  throw new Error("no network 10.100.0.0/16 to 10.199.0.0/16 is free");
}
