// Runs a dockerd of the benchmark's own: its own folder, socket, network and cgroup, and no rule in any firewall.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { freeAddress } from "../../set-up/incus/network/network.ts";
import { DockerApi } from "./api.ts";
import { type DockerPlace, removeLeftovers } from "./leftovers.ts";
import type { DockerPrograms } from "./packages.ts";

const run = promisify(execFile);
const START_MS = 30_000;
const END_MS = 20_000;
const POLL_MS = 50;

/** The place is on the disk of /var/lib, where Incus keeps its pool, too. */
export const place: DockerPlace = {
  folder: "/var/lib/webserv-bench-docker",
  cgroupParent: "/webserv-bench",
  bridge: "wsbench0",
};
/** The network that a container gets if nothing else is requested; it is on the bridge below. */
export const network = "bridge";

export interface OwnDocker {
  readonly api: DockerApi;
  readonly version: string;
  /** The folder where it keeps images and containers. */
  readonly dataRoot: string;
  /** Ends it and deletes everything it made. */
  close(): Promise<void>;
}

/** Starts dockerd. Throws if Docker can't run here, with the last lines of its output. */
export async function startDocker(
  programs: DockerPrograms,
  signal: AbortSignal,
): Promise<OwnDocker> {
  await removeLeftovers(place);
  const dataRoot = join(place.folder, "data");
  await mkdir(dataRoot, { recursive: true, mode: 0o711 });
  const logFile = join(place.folder, "dockerd.txt");
  await makeBridge();
  const dockerd = await spawnDockerd(programs, dataRoot, logFile);
  const api = new DockerApi(join(place.folder, "docker.sock"));
  try {
    const version = await started(api, dockerd, logFile, signal);
    return { api, version, dataRoot, close: () => stop(api, dockerd) };
  } catch (error) {
    await stop(api, dockerd);
    throw error;
  }
}

/**
 * Makes the bridge, since Docker's own would be `docker0`. Its default network needs no name server in each container,
 * and so launches sooner than one that is made by name.
 */
async function makeBridge(): Promise<void> {
  // Incus takes addresses from the other end.
  const gateway = await freeAddress("last");
  await run("ip", ["link", "add", place.bridge, "type", "bridge"]);
  await run("ip", ["address", "add", gateway, "dev", place.bridge]);
  await run("ip", ["link", "set", place.bridge, "up"]);
}

async function spawnDockerd(
  { env }: DockerPrograms,
  dataRoot: string,
  logFile: string,
): Promise<ChildProcess> {
  // The configuration has its own file, or the machine's /etc/docker/daemon.json would be read.
  const config = join(place.folder, "daemon.json");
  await writeFile(config, "{}");
  const args = [
    `--config-file=${config}`,
    `--host=unix://${join(place.folder, "docker.sock")}`,
    `--data-root=${dataRoot}`,
    `--exec-root=${join(place.folder, "exec")}`,
    `--pidfile=${join(place.folder, "docker.pid")}`,
    `--cgroup-parent=${place.cgroupParent}`,
    "--exec-opt=native.cgroupdriver=cgroupfs",
    "--storage-driver=overlay2",
    "--group=root",
    `--bridge=${place.bridge}`,
    "--iptables=false",
    "--ip6tables=false",
    "--ip-forward=false",
    "--ip-masq=false",
    "--userland-proxy=false",
  ];
  const log = await open(logFile, "w");
  try {
    // It runs in a group of its own: Ctrl-C reaches this process alone, which then ends it in order.
    const stdio = ["ignore", log.fd, log.fd] as const;
    const child = spawn("dockerd", args, { env, detached: true, stdio: [...stdio] });
    // The error is reported by `exitCode` and `started`.
    child.on("error", () => undefined);
    return child;
  } finally {
    await log.close();
  }
}

async function started(
  api: DockerApi,
  dockerd: ChildProcess,
  logFile: string,
  signal: AbortSignal,
): Promise<string> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      return await api.version(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (hasEnded(dockerd) || Date.now() > until) {
        const said = (await readFile(logFile, "utf8")).trim().split("\n").slice(-5).join("\n");
        throw new Error(`dockerd did not start here: ${said}`, { cause: error });
      }
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

/** Stops Docker, which removes its containers and its network itself; what it leaves is removed afterwards. */
async function stop(api: DockerApi, dockerd: ChildProcess): Promise<void> {
  try {
    if (!hasEnded(dockerd)) await tidyUp(api);
  } catch {
    // The leftovers are found below by their names.
  } finally {
    await end(dockerd);
    await removeLeftovers(place);
  }
}

async function tidyUp(api: DockerApi): Promise<void> {
  const signal = AbortSignal.timeout(END_MS);
  await Promise.all((await api.containers(signal)).map((id) => api.remove(id, signal)));
}

async function end(dockerd: ChildProcess): Promise<void> {
  dockerd.kill("SIGTERM");
  const until = Date.now() + END_MS;
  while (!hasEnded(dockerd) && Date.now() < until) await delay(POLL_MS);
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
