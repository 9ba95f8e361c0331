import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { incusAccess } from "@webserv/host/src/daemon/incus-access.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "webserv-access-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (file: string, content: unknown): void =>
  writeFileSync(join(home, file), typeof content === "string" ? content : JSON.stringify(content));

test("without settings Incus is reached by the machine's own socket, wherever the environment says that is", () => {
  const names = { project: "webserv", pool: "webserv", network: "webserv0" };
  const at = (env: Record<string, string>) => incusAccess({ home }, env);
  const socket = (socketPath: string) => ({ endpoint: { kind: "unix", socketPath }, names });
  expect(at({})).toEqual(socket("/var/lib/incus/unix.socket"));
  expect(at({ INCUS_DIR: "/x" })).toEqual(socket("/x/unix.socket"));
  expect(at({ INCUS_DIR: "/x", INCUS_SOCKET: "/y" })).toEqual(socket("/y"));
});

test("another machine's Incus is reached with the files that stand beside its settings", () => {
  for (const name of ["a.crt", "a.key", "s.crt"]) write(name, name);
  const files = { clientCert: "a.crt", clientKey: "a.key", serverCert: "s.crt" };
  write("incus.json", { set: "lab", remote: { url: "https://10.1.2.3:8443", ...files } });
  expect(incusAccess({ home }, {})).toEqual({
    endpoint: { kind: "https", url: "https://10.1.2.3:8443", ...files },
    names: { project: "lab", pool: "lab", network: "lab0" },
  });
});

test.each([
  ["{", "not JSON"],
  [{ set: "Bad Name" }, "set"],
  [{ remote: { url: "http://plain", clientCert: "a", clientKey: "b", serverCert: "c" } }, "url"],
  [{ remote: { url: "https://x", clientCert: "none", clientKey: "b", serverCert: "c" } }, "none"],
])("settings that can't be used (%j) are said with what is wrong", (content, part) => {
  write("incus.json", content);
  expect(() => incusAccess({ home }, {})).toThrow(part);
});
