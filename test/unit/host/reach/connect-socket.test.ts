import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { connectSocket } from "@webserv/host/src/reach/connect-socket.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-socket-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

test("a daemon that ends before it takes a connection counts as gone, so that another one is started", async () => {
  const path = join(dir, "agent.sock");
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(path, resolve));
  // The connection waits in the listener's queue, and the kernel resets it, as if the listener had been killed.
  const connecting = connectSocket(path);
  listener.close();
  expect(await connecting).toBeUndefined();
});

test("a socket that nobody made has nobody behind it", async () => {
  expect(await connectSocket(join(dir, "none.sock"))).toBeUndefined();
});
