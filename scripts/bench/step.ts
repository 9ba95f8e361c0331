// Benchmark: from an agent's request to the next observation, beside Playwright MCP in the same run.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import type { Action } from "@webserv/shared/model/action.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import { findBrowsers } from "../../host/src/browser/installed/find-browser.ts";
import { startOwnDaemon } from "../own-daemon.ts";
import {
  ACTIONS_PAGE,
  type ActionFigures,
  actionLines,
  measureActions,
} from "./step/each-action.ts";
import { PlaywrightMcp, refOf } from "./playwright-mcp.ts";
import { machineLine, spreadHeader, spreadOf, spreadRow, type Spread } from "./report.ts";

const WARM_UP = 3;
/** The least pause before a click, in ms, and the longest time added to it by chance: three frames of the screen. */
const PAUSE_MS = 20;
const FRAMES_MS = 50;
/** A page at rest, so that WebServ is measured and not the page. */
const STATIC_PAGE = `<!doctype html><title>Static</title><h1>Buttons</h1>
${Array.from({ length: 20 }, (_, index) => `<p>Row ${index + 1} <button onclick="this.dataset.n=1+Number(this.dataset.n??0)">Button ${index + 1}</button></p>`).join("\n")}`;

type Daemon = Peer<"agent-daemon", "daemon-agent">;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean" },
      clicks: { type: "string", default: "30" },
      rounds: { type: "string", default: "12" },
    },
  });
  const clicks = countOf("clicks", values.clicks);
  const rounds = countOf("rounds", values.rounds);
  const say = (line: string): void => {
    if (values.json !== true) process.stdout.write(`${line}\n`);
  };
  const browser = (await findBrowsers())[0];
  if (browser === undefined) throw new Error("no browser found; install Chromium");
  const server = await serve(STATIC_PAGE);
  const actionsServer = await serve(ACTIONS_PAGE);
  const ended = new AbortController();
  process.once("SIGINT", () => ended.abort(new Error("interrupted")));
  try {
    const ours = await measureWebServ(server.url, clicks, ended.signal);
    const theirs = await measurePlaywright(server.url, clicks, browser.executable);
    const each = await measureEach(actionsServer.url, rounds, browser.executable, ended.signal);
    say(machineLine({ browser: `${browser.name} ${browser.version ?? ""}`.trim() }));
    say(spreadHeader("ms"));
    say(spreadRow("relay alone (session.ping)", ours.relay));
    say(spreadRow("click, static page", ours.clickStatic));
    say(spreadRow("  of it, before settling", ours.staticAction));
    say(spreadRow("  of it, settling", ours.staticSettle));
    say(spreadRow("click, static page, after a pause", ours.clickStaticPaused));
    say(spreadRow("click, static page, settle none", ours.clickStaticNone));
    say(spreadRow("click, store", ours.clickStore));
    say(spreadRow(`click, static page, Playwright MCP ${theirs.version}`, theirs.click));
    for (const line of ["", ...actionLines(each)]) say(line);
    process.stdout.write(
      `${JSON.stringify({
        relayP50Ms: ours.relay.p50,
        relayP95Ms: ours.relay.p95,
        clickStaticP50Ms: ours.clickStatic.p50,
        clickStaticP95Ms: ours.clickStatic.p95,
        clickStaticPausedP50Ms: ours.clickStaticPaused.p50,
        clickStaticPausedP95Ms: ours.clickStaticPaused.p95,
        clickStaticNoSettleP50Ms: ours.clickStaticNone.p50,
        clickStoreP50Ms: ours.clickStore.p50,
        clickStoreP95Ms: ours.clickStore.p95,
        playwrightMcpClickStaticP50Ms: theirs.click.p50,
        playwrightMcpClickStaticP95Ms: theirs.click.p95,
        playwrightMcpVersion: theirs.version,
        clicks,
        actions: each,
      })}\n`,
    );
  } finally {
    server.close();
    actionsServer.close();
  }
}

function countOf(name: string, written: string): number {
  const count = Number(written);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--${name} is ${written}, expected a whole number from 1`);
}

/** Measures every action on a page of its own, and what the peer has for it. */
async function measureEach(
  url: string,
  rounds: number,
  executable: string,
  signal: AbortSignal,
): Promise<ActionFigures[]> {
  const daemon = await startOwnDaemon("bench");
  const playwright = await PlaywrightMcp.start(executable);
  try {
    await daemon.peer.call("browser.launch", { headless: true }, { signal, timeoutMs: 60_000 });
    const { session, observation } = await daemon.peer.call("session.open", { url }, { signal });
    if (observation === null) throw new Error(`${url} was not read`);
    await playwright.open(url);
    return await measureActions({
      observation,
      act: (action, mode) => act(daemon.peer, session.sessionId, action, signal, mode),
      playwright,
      rounds,
      repeat,
    });
  } finally {
    await playwright.close();
    await daemon.close();
  }
}

interface Ours {
  readonly relay: Spread;
  readonly clickStatic: Spread;
  readonly staticAction: Spread;
  readonly staticSettle: Spread;
  readonly clickStaticPaused: Spread;
  readonly clickStaticNone: Spread;
  readonly clickStore: Spread;
}

async function measureWebServ(url: string, clicks: number, signal: AbortSignal): Promise<Ours> {
  const daemon = await startOwnDaemon("bench");
  try {
    await daemon.peer.call("browser.launch", { headless: true }, { signal, timeoutMs: 60_000 });
    const onStatic = await daemon.peer.call("session.open", { url }, { signal });
    const staticId = onStatic.session.sessionId;
    const buttons = onStatic.observation?.clickable ?? [];
    const relay = await repeat(clicks * 10, async () => {
      await daemon.peer.call("session.ping", { sessionId: staticId }, { signal });
    });
    const steps: Step[] = [];
    const clickStatic = await repeat(clicks, async (turn) => {
      const id = nth(buttons, turn);
      steps.push(await act(daemon.peer, staticId, { type: "click", id }, signal));
    });
    // Agents think between their actions, so that these begin at any time between two frames of the screen.
    const clickStaticPaused = await repeat(
      clicks,
      async (turn) => {
        await act(daemon.peer, staticId, { type: "click", id: nth(buttons, turn) }, signal);
      },
      () => delay(PAUSE_MS + Math.random() * FRAMES_MS),
    );
    const clickStaticNone = await repeat(clicks, async (turn) => {
      await act(daemon.peer, staticId, { type: "click", id: nth(buttons, turn) }, signal, "none");
    });
    const clickStore = await measureStore(daemon.peer, clicks, signal);
    return {
      relay: spreadOf(relay),
      clickStatic: spreadOf(clickStatic),
      staticAction: spreadOf(steps.map(({ times }) => times.locateMs + times.inputMs)),
      staticSettle: spreadOf(steps.map(({ times }) => times.settleMs)),
      clickStaticPaused: spreadOf(clickStaticPaused),
      clickStaticNone: spreadOf(clickStaticNone),
      clickStore: spreadOf(clickStore),
    };
  } finally {
    await daemon.close();
  }
}

/** Clicks the departments of the store's menu in turn: each loads a list of products. */
async function measureStore(peer: Daemon, clicks: number, signal: AbortSignal): Promise<number[]> {
  const store = await peer.call(
    "session.open",
    { sites: ["store"] },
    { signal, timeoutMs: 60_000 },
  );
  const sessionId = store.session.sessionId;
  const departments = (store.observation?.hoverable ?? []).filter((id) =>
    store.observation?.clickable.includes(id),
  );
  const links = departments.length > 0 ? departments : (store.observation?.clickable ?? []);
  const times = await repeat(clicks, async (turn) => {
    await act(peer, sessionId, { type: "click", id: nth(links, turn % 2) }, signal);
  });
  await peer.call("session.close", { sessionId }, { signal });
  return times;
}

async function measurePlaywright(
  url: string,
  clicks: number,
  executable: string,
): Promise<{ click: Spread; version: string }> {
  const playwright = await PlaywrightMcp.start(executable);
  try {
    await playwright.open(url);
    const snapshot = await playwright.snapshot();
    const refs = Array.from({ length: 20 }, (_, index) =>
      refOf(snapshot, new RegExp(`"Button ${index + 1}"`)),
    );
    const click = await repeat(clicks, async (turn) => {
      await playwright.click(nth(refs, turn));
    });
    return { click: spreadOf(click), version: playwright.version };
  } finally {
    await playwright.close();
  }
}

async function act(
  peer: Daemon,
  sessionId: string,
  action: Action,
  signal: AbortSignal,
  mode: "causal" | "none" = "causal",
): Promise<Step> {
  const step = await peer.call(
    "session.act",
    { sessionId, actionId: randomUUID(), action, settle: { mode } },
    { signal },
  );
  if (step.status !== "done" || step.observation === null) {
    throw new Error(
      `${action.type} was ${step.status}: ${step.error?.message ?? "no observation"}`,
    );
  }
  return step;
}

/** Runs `body` a few times unmeasured and `count` times measured, each after `before`; returns the times in ms. */
async function repeat(
  count: number,
  body: (turn: number) => Promise<unknown>,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  const times: number[] = [];
  for (let turn = -WARM_UP; turn < count; turn++) {
    await before();
    const start = performance.now();
    await body(Math.max(0, turn));
    if (turn >= 0) times.push(performance.now() - start);
  }
  return times;
}

function nth(ids: readonly string[], turn: number): string {
  const id = ids[turn % ids.length];
  if (id === undefined) throw new Error("the page has nothing to click");
  return id;
}

async function serve(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
