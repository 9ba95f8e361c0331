// Runs a server that only this machine can reach: in a network namespace of its own behind a pair of interfaces.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";

import { until } from "../daemon/daemon.ts";

const run = promisify(execFile);
const PORT = 80;
const WAIT_MS = 60_000;
/** Runs before it has an address. It ends with the process that started it, and its interfaces with it. */
const program = `
require("node:net").createServer((socket) => socket.end()).listen(${PORT}, "0.0.0.0", () => console.log("listening"));
process.stdin.on("end", () => process.exit()).resume();
`;

export interface FarServer {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the server and resolves when this machine has reached it. A route leads from there to everybody, so that
 * nothing but this machine keeps others from it. It needs root.
 */
export async function startFarServer(): Promise<FarServer> {
  // The addresses are of 192.0.2.0/24, which is for documentation (RFC 5737): nobody is there.
  const block = 4 * (process.pid % 64);
  const [near, far] = [`192.0.2.${block + 1}`, `192.0.2.${block + 2}`];
  const [nearEnd, farEnd] = [`wsfar${process.pid}a`, `wsfar${process.pid}b`];
  const server = spawn("unshare", ["--net", process.execPath, "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const close = async (): Promise<void> => {
    server.stdin.end();
    await ended;
    // The interface goes with the namespace, a little later.
    await run("ip", ["link", "delete", nearEnd]).catch(() => undefined);
  };
  try {
    await Promise.race([once(server.stdout, "data"), ended]);
    const pid = String(server.pid);
    const inside = async (...args: string[]): Promise<unknown> =>
      run("nsenter", ["--net", "--target", pid, "ip", ...args]);
    const pair = ["link", "add", nearEnd, "type", "veth", "peer", "name", farEnd, "netns", pid];
    await run("ip", pair);
    await run("ip", ["address", "add", `${near}/30`, "dev", nearEnd]);
    await run("ip", ["link", "set", nearEnd, "up"]);
    await inside("address", "add", `${far}/30`, "dev", farEnd);
    await inside("link", "set", farEnd, "up");
    await inside("route", "add", "default", "via", near);
    await until(async () => answers(far), "the far server is reached from here", WAIT_MS);
    return { address: far, port: PORT, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function answers(address: string): Promise<boolean> {
  const socket = connect({ host: address, port: PORT, timeout: 2000 });
  socket.once("timeout", () => socket.destroy(new Error("no answer")));
  return await once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
