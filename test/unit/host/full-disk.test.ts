// A full disk, as /dev/full is one: whoever writes says which file did not fit.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { namingPath, namingPathOf } from "@webserv/host/src/file-path-named.ts";
import { replaceFile } from "@webserv/host/src/replace-file.ts";
import { writeState, newState } from "@webserv/host/src/sandbox/local/state-file.ts";
import { LeaseStore } from "@webserv/host/src/session/sandboxes/lease-store.ts";
import { Recorder } from "@webserv/host/src/trajectory/recorder.ts";
import { stepsFile, trajectoryFiles } from "@webserv/host/src/trajectory/trajectory-files.ts";
import { site } from "@webserv/shared/model/site.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-full-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Whatever is written to `file` finds the disk full. */
function fill(file: string): void {
  symlinkSync("/dev/full", file);
}

async function messageOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    const { code, message, next } = toWebservError(error);
    return `${code}: ${message}; ${next}`;
  }
  return "nothing was thrown";
}

describe.runIf(process.platform === "linux")("a full disk", () => {
  test("a file that can't be replaced on a full disk stays as it was, and is named", async () => {
    const file = join(dir, "browsers.json");
    writeFileSync(file, "before");
    fill(`${file}.new`);
    const message = await messageOf(() => replaceFile(file, "after"));
    expect(message).toMatch(/^limit-reached: ENOSPC: no space left on device, write '/);
    expect(message).toContain(`'${file}'; Free space on the disk of the path named`);
    expect(readFileSync(file, "utf8")).toBe("before");
  });

  test("a line of a trajectory that finds the disk full names its file", async () => {
    const file = stepsFile(dir, "s-1");
    mkdirSync(join(dir, "s-1"));
    fill(file);
    const recorder = new Recorder("s-1", trajectoryFiles(dir, "s-1"));
    const end = { at: "", reason: "closed", steps: 0 } as const;
    expect(await messageOf(() => recorder.end(end))).toContain(
      `no space left on device, write '${file}'`,
    );
  });

  test("a page and a picture of a trajectory that find the disk full name their files", async () => {
    const files = trajectoryFiles(dir, "s-1");
    const page = join(dir, "s-1", "observations", "0a.json");
    const picture = join(dir, "s-1", "pictures", "1.png");
    for (const file of [page, picture]) {
      mkdirSync(join(file, ".."), { recursive: true });
      fill(`${file}.new`);
    }
    expect(await messageOf(() => files.keepObservation("0a", "{}"))).toContain(`'${page}'`);
    expect(await messageOf(() => files.keepPicture("1.png", Buffer.from("x")))).toContain(
      `'${picture}'`,
    );
  });

  test("the record of a lease and the state of a sandbox that find the disk full name their files", async () => {
    const lease = { version: 1, sandboxId: "a-1", leaseMs: 60_000, until: "2026-01-01" } as const;
    const file = join(dir, "a-1.json");
    fill(`${file}.new`);
    expect(await messageOf(() => new LeaseStore(dir).save(lease))).toContain(`'${file}'`);
    fill(join(dir, "state.json.half"));
    const own = site.parse({
      name: "a",
      title: "A",
      hosts: [{ host: "a.test", port: 80 }],
      readiness: { path: "/", timeoutMs: 1000 },
      local: { folder: dir, command: ["node", "a.js"] },
    });
    const state = newState({
      sandboxId: "a-1",
      source: { site: own, baseDir: dir },
      template: "t",
    });
    expect(await messageOf(() => writeState(dir, state))).toContain(`'${join(dir, "state.json")}'`);
  });
});

test("an error that names its path already, or is none of the system, is handed on as it is", async () => {
  const own = new Error("own");
  await expect(namingPathOf("/a", () => Promise.reject(own))).rejects.toBe(own);
  expect(await messageOf(() => namingPath("/a", () => readFileSync("/nowhere/b")))).not.toContain(
    "/a",
  );
});
