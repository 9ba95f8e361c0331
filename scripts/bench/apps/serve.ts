// Starts an installed application on loopback with data of its own, and ends it with all its processes.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { openSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import type { Application, Place } from "./application.ts";

/** The longest wait until an application answers, and until its processes are gone, in ms. */
const READY_MS = 120_000;
const END_MS = 20_000;
const POLL_MS = 100;

export interface Served {
  readonly place: Place;
  readonly url: string;
  close(): Promise<void>;
}

export async function serve(
  application: Application,
  installation: string,
  signal: AbortSignal,
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), `webserv-bench-apps-${application.name}-`));
  const removeFolder = (): Promise<void> =>
    rm(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    const port = await freePort();
    const place = placeIn(folder, port, installation);
    const server = await application.prepare(place);
    const log = join(folder, "server.log");
    const output = openSync(log, "a");
    const child = spawn(server.program, server.args, {
      cwd: folder,
      env: { ...environment(folder), ...server.env },
      stdio: ["ignore", output, output],
      // A group of its own, so that kernels and workers end with it.
      detached: true,
    });
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const close = async (): Promise<void> => {
      endGroup(child.pid, "SIGTERM");
      await Promise.race([ended, delay(END_MS, undefined, { ref: false })]);
      endGroup(child.pid, "SIGKILL");
      await removeFolder();
    };
    const url = `http://127.0.0.1:${port}`;
    if (await answers(`${url}${server.readyPath}`, () => child.exitCode === null, signal)) {
      return { place, url, close };
    }
    const told = (await readFile(log, "utf8")).slice(-1000);
    await close();
    throw new Error(`${application.name} does not answer at ${url}: ${told}`);
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

function placeIn(folder: string, port: number, installation: string): Place {
  const installed = (path: string): string => join(installation, path);
  return {
    folder,
    port,
    installed,
    async run(program, args, env) {
      const options = { cwd: folder, env: { ...environment(folder), ...env } };
      const { stdout } = await promisify(execFile)(installed(program), [...args], options);
      return stdout;
    },
  };
}

/** Returns an environment in which settings of the user play no part. */
function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: folder, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
}

async function answers(url: string, runs: () => boolean, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + READY_MS;
  while (runs() && performance.now() < deadline) {
    signal.throwIfAborted();
    const response = await fetch(url, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined && response.status < 500) return true;
    await delay(POLL_MS, undefined, { signal });
  }
  return false;
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}
