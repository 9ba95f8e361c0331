import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  makeFolders,
  makeSocketFolder,
  removeRunFiles,
} from "@webserv/host/src/reach/run-files.ts";
import { pathsFor } from "@webserv/host/src/paths.ts";
import type { Paths } from "@webserv/host/src/paths.ts";

let dir: string;
let paths: Paths;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-run-"));
  vi.stubEnv("TMPDIR", dir);
  paths = pathsFor(join(dir, ...Array.from({ length: 6 }, () => "a-rather-long-name")));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

describe.skipIf(process.platform === "win32")("the socket of a home too deep for one", () => {
  test("the socket of a home too deep for one has a folder of its own, which goes with it", () => {
    makeFolders(paths);
    makeSocketFolder(paths);
    const folder = dirname(paths.socket);
    expect(dirname(folder)).toBe(dir);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(paths.socket, "");
    removeRunFiles(paths);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(paths.runDir)).toBe(true);
  });

  test("a socket is not put where a link leads, and what that leads to keeps its mode", () => {
    mkdirSync(join(dir, "victim"), { mode: 0o755 });
    symlinkSync(join(dir, "victim"), dirname(paths.socket));
    expect(() => makeSocketFolder(paths)).toThrow(dirname(paths.socket));
    expect(statSync(join(dir, "victim")).mode & 0o777).toBe(0o755);
  });

  test.runIf(process.getuid?.() === 0)("a socket is not put into another user's folder", () => {
    mkdirSync(dirname(paths.socket));
    chownSync(dirname(paths.socket), 65_534, 65_534);
    expect(() => makeSocketFolder(paths)).toThrow("of the user 65534");
  });
});
