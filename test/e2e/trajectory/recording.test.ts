// A disk that is full while a session is recorded: a real one, as small as it takes, where root can mount it.
import { execFile } from "node:child_process";
import { appendFile, mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { TestHome } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";

const run = promisify(execFile);
const click = { type: "click", id: "a" } as const;

let home: TestHome;
let mounted: boolean;
beforeEach(async () => {
  home = await TestHome.make();
  await mkdir(home.paths.trajectoriesDir, { recursive: true });
  mounted = await run("mount", [
    "-t",
    "tmpfs",
    "-o",
    "size=256k,mode=0700",
    "tmpfs",
    home.paths.trajectoriesDir,
  ]).then(
    () => true,
    () => false,
  );
});
afterEach(async () => {
  const end = async (): Promise<void> => await home[Symbol.asyncDispose]();
  // The daemon ends first, or the folder is busy; the home's own end does that and then removes it.
  if (mounted) await run("umount", ["-l", home.paths.trajectoriesDir]);
  await end();
});

test("a step is answered though it can't be recorded, and recorded again once there is room", async (context) => {
  context.skip(!mounted, "needs root, to mount a small disk");
  const daemon = await home.daemon();
  await using _extension = await FakeExtension.connect({ home: home.paths.home });
  const agent = await daemon.agent();
  const { sessionId } = (await agent.call("session.open", {})).session;
  const act = async (actionId: string) =>
    await agent.call("session.act", { sessionId, actionId, action: click });
  expect((await act("one")).recordingError).toBeUndefined();

  const filler = join(home.paths.trajectoriesDir, "filler");
  const { bavail, bsize } = await statfs(home.paths.trajectoriesDir);
  await writeFile(filler, Buffer.alloc((bavail - 4) * bsize));
  // There is room for what the page showed, and for the beginning of this line.
  const long = { type: "type", id: "a", text: "x".repeat(50_000) } as const;
  expect(
    await agent.call("session.act", { sessionId, actionId: "long", action: long }),
  ).toMatchObject({ status: "done", recordingError: { code: "recording-failed" } });

  const rest = await statfs(home.paths.trajectoriesDir);
  await appendFile(filler, Buffer.alloc(rest.bavail * rest.bsize));
  const step = await act("two");
  expect(step).toMatchObject({
    status: "done",
    step: 3,
    recordingError: { code: "recording-failed" },
  });
  // Answered from memory all the same.
  expect(await act("two")).toEqual(step);

  await rm(filler);
  expect((await act("three")).recordingError).toBeUndefined();
  const { lines, whole, badLines } = await agent.call("trajectory.show", { sessionId });
  expect(lines.map((line) => (line.kind === "step" ? line.actionId : line.kind))).toEqual([
    "start",
    "one",
    "three",
  ]);
  expect({ whole, badLines }).toEqual({ whole: true, badLines: [] });
});
