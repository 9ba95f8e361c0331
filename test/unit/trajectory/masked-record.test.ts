import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { readTrajectory } from "@webserv/host/src/trajectory/reader.ts";
import { Recorder } from "@webserv/host/src/trajectory/recorder.ts";
import type { StepRecord } from "@webserv/host/src/trajectory/recorder.ts";
import { trajectoryFiles } from "@webserv/host/src/trajectory/trajectory-files.ts";
import type { Action } from "@webserv/shared/model/action.ts";
import { enteredTexts, withheldAction } from "@webserv/shared/model/recorded-action.ts";
import type { TrajectoryStep } from "@webserv/shared/model/trajectory.ts";

let dir: string;
let recorder: Recorder;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-masked-"));
  recorder = new Recorder("s", trajectoryFiles(dir, "s"));
  recorder.start({
    at: "2026-01-01T00:00:00.000Z",
    agent: "agent",
    browser: "Fake 1.0",
    extensionVersion: "1",
    hostVersion: "1",
    sandboxes: [],
  });
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** Takes a step as the daemon does: the action is told as the worker has withheld it. */
function take(
  asked: Action,
  why: "secret" | "unsure" | undefined,
  rest: Partial<StepRecord> = {},
): void {
  const action = why === undefined ? asked : withheldAction(asked, why);
  recorder.withhold(enteredTexts(asked), action);
  const times = { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 };
  const step: StepRecord = {
    sessionId: "s",
    step: 1,
    at: "2026-01-01T00:00:01.000Z",
    actor: "agent",
    actionId: "a",
    action,
    input: "trusted",
    status: "done",
    effects: {},
    settle: null,
    times,
    roundTripMs: 1,
    ...rest,
  };
  recorder.step(step, null);
}

async function recorded(): Promise<TrajectoryStep[]> {
  const { lines, badLines } = await readTrajectory(dir, "s");
  expect(badLines).toEqual([]);
  return lines.flatMap((line) => (line.kind === "step" ? [line] : []));
}

const agent = { model: "m", prompt: "p", inputTokens: 1, outputTokens: 1, faults: 0 };

describe("a step is recorded whatever word was entered as a secret", () => {
  // Each is also the name of a member, a code, a kind or an id in what is recorded.
  test.each(["secret", "type", "text", "next", "code", "message", "details", "password", "replace"])(
    "%s",
    async (text) => {
      const error = {
        code: "no-dialog",
        message: `it is ${text}.`,
        next: `Not ${text}.`,
        details: { id: "password", nearest: ["replace"], details: text },
      };
      const enter: Action = { type: "type", id: "password", text, mode: "replace" };
      take(enter, "secret", { error, agent: { ...agent, thought: `type ${text}` } });
      take({ type: "click", id: "password", button: "left" }, undefined, { error });
      const masked = "•".repeat(text.length);
      const steps = await recorded();
      expect(steps).toHaveLength(2);
      for (const step of steps) {
        expect(step.action).toMatchObject({ id: "password" });
        expect(step.error).toEqual({
          code: "no-dialog",
          message: `it is ${masked}.`,
          next: `Not ${masked}.`,
          details: { id: "password", nearest: ["replace"], details: masked },
        });
      }
      expect(steps[0]?.action).toEqual({
        ...enter,
        text: null,
        secret: { length: text.length },
      });
      expect(steps[0]?.agent?.thought).toBe(text === "type" ? "•••• ••••" : `type ${masked}`);
    },
  );

  test("one that nobody could judge, with short words that stand in codes", async () => {
    const error = { code: "no-dialog", message: "no, no", next: "", details: { no: "no" } };
    take({ type: "dialog", accept: true, text: "no" }, "unsure", { error });
    expect((await recorded())[0]?.error).toEqual({
      code: "no-dialog",
      message: "••, ••",
      next: "",
      details: { no: "••" },
    });
  });

  test("whatever a later step enters, says and meets", async () => {
    const text = "accepted";
    take({ type: "type", id: "a", text }, "secret");
    take({ type: "type", id: "accepted", text: "it was accepted" }, undefined, {
      effects: {
        focus: "accepted",
        dialogs: [{ kind: "alert", message: text, answer: "accepted", by: "rule" }],
        dialog: { kind: "prompt", message: text, default: text },
        navigated: { from: "http://a.test/", to: `http://a.test/?q=${text}` },
        tabsOpened: [`http://a.test/${text}`],
        downloads: [{ name: text, url: `http://a.test/${text}`, state: "complete", bytes: 1 }],
        asked: [{ kind: "program", what: `mailto:${text}`, answer: "refused" }],
        value: text,
        difference: { wanted: text, got: text },
      },
      settle: {
        status: "partial",
        mode: "causal",
        waitedMs: 1,
        waitedFor: [{ kind: "fetch", url: `http://a.test/${text}`, ms: 1 }],
        pending: [{ kind: "fetch", url: `http://a.test/${text}`, ms: 1 }],
        unlisted: 0,
        reasons: [`a request for ${text}`],
      },
    });
    const step = (await recorded())[1];
    expect(step?.action).toEqual({ type: "type", id: "accepted", text: "it was ••••••••" });
    const { focus, dialogs, ...effects } = step?.effects ?? {};
    expect(focus).toBe("accepted");
    expect(dialogs).toEqual([
      { kind: "alert", message: "••••••••", answer: "accepted", by: "rule" },
    ]);
    expect(effects).toMatchObject({ navigated: { to: "http://a.test/?q=••••••••" } });
    expect(JSON.stringify([effects, step?.settle])).not.toContain(text);
  });

  test.each<[Action, Action]>([
    [
      { type: "wait", text: "hunter2" },
      { type: "wait", text: "•••••••" },
    ],
    [
      { type: "goto", url: "http://a.test/?p=hunter2" },
      { type: "goto", url: "http://a.test/?p=•••••••" },
    ],
    [
      { type: "new_tab", url: "http://a.test/hunter2" },
      { type: "new_tab", url: "http://a.test/•••••••" },
    ],
    [
      { type: "select", id: "hunter2", options: ["hunter2", "b"] },
      { type: "select", id: "hunter2", options: ["•••••••", "b"] },
    ],
    [
      { type: "terminate", answer: "it is hunter2" },
      { type: "terminate", answer: "it is •••••••" },
    ],
    [
      { type: "upload", id: "a", files: ["/hunter2"] },
      { type: "upload", id: "a", files: ["/•••••••"] },
    ],
  ])("%j, after it", async (action, masked) => {
    take({ type: "type", id: "a", text: "hunter2" }, "secret");
    take(action, undefined);
    expect((await recorded())[1]?.action).toEqual(masked);
  });
});
