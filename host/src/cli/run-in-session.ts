// Opens the session that a task is done in, lets the agent do it there, and closes it whatever happens.
import { resolve } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";

import type { Session } from "@webserv/shared/model/session.ts";

import { withBrowser } from "../agent/ensure-browser.ts";
import { openModel } from "../agent/run/models/open-model.ts";
import { readPrompt } from "../agent/run/prompt.ts";
import { runTask } from "../agent/run/run-task.ts";
import type { TaskResult, Teller } from "../agent/run/run-task.ts";
import { sessionWorld } from "../agent/run/session-world.ts";
import { callersFolder } from "./callers-folder.ts";
import { LONG_TIMEOUT_MS } from "./commands.ts";
import { formatObservation } from "./format/observation.ts";
import { describeAction, formatOutcome } from "./format/step.ts";
import type { Output } from "./output.ts";
import type { RunOptions } from "./run-options.ts";
import type { AgentPeer, Settings } from "./settings.ts";
import { thoughtStream } from "./thought-stream.ts";
import { callDaemon, checkParams, withDaemon } from "./settings.ts";

/** A model may think for long before its answer begins. */
const MODEL_TIMEOUT_MS = 300_000;
const RECENT_STEPS = 6;
const CLOSE_MS = 30_000;

export async function runInSession(
  task: string,
  options: RunOptions,
  settings: Settings,
): Promise<{ result: TaskResult; sessionId: string }> {
  const { api, model: name, baseUrl, apiKey } = options;
  const timeoutMs = settings.timeoutMs ?? MODEL_TIMEOUT_MS;
  const model = await openModel({ api, model: name, baseUrl, apiKey, timeoutMs });
  const prompt = readPrompt({ cues: options.cues });
  return await withDaemon(settings, true, async (peer) => {
    const sessionId = options.session ?? (await open(peer, options, settings)).sessionId;
    settings.output.note(`${sessionId}: ${prompt.name} ${prompt.version} on ${name}`);
    try {
      const world = sessionWorld({
        peer,
        sessionId,
        observe: { maxTokens: options.pageTokens, cues: options.cues ? "on" : "off" },
        vision: options.vision,
        signal: settings.signal,
        words: {
          observation: (observation) => plain(formatObservation(observation)),
          outcome: (step) => plain(formatOutcome(step)),
        },
      });
      const result = await runTask({
        task,
        prompt,
        model,
        world,
        limits: options.limits,
        prices: options.prices,
        history: { tokens: options.historyTokens, recent: RECENT_STEPS },
        signal: settings.signal,
        tell: teller(settings.output),
      });
      return { result, sessionId };
    } finally {
      if (options.session === undefined && !options.keep) await close(peer, sessionId);
    }
  });
}

async function open(
  peer: AgentPeer,
  { url, sites, browserId, model, keep }: RunOptions,
  settings: Settings,
): Promise<Session> {
  const params = checkParams("session.open", {
    ...(url === undefined ? {} : { url }),
    ...(browserId === undefined ? {} : { browserId }),
    sites,
    agent: `run ${model}`.slice(0, 100),
    filesFrom: resolve(callersFolder(), "."),
    // Closed by the daemon too, should this process be killed.
    lifetime: keep ? "lease" : "connection",
  });
  const { session } = await withBrowser(peer, settings.signal, () =>
    callDaemon(peer, settings, "session.open", params, LONG_TIMEOUT_MS),
  );
  return session;
}

/** Also after Ctrl-C, and where the session has ended by itself. */
async function close(peer: AgentPeer, sessionId: string): Promise<void> {
  await peer.call("session.close", { sessionId }, { timeoutMs: CLOSE_MS }).catch(() => {});
}

/** What goes to a model has no colours, whatever the terminal. */
function plain(text: string): string {
  return stripVTControlCharacters(text);
}

function teller(output: Output): Teller {
  const thoughts = thoughtStream((text) => output.piece(text));
  return {
    delta: thoughts.delta,
    answered: thoughts.end,
    fault: (fault) => output.note(`${coloured("yellow", "not carried out:")} ${fault}`),
    step: (step, action, outcome) =>
      output.note(`${coloured("bold", `${step}. ${describeAction(action)}`)}\n${outcome}\n`),
  };
}

function coloured(style: "bold" | "yellow", text: string): string {
  return styleText(style, text, { stream: process.stderr });
}
