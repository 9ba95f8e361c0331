// Another user of this machine, at the daemon's socket, token, records and port.
import { execFile } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { TestHome } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";

/** `nobody`, on every Linux. */
const OTHER_USER = 65_534;
/** Only root may start a program as somebody else. */
const isRoot = process.platform === "linux" && process.getuid?.() === 0;

/** Prints what came of `work`, or the code of what went wrong. */
const program = (work: string): string => `
  const { connect } = require("node:net");
  const fs = require("node:fs");
  const tell = (words) => { console.log(words); process.exit(); };
  process.once("uncaughtException", (error) => tell(error.code ?? error.message));
  ${work}
`;

async function asOther(work: string, ...given: string[]): Promise<string> {
  // "/" is a folder that anybody may be in.
  const options = { uid: OTHER_USER, gid: OTHER_USER, cwd: "/", env: {} };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["-e", program(work), ...given],
    options,
  );
  return stdout.trim();
}

const READ = `tell(fs.readFileSync(process.argv[1], "utf8"));`;
const LIST = `tell(fs.readdirSync(process.argv[1]).join(" "));`;
const WRITE = `fs.writeFileSync(process.argv[1] + "/left", ""); tell("written");`;
const CONNECT = `connect(process.argv[1], () => tell("connected")).once("error", (error) => tell(error.code));`;
const KNOCK = `connect(Number(process.argv[1]), "127.0.0.1", () => tell("connected"));`;

describe.runIf(isRoot)("another user of the machine (as root alone: needs another uid)", () => {
  let home: TestHome;
  let daemon: TestDaemon;
  beforeAll(async () => {
    home = await TestHome.make("home");
    // A home that was there before, open to all, in a folder open to all: what it leads to is not.
    await mkdir(home.paths.home, { mode: 0o755 });
    await chmod(dirname(home.paths.home), 0o755);
    daemon = await home.daemon();
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  test("another user gets as far as the home, and to the port that asks for the token", async () => {
    expect(await asOther(LIST, home.paths.home)).toContain("run");
    expect(await asOther(KNOCK, String(daemon.port))).toBe("connected");
  });

  test("another user can't read the token, nor where the daemon is", async () => {
    expect(await asOther(READ, home.paths.tokenFile)).toBe("EACCES");
    expect(await asOther(READ, home.paths.daemonFile)).toBe("EACCES");
  });

  test.each(["socket", "agentSocket"] as const)("another user can't reach %s", async (socket) => {
    expect(await asOther(CONNECT, home.paths[socket])).toBe("EACCES");
  });

  test.each([
    "runDir",
    "logDir",
    "sessionsDir",
    "trajectoriesDir",
    "profilesDir",
    "sitesDir",
  ] as const)("another user can neither list nor write %s", async (folder) => {
    expect(await asOther(LIST, home.paths[folder])).toBe("EACCES");
    expect(await asOther(WRITE, home.paths[folder])).toBe("EACCES");
  });

  test("another user is kept from the token and the sockets even if their folder is open", async () => {
    await chmod(home.paths.runDir, 0o755);
    expect(await asOther(LIST, home.paths.runDir)).toContain("token");
    expect(await asOther(READ, home.paths.tokenFile)).toBe("EACCES");
    expect(await asOther(CONNECT, home.paths.socket)).toBe("EACCES");
    expect(await asOther(CONNECT, home.paths.agentSocket)).toBe("EACCES");
  });
});
