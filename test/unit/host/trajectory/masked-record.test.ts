import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { maskedAddresses } from "@webserv/host/src/trajectory/masked-record.ts";
import { readTrajectory } from "@webserv/host/src/trajectory/reader.ts";
import { Recorder } from "@webserv/host/src/trajectory/recorder.ts";
import type { StepRecord } from "@webserv/host/src/trajectory/recorder.ts";
import { trajectoryFiles } from "@webserv/host/src/trajectory/trajectory-files.ts";
import type { Action } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import { enteredTexts, withheldAction } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { TrajectoryStep } from "@webserv/shared/model/trajectory.ts";

import { fakeObservation } from "../../../support/daemon/fake-extension.ts";

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
  after: Observation | null = null,
): void {
  const action = why === undefined ? asked : withheldAction(asked, why);
  recorder.withhold(enteredTexts(asked), action);
  recorder.step(recordOf(action, rest), after);
}

function recordOf(action: RecordedAction, rest: Partial<StepRecord>): StepRecord {
  const times = { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 };
  return {
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
}

async function recorded(): Promise<TrajectoryStep[]> {
  const { lines, badLines } = await readTrajectory(dir, "s");
  expect(badLines).toEqual([]);
  return lines.flatMap((line) => (line.kind === "step" ? [line] : []));
}

const agent = { model: "m", prompt: "p", inputTokens: 1, outputTokens: 1, faults: 0 };

describe("a record after a secret was entered", () => {
  // Each is also the name of a member, a code, a kind or an id in what is recorded.
  test.each([
    "secret",
    "type",
    "text",
    "next",
    "code",
    "message",
    "details",
    "password",
    "replace",
  ])("the secret word %s is masked only in what a step says", async (text) => {
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
  });

  test("a short text that nobody could judge is masked in an error's words, and kept in its code", async () => {
    const error = { code: "no-dialog", message: "no, no", next: "", details: { no: "no" } };
    take({ type: "dialog", accept: true, text: "no" }, "unsure", { error });
    expect((await recorded())[0]?.error).toEqual({
      code: "no-dialog",
      message: "••, ••",
      next: "",
      details: { no: "••" },
    });
  });

  test("a secret is masked in whatever a later step enters, says and meets", async () => {
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
  ])("a secret is masked in the later action %j", async (action, masked) => {
    take({ type: "type", id: "a", text: "hunter2" }, "secret");
    take(action, undefined);
    expect((await recorded())[1]?.action).toEqual(masked);
  });
});

describe("an address after something was entered", () => {
  const done = (query: string): string => `http://a.test/1/done${query}`;

  /** All that is written of a step that led to `query`, and of the page that a later step saw. */
  async function led(asked: Action, why: "secret" | "unsure", query: string): Promise<string> {
    const effects = { navigated: { from: done(""), to: done(query) } };
    const url = done(query);
    const shown = { ...fakeObservation([{ index: 0, url, title: "", active: true }], ""), url };
    take(asked, why, { effects }, shown);
    take({ type: "click", id: "a" }, undefined, {}, shown);
    const kept = maskedAddresses(shown, recorder.words);
    return JSON.stringify([await recorded(), kept.url, kept.tabs]);
  }

  test.each<[Action, string, string]>([
    [
      { type: "type", id: "cvc", text: "123" },
      "?cvc=123&page=1234#cvc=123",
      "?cvc=•••&page=1234#cvc=•••",
    ],
    [{ type: "type", id: "code", text: "1" }, "?d1=1&page=11", "?d1=•&page=11"],
    [{ type: "type", id: "code", text: "a b" }, "?c=a+b&d=a%20b", "?c=•••&d=•••"],
    [{ type: "select", id: "month", options: ["02"] }, "?m=02&n=2", "?m=••&n=2"],
    [{ type: "press", id: "pin", key: "7" }, "?pin=7", "?pin=•"],
  ])("an address keeps nothing of what the action %j entered", async (action, query, masked) => {
    const written = await led(action, "secret", query);
    expect(written).not.toContain(query);
    expect(written.split(done(masked)).length).toBeGreaterThan(3);
  });

  test("an address keeps nothing of a text that nobody could judge", async () => {
    const action: Action = { type: "dialog", accept: true, text: "12" };
    const written = await led(action, "unsure", "?pin=12");
    expect(written).not.toContain("?pin=12");
    expect(written).toContain("?pin=••");
  });

  test("an address keeps nothing of a number that was pressed key by key", async () => {
    for (const key of ["1", "digit2", "numpad3"]) take({ type: "press", key, id: "pin" }, "secret");
    expect(await led({ type: "press", key: "4", id: "pin" }, "secret", "?pin=1234")).not.toContain(
      "1234",
    );
  });

  test("a secret that only a former daemon knew is masked in an address by its length", async () => {
    const asked: Action = { type: "type", id: "cvc", text: "123" };
    const action = withheldAction(asked, "secret");
    recorder.withhold([], action);
    const url = done("?cvc=987&page=12");
    const shown = { ...fakeObservation([{ index: 0, url, title: "", active: true }], ""), url };
    recorder.step(recordOf(action, {}), shown);
    expect((await recorded())[0]?.after?.url).toBe(done("?cvc=•••&page=12"));
    expect(maskedAddresses(shown, recorder.words).url).toBe(done("?cvc=•••&page=12"));
  });

  test("an address is masked while the step that enters the secret is still under way", () => {
    const action: Action = { type: "type", id: "cvc", text: "12" };
    recorder.withhold(enteredTexts(action), withheldAction(action, "unsure"));
    const tabs = [{ index: 0, url: done("?cvc=12"), title: "", active: true }];
    expect(maskedAddresses({ tabs }, recorder.words).tabs[0]?.url).toBe(done("?cvc=••"));
  });
});
