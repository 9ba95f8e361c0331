// Benchmark: how long an answer takes if a page's script never ends, or a server does not answer.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";

import type { Action } from "@webserv/shared/model/action.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import { findBrowsers } from "../../host/src/browser/installed/find-browser.ts";
import { serveDeadPages } from "../../test/support/pages/dead-pages.ts";
import { startOwnDaemon } from "../own-daemon.ts";
import { machineLine } from "./report.ts";

/** The time beyond its budget that an answer may take, in ms. */
const BEYOND_MS = 2_000;

type Daemon = Peer<"agent-daemon", "daemon-agent">;

interface Case {
  readonly name: string;
  /** The path at which the session opens. */
  readonly at: string;
  /** What kills the page, if it is not dead from the start; the case measures what is asked next. */
  readonly first?: Ask;
  readonly ask: Ask;
}

/** An action, with the address of the server put before a path; or a question about the page. */
type Ask =
  | { readonly do: (id: (name: string) => string, url: (path: string) => string) => Action }
  | { readonly do: "look" | "shot" | "open" };

const click = (name: string): Ask => ({ do: (id) => ({ type: "click", id: id(name) }) });
const goto = (path: string): Ask => ({ do: (_, url) => ({ type: "goto", url: url(path) }) });
const refresh: Ask = { do: () => ({ type: "refresh" }) };
const back: Ask = { do: () => ({ type: "back" }) };
const look: Ask = { do: "look" };
const shot: Ask = { do: "shot" };
const open: Ask = { do: "open" };
const freeze = click("freeze");
const asksOnAndOn = click("ask-for-ever");

const cases: readonly Case[] = [
  { name: "click that freezes", at: "/", ask: freeze },
  { name: "click that freezes later", at: "/", ask: click("freeze-later") },
  { name: "click that freezes by promises", at: "/", ask: click("freeze-by-promises") },
  { name: "click that freezes a worker", at: "/", ask: click("freeze-a-worker") },
  { name: "click that works 1.5 s", at: "/", ask: click("work") },
  { name: "click on a frozen page", at: "/", first: freeze, ask: click("press") },
  { name: "look at a frozen page", at: "/", first: freeze, ask: look },
  { name: "shot of a frozen page", at: "/", first: freeze, ask: shot },
  { name: "refresh of a frozen page", at: "/", first: freeze, ask: refresh },
  { name: "goto from a frozen page", at: "/", first: freeze, ask: goto("/other") },
  {
    name: "goto from frozen promises",
    at: "/",
    first: click("freeze-by-promises"),
    ask: goto("/other"),
  },
  { name: "click that asks on and on", at: "/", ask: asksOnAndOn },
  { name: "refresh of one that asks on and on", at: "/", first: asksOnAndOn, ask: refresh },
  {
    name: "goto from one that asks each moment",
    at: "/",
    first: click("ask-each-moment"),
    ask: goto("/other"),
  },
  { name: "goto from one that hangs as it is left", at: "/left", ask: goto("/other") },
  { name: "refresh of one that hangs as it is left", at: "/left", ask: refresh },
  { name: "refresh of a frozen page that would ask", at: "/asks", first: freeze, ask: refresh },
  { name: "click on many nodes that change", at: "/nodes", ask: click("press") },
  { name: "look at many nodes that change", at: "/nodes", ask: look },
  { name: "shot of many nodes that change", at: "/nodes", ask: shot },
  { name: "click between tasks of 200 ms", at: "/tasks", ask: click("press") },
  { name: "shot between tasks of 200 ms", at: "/tasks", ask: shot },
  { name: "shot of a head alone", at: "/head", ask: shot },
  { name: "goto to half a page", at: "/", ask: goto("/half") },
  { name: "goto to a page that is cut off", at: "/", ask: goto("/cut") },
  { name: "open of an endless page", at: "/endless", ask: open },
  { name: "goto to an endless page", at: "/", ask: goto("/endless") },
  { name: "refresh of an endless page", at: "/", first: goto("/endless"), ask: refresh },
  { name: "back from an endless page", at: "/", first: goto("/endless"), ask: back },
  { name: "refresh of a page that is good then", at: "/", first: goto("/once"), ask: refresh },
  { name: "goto from an interval of loops", at: "/", first: goto("/again"), ask: goto("/other") },
  { name: "look around a frozen frame", at: "/frame", ask: look },
  { name: "click beside a frozen frame", at: "/frame", ask: click("press") },
  { name: "shot around a frozen frame", at: "/frame", ask: shot },
  { name: "goto to a frozen frame of its own", at: "/", ask: goto("/own-frame") },
  { name: "open of a silent server", at: "/never", ask: open },
  { name: "goto to a silent server", at: "/", ask: goto("/never") },
  { name: "link to a silent server", at: "/", ask: click("never") },
  { name: "look after a silent server", at: "/", first: goto("/never"), ask: look },
  { name: "refresh after a silent server", at: "/", first: goto("/never"), ask: refresh },
  {
    name: "new tab of a silent server",
    at: "/",
    ask: { do: (_, url) => ({ type: "new_tab", url: url("/never") }) },
  },
  { name: "goto to headers alone", at: "/", ask: goto("/headers") },
  { name: "goto to a trickle", at: "/", ask: goto("/trickle") },
  { name: "refresh of a trickle", at: "/", first: goto("/trickle"), ask: refresh },
  { name: "refresh of a load under way", at: "/", first: goto("/slow-twice"), ask: refresh },
  { name: "goto to a silent picture", at: "/", ask: goto("/never-picture") },
  { name: "goto to a silent script", at: "/", ask: goto("/never-script") },
];

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean" },
      budget: { type: "string", default: "2000" },
      only: { type: "string" },
    },
  });
  const budgetMs = Number(values.budget);
  const say = (line: string): void => {
    if (values.json !== true) process.stdout.write(`${line}\n`);
  };
  const browser = (await findBrowsers())[0];
  if (browser === undefined) throw new Error("no browser found; install Chromium");
  say(machineLine({ browser: `${browser.name} ${browser.version ?? ""}`.trim() }));
  const daemon = await startOwnDaemon("bench");
  const times: Record<string, number> = {};
  try {
    await daemon.peer.call("browser.launch", { headless: true }, { timeoutMs: 60_000 });
    for (const each of cases) {
      if (values.only !== undefined && !each.name.includes(values.only)) continue;
      const { ms, told } = await measure(daemon.peer, each, budgetMs);
      times[each.name] = Math.round(ms);
      const isLate = ms > budgetMs + BEYOND_MS;
      say(
        `${each.name.padEnd(36)}${ms.toFixed(0).padStart(8)} ms${isLate ? " LATE" : ""}  ${told}`,
      );
    }
    const late = Object.entries(times).filter(([, ms]) => ms > budgetMs + BEYOND_MS);
    process.stdout.write(
      `${JSON.stringify({ budgetMs, longestMs: Math.max(...Object.values(times)), late: late.map(([name]) => name), times })}\n`,
    );
  } finally {
    await daemon.close();
  }
}

async function measure(
  peer: Daemon,
  { at, first, ask }: Case,
  budgetMs: number,
): Promise<{ ms: number; told: string }> {
  const server = await serveDeadPages();
  const opening = { url: server.url(at), settle: { budgetMs } };
  try {
    if (ask.do === "open") {
      const begun = performance.now();
      const told = await peer.call("session.open", opening, { timeoutMs: 60_000 }).then(
        async ({ session, observation }) => {
          const ms = performance.now() - begun;
          await peer.call("session.close", { sessionId: session.sessionId });
          return { ms, told: observation === null ? "no page" : seen(observation) };
        },
        (error: unknown) => ({ ms: performance.now() - begun, told: words(error) }),
      );
      return told;
    }
    const { session, observation } = await peer.call("session.open", opening, {
      timeoutMs: 60_000,
    });
    const { sessionId } = session;
    const known = [...(observation?.clickable ?? [])];
    const idOf = (name: string): string => known.find((id) => id.endsWith(`.${name}`)) ?? name;
    const make = async (each: Ask): Promise<string> => {
      switch (each.do) {
        case "open":
          return "";
        case "look":
          return seen(await peer.call("session.observe", { sessionId }, { timeoutMs: 40_000 }));
        case "shot":
          return `${(await peer.call("session.screenshot", { sessionId }, { timeoutMs: 40_000 })).width} px`;
        default: {
          const action = each.do(idOf, (path) => server.url(path));
          const step = await peer.call(
            "session.act",
            { sessionId, actionId: randomUUID(), action },
            { timeoutMs: 40_000 },
          );
          const error =
            step.error === undefined
              ? ""
              : ` · ${step.error.code}: ${step.error.message} → ${step.error.next}`;
          return `${step.status} · ${step.settle?.status ?? "-"}${error} · ${step.observation === null ? "no page" : seen(step.observation)} · ${JSON.stringify(step.settle?.reasons)} ${JSON.stringify(step.times)}`;
        }
      }
    };
    if (first !== undefined) await make(first);
    const begun = performance.now();
    const told = await make(ask).catch(words);
    const ms = performance.now() - begun;
    const closing = performance.now();
    await peer.call("session.close", { sessionId }, { timeoutMs: 60_000 });
    const closed = performance.now() - closing;
    return { ms, told: closed > 1000 ? `${told} · closed after ${closed.toFixed(0)} ms` : told };
  } finally {
    await server.close();
  }
}

function seen({ url, title, html }: { url: string; title: string; html: string }): string {
  return `${title} (${URL.parse(url)?.pathname ?? url}) ${html.slice(0, 0)}`;
}

function words(error: unknown): string {
  const { code, message } = toWebservError(error);
  return `${code}: ${message}`;
}
