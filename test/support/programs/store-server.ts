// Runs the store as its users start it: a process of its own, on loopback, with the data it was built with.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { packageRoot } from "@webserv/host/src/paths.ts";

const program = join(packageRoot, "test", "sites", "store", "dist", "server.js");

export interface StoreServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param latencyMs the delay of every answer of its API */
export async function startStore({ latencyMs = 0 } = {}): Promise<StoreServer> {
  if (!existsSync(program)) {
    throw new Error(`there is no store in ${program}: run npm run build`);
  }
  const data = await mkdtemp(join(tmpdir(), "webserv-store-"));
  await cp(join(program, "..", "data"), data, { recursive: true });
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: "0", STORE_DATA: data, STORE_LATENCY_MS: String(latencyMs) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /ready at (http:\/\/[^/]+)/.exec(line)?.[1];
    if (origin !== undefined) return { origin, close };
  }
  await close();
  throw new Error("the store ended before it was ready");
}
