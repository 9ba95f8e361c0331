// Our own agent at its task while the daemon is killed.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { isRunning } from "@webserv/host/src/running-process.ts";

import { CommandLine } from "../../support/programs/command-line.ts";
import { until } from "../../support/daemon/daemon.ts";
import { says } from "../../support/models/greeting-model.ts";
import { openGreetingSite } from "../../support/pages/greeting-site.ts";
import type { GreetingSite } from "../../support/pages/greeting-site.ts";
import { openModelServer } from "../../support/models/model-server.ts";
import type { ModelServer, Script } from "../../support/models/model-server.ts";
import { startOwnBrowser } from "../../support/browser/own-browser.ts";

let line: CommandLine;
let site: GreetingSite;
let server: ModelServer | undefined;
beforeAll(async () => {
  [line, site] = await Promise.all([
    CommandLine.open({ OPENAI_API_KEY: "key-of-a-test" }),
    openGreetingSite(),
  ]);
});
afterEach(async () => {
  server?.close();
  await line.run(["daemon", "stop"]);
});
afterAll(async () => {
  site.close();
  await line.close();
});

const status = z.object({ pid: z.int(), browsers: z.int() });
const statusOf = async () => status.parse(await line.json(["daemon", "status"]));

const result = z.object({
  success: z.boolean(),
  reason: z.string(),
  answer: z.string(),
  steps: z.int(),
  inputTokens: z.int(),
  sessionId: z.string(),
  error: z.optional(z.object({ code: z.string() })),
});

/** Greets in three steps; `before` is called ahead of each of its answers. */
async function greet(before: (index: number) => void) {
  const answers = [
    says("First.", { type: "type", id: "name", text: "Ada" }),
    says("Then.", { type: "click", id: "greet" }),
  ];
  const script: Script = ({ texts }, index) => {
    before(index);
    const greeting = /Good day, \w+/.exec(texts[0] ?? "")?.[0];
    return (
      answers[index] ?? says("Seen.", { type: "terminate", answer: greeting ?? "no greeting" })
    );
  };
  server = await openModelServer(script);
  const service = ["--base-url", server.baseUrl("chat"), "--model", "scripted"];
  return await line.run(["run", "Greet Ada", "--url", site.url, ...service, "--json"]);
}

test("a daemon that is killed is started again, and the task goes on in a person's own browser", async () => {
  await line.json(["daemon", "start"]);
  const own = await startOwnBrowser({ home: line.home });
  try {
    await until(async () => (await statusOf()).browsers === 1, "the browser is connected");
    const { pid } = await statusOf();
    const finished = await greet((index) => {
      if (index === 1) process.kill(pid, "SIGKILL");
    });
    expect(isRunning(pid)).toBe(false);
    const told = result.parse(finished.json());
    expect(told).toMatchObject({ success: true, answer: "Good day, Ada", steps: 3 });
    expect(await line.json(["session", "list"])).toEqual({ sessions: [] });
    const trajectory = await line.run(["trajectory", "show", told.sessionId]);
    expect(trajectory.out).toContain('answer "Good day, Ada"');
  } finally {
    await own.close();
  }
});

test("if the browser ends with the daemon, the task ends with the reason and what was used", async () => {
  await line.json(["browser", "launch", "--headless"]);
  const { pid } = await statusOf();
  const finished = await greet((index) => {
    if (index === 1) process.kill(pid, "SIGKILL");
  });
  expect(finished.exitCode).not.toBe(0);
  const told = result.parse(finished.json());
  expect(told).toMatchObject({ success: false, reason: "failed", steps: 1, inputTokens: 200 });
  expect(["unknown-session", "browser-gone"]).toContain(told.error?.code);
});
