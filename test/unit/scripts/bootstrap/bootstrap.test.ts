import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  agrees,
  dependenciesAreInstalled,
  isBinaryFor,
} from "../../../../scripts/bootstrap/dependencies.mjs";
import { isRecentEnough } from "../../../../scripts/bootstrap/node-runtime.mjs";
import { pathWith, reasonIn } from "../../../../scripts/bootstrap/npm.mjs";
import { temporaryFolder, write } from "../temporary-folder.ts";

test.each([
  ["v18.0.0", false],
  ["v20.20.2", false],
  ["v22.17.1", false],
  ["22.18.0", true],
  ["v22.20.0", true],
  ["v24.0.0", true],
  ["v100.1.0", true],
  ["", false],
])("Node %s will do: %s", (version, fits) => expect(isRecentEnough(version)).toBe(fits));

describe("what is installed", () => {
  const entry = { version: "1.0.0", integrity: "sha512-a" };
  const wanted = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/a": entry,
      "node_modules/other-platform": { ...entry, optional: true },
      "node_modules/@webserv/host": { link: true },
    },
  };
  const installed = { packages: { "node_modules/a": entry, "node_modules/@webserv/host": {} } };
  const lack = (path: string) => ({
    packages: Object.fromEntries(
      Object.entries(installed.packages).filter(([name]) => name !== path),
    ),
  });

  test("what is installed is what is wanted, though other platforms' packages and the root are not there", () => {
    expect(agrees(wanted, installed)).toBe(true);
  });

  test("what is installed is not what is wanted if a package is missing, or is another", () => {
    expect(agrees(wanted, lack("node_modules/a"))).toBe(false);
    expect(agrees(wanted, lack("node_modules/@webserv/host"))).toBe(false);
    for (const other of [{ version: "1.0.1" }, { integrity: "sha512-b" }]) {
      const changed = {
        packages: { ...installed.packages, "node_modules/a": { ...entry, ...other } },
      };
      expect(agrees(wanted, changed)).toBe(false);
    }
  });

  test("what is installed is not whole without the binary of this machine, though that is optional", () => {
    const [os, cpu] = [[process.platform], [process.arch]];
    const withBinary = (binary: object) => ({
      packages: { ...wanted.packages, "node_modules/binary": { optional: true, ...binary } },
    });
    expect(agrees(withBinary({ os, cpu }), installed)).toBe(false);
    expect(agrees(withBinary({ os: ["aix"], cpu }), installed)).toBe(true);
    expect(agrees(withBinary({ os, cpu: ["mips"] }), installed)).toBe(true);
    expect(agrees(withBinary({ os }), installed)).toBe(true);
  });

  test.each([
    [{ libc: ["glibc"] }, "glibc", true],
    [{ libc: ["musl"] }, "glibc", false],
    [{ libc: ["musl"] }, "musl", true],
    [{ libc: ["glibc"] }, undefined, true],
    [{}, "musl", true],
  ])("a binary with %j is for a machine with %s: %s", (entry, libc, fits) => {
    const binary = { os: ["linux"], cpu: ["x64"], ...entry };
    expect(isBinaryFor(binary, { os: "linux", cpu: "x64", libc })).toBe(fits);
  });

  test("nothing is installed after an interrupted install, which leaves no record or half of one", async () => {
    const root = await temporaryFolder({ "package-lock.json": JSON.stringify(wanted) });
    expect(await dependenciesAreInstalled(root)).toBe(false);
    const record = JSON.stringify(installed);
    await write(root, { "node_modules/.package-lock.json": record.slice(0, -5) });
    expect(await dependenciesAreInstalled(root)).toBe(false);
    await write(root, { "node_modules/.package-lock.json": record });
    expect(await dependenciesAreInstalled(root)).toBe(true);
  });

  test("what is installed in this checkout is what its lockfile wants", async () => {
    const root = join(import.meta.dirname, "../../../..");
    expect(await dependenciesAreInstalled(root)).toBe(true);
  });
});

test("npm's failure is told by its reason, not by its code and log", () => {
  const words = `npm error code EUSAGE
npm error
npm error The lockfile is not in sync.
npm error A complete log of this run can be found in: /x`;
  expect(reasonIn(words)).toBe("The lockfile is not in sync.");
  expect(reasonIn("")).toBe("npm gave no reason");
});

test("a folder goes before the rest of PATH", () => {
  const separator = process.platform === "win32" ? ";" : ":";
  expect(pathWith("/new", "/old")).toBe(`/new${separator}/old`);
  expect(pathWith("/new", undefined)).toBe("/new");
});
