import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { contentHash } from "@webserv/host/src/canonical-json.ts";
import { recordedStep } from "@webserv/host/src/session/actions/recorded-step.ts";
import {
  listTrajectories,
  parseTrajectory,
  readObservation,
  readTrajectory,
} from "@webserv/host/src/trajectory/reader.ts";
import { Recorder } from "@webserv/host/src/trajectory/recorder.ts";
import type { StartRecord, StepRecord } from "@webserv/host/src/trajectory/recorder.ts";
import { stepsFile, trajectoryFiles } from "@webserv/host/src/trajectory/trajectory-files.ts";
import type { TrajectoryFiles } from "@webserv/host/src/trajectory/trajectory-files.ts";

import { fakeObservation } from "../../../support/daemon/fake-extension.ts";

const start: StartRecord = {
  at: "2026-01-01T00:00:00.000Z",
  agent: "agent",
  browser: "Fake 1.0",
  extensionVersion: "1",
  hostVersion: "1",
  sandboxes: [],
};

function stepRecord(step: number, status: StepRecord["status"] = "done"): StepRecord {
  return {
    sessionId: "s",
    step,
    at: "2026-01-01T00:00:01.000Z",
    actor: "agent",
    actionId: `a-${step}`,
    action: { type: "back" },
    input: "trusted",
    status,
    effects: {},
    settle: null,
    times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
    roundTripMs: 1,
  };
}

function page(html: string) {
  return fakeObservation([{ index: 0, url: "http://a.test", title: "", active: true }], html);
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-trajectory-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

describe("the recorder", () => {
  test("a step points to what the agent had seen and what it was then shown", async () => {
    const recorder = new Recorder("s", trajectoryFiles(dir, "s"));
    recorder.start(start);
    const [first, second] = [page("first"), page("second")];
    recorder.show(first);
    recorder.step(stepRecord(1), second);
    recorder.step(stepRecord(2, "failed"), null);
    recorder.end({ at: start.at, reason: "closed", steps: 2 });
    const { lines, whole, badLines } = await readTrajectory(dir, "s");
    expect(lines.map(({ kind }) => kind)).toEqual(["start", "step", "step", "end"]);
    expect({ whole, badLines }).toEqual({ whole: true, badLines: [] });
    const [, one, two] = lines.map((line) => (line.kind === "step" ? line : undefined));
    expect(readObservation(dir, "s", one?.before?.hash ?? "")).toEqual(first);
    expect(readObservation(dir, "s", one?.after?.hash ?? "")).toEqual(second);
    expect(two).toMatchObject({ before: one?.after, after: null, status: "failed" });
  });

  test("an observation's file has its hash for a name, and one page seen twice is kept once", () => {
    const recorder = new Recorder("s", trajectoryFiles(dir, "s"));
    const seen = page("same");
    recorder.step(stepRecord(1), seen);
    recorder.step(stepRecord(2), seen);
    const files = readdirSync(join(dir, "s", "observations"));
    expect(files).toHaveLength(1);
    const text = readFileSync(join(dir, "s", "observations", files[0] ?? ""), "utf8");
    expect(files[0]).toBe(`${contentHash(text)}.json`);
  });

  test("a picture is kept as a file beside the steps, and an answer asked for again has it", async () => {
    const recorder = new Recorder("s", trajectoryFiles(dir, "s"));
    const action = { type: "screenshot" } as const;
    const box = { x: 0, y: 0, width: 2, height: 1 };
    const shown = { format: "png", width: 2, height: 1, scale: 1, area: box } as const;
    const told = { ...shown, marks: [], resized: false, omitted: [] };
    const bytes = Buffer.from("a picture");
    const screenshot = { ...told, data: bytes.toString("base64") };
    recorder.step({ ...stepRecord(1), action, screenshot }, null);
    const { lines } = await readTrajectory(dir, "s");
    expect(JSON.stringify(lines)).not.toContain(screenshot.data);
    const file = `${contentHash(bytes)}.png`;
    expect(lines).toMatchObject([{ screenshot: { ...told, file } }]);
    expect(readFileSync(join(dir, "s", "pictures", file))).toEqual(bytes);
    const again = { sessionId: "s", actionId: "a-1", action, settle: {}, observe: {} };
    expect(await recordedStep(dir, again)).toMatchObject({ actionId: "a-1", screenshot });
  });

  test("a trajectory's files and folders are the user's alone: steps, observations and pictures", () => {
    const files = trajectoryFiles(dir, "s");
    files.keepPicture("a.png", Buffer.from("a picture"));
    new Recorder("s", files).step(stepRecord(1), page("p"));
    const paths = readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();
    expect(paths).toEqual([
      "s",
      "s/observations",
      expect.stringMatching(/^s\/observations\/\w+\.json$/),
      "s/pictures",
      "s/pictures/a.png",
      "s/steps.jsonl",
    ]);
    for (const path of paths)
      expect([path, statSync(join(dir, path)).mode & 0o077]).toEqual([path, 0]);
  });

  test("a start that a full disk did not take is written with the next line", () => {
    const lines: string[] = [];
    let full = true;
    const files: TrajectoryFiles = {
      append: (line) => {
        if (full) throw new Error("ENOSPC: no space left on device");
        lines.push(line);
      },
      keepPicture: () => {},
      keepObservation: () => {},
    };
    const recorder = new Recorder("s", files);
    expect(() => recorder.start(start)).toThrow(
      expect.objectContaining({ code: "recording-failed" }),
    );
    expect(() => recorder.step(stepRecord(1), page("p"))).toThrow(
      expect.objectContaining({ code: "recording-failed" }),
    );
    full = false;
    recorder.step(stepRecord(2), page("q"));
    expect(parseTrajectory(`${lines.join("\n")}\n`).lines).toMatchObject([
      { kind: "start" },
      { kind: "step", step: 2 },
    ]);
  });
});

describe("the reader", () => {
  test("a trajectory's last line that is cut off is left out, and that is said", async () => {
    const recorder = new Recorder("s", trajectoryFiles(dir, "s"));
    recorder.start(start);
    recorder.step(stepRecord(1), null);
    appendFileSync(stepsFile(dir, "s"), '{"kind":"step","sess');
    const cut = await readTrajectory(dir, "s");
    expect(cut).toMatchObject({ whole: false, badLines: [] });
    expect(cut.lines).toHaveLength(2);
    expect(await listTrajectories(dir)).toMatchObject([{ sessionId: "s", steps: 1, whole: false }]);
  });

  test("what is recorded after a cut-off line is read, and the broken line is named", async () => {
    const files = trajectoryFiles(dir, "s");
    const recorder = new Recorder("s", files);
    recorder.start(start);
    appendFileSync(stepsFile(dir, "s"), '{"kind":"step","sess');
    recorder.step(stepRecord(1), null);
    const { lines, badLines, whole } = await readTrajectory(dir, "s");
    expect(lines.map(({ kind }) => kind)).toEqual(["start", "step"]);
    expect({ badLines, whole }).toEqual({ badLines: [2], whole: true });
  });

  test("a step that was unknown and then found out counts once", async () => {
    const recorder = new Recorder("s", trajectoryFiles(dir, "s"));
    recorder.start(start);
    recorder.step(stepRecord(1, "unknown"), null);
    recorder.step(stepRecord(1), page("p"));
    expect(await listTrajectories(dir)).toMatchObject([{ steps: 1 }]);
  });

  test("the newest trajectory comes first, and a name that is none is an error", async () => {
    for (const [id, at] of [
      ["old", "2026-01-01T00:00:00.000Z"],
      ["new", "2026-02-01T00:00:00.000Z"],
    ] as const) {
      new Recorder(id, trajectoryFiles(dir, id)).start({ ...start, at });
    }
    const found = await listTrajectories(dir);
    expect(found.map(({ sessionId }) => sessionId)).toEqual(["new", "old"]);
    await expect(readTrajectory(dir, "none")).rejects.toMatchObject({ code: "unknown-trajectory" });
  });
});
