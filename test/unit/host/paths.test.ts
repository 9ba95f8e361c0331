import { tmpdir } from "node:os";
import { join } from "node:path";

import { defaultHome, pathsFor } from "@webserv/host/src/paths.ts";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a relative WEBSERV_HOME is one place, wherever the daemon is started", () => {
  vi.stubEnv("WEBSERV_HOME", "some/home");
  expect(defaultHome()).toBe(join(process.cwd(), "some", "home"));
});

test("a home too deep for a socket has its socket in a folder of its own", () => {
  const { socket } = pathsFor(`/${"deep/".repeat(40)}`);
  expect(Buffer.byteLength(socket)).toBeLessThan(104);
  expect(socket.startsWith(tmpdir())).toBe(true);
});
