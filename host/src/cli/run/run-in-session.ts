// Opens the session in which a task is done, runs the agent there, and closes the session whatever happens.
import { resolve } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";

import { OPEN_TIMEOUT_MS } from "../../reach/agent-limits.ts";
import { openModel } from "../../task-agent/models/open-model.ts";
import { readPrompt } from "../../task-agent/prompt.ts";
import { runTask } from "../../task-agent/run-task.ts";
import type { TaskResult, TaskReporter } from "../../task-agent/run-task.ts";
import { sessionWorld } from "../../task-agent/session-world.ts";
import { connect } from "../../client/client.ts";
import type { Client } from "../../client/client.ts";
import { callersFolder } from "../commands/callers-folder.ts";
import { formatSessionBrowser } from "../../format/session-browser.ts";
import { formatObservation } from "../../format/observation.ts";
import { describeAction, formatOutcome } from "../../format/step.ts";
import type { Output } from "../commands/output.ts";
import type { RunOptions } from "./run-options.ts";
import type { Settings } from "../commands/settings.ts";
import { checkParams } from "../commands/settings.ts";
import { thoughtStream } from "./thought-stream.ts";

/** A model may think for long before its answer begins. */
const MODEL_TIMEOUT_MS = 300_000;
const RECENT_STEPS = 6;
const CLOSE_MS = 30_000;
/** The lease of a session after which it ends unused, and how often this process renews it. */
const LEASE_MS = 10 * 60_000;
const PING_MS = 60_000;

export async function runInSession(
  task: string,
  options: RunOptions,
  settings: Settings,
): Promise<{ result: TaskResult; sessionId: string }> {
  const { api, model: name, baseUrl, apiKey, maxAnswerTokens: answerTokens } = options;
  const timeoutMs = settings.timeoutMs ?? MODEL_TIMEOUT_MS;
  const model = await openModel({ api, model: name, baseUrl, apiKey, timeoutMs, answerTokens });
  const prompt = readPrompt({ cues: options.cues });
  return await withClient(settings, async (client) => {
    const sessionId = options.session ?? (await open(client, options, settings));
    settings.output.note(`${sessionId}: ${prompt.name} ${prompt.version} on ${name}`);
    const using = keepInUse(client, sessionId);
    try {
      const world = sessionWorld({
        peer: client,
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
        tell: reporterTo(settings.output),
      });
      return { result, sessionId };
    } finally {
      clearInterval(using);
      if (options.session === undefined && !options.keep) await close(client, sessionId);
    }
  });
}

/** Uses a client that connects again if the daemon ends, and that still works for closing after Ctrl-C. */
async function withClient<T>(
  { signal }: Settings,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const opening = new AbortController();
  const abort = (): void => opening.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  const client = await connect({ name: "webserv", signal: opening.signal });
  signal.removeEventListener("abort", abort);
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

/** A model may think for longer than the session's lease. */
function keepInUse(client: Client, sessionId: string): NodeJS.Timeout {
  return setInterval(() => {
    client.call("session.ping", { sessionId }).catch(() => {});
  }, PING_MS);
}

async function open(
  client: Client,
  { url, sites, browserId, model, keep }: RunOptions,
  settings: Settings,
): Promise<string> {
  const params = checkParams("session.open", {
    ...(url === undefined ? {} : { url }),
    ...(browserId === undefined ? {} : { browserId }),
    sites,
    agent: `run ${model}`.slice(0, 100),
    filesFrom: resolve(callersFolder(), "."),
    // The session should outlive a daemon that ends, but not by long this process, should it be
    // killed.
    ...(keep ? {} : { leaseMs: LEASE_MS }),
  });
  const { signal, timeoutMs = OPEN_TIMEOUT_MS } = settings;
  const { id, browser } = await client.open(params, { signal, timeoutMs });
  if (browser !== null) settings.output.note(`opened in ${formatSessionBrowser(browser)}`);
  return id;
}

/** Also runs after Ctrl-C, and if the session has ended by itself. */
async function close(client: Client, sessionId: string): Promise<void> {
  await client.call("session.close", { sessionId }, { timeoutMs: CLOSE_MS }).catch(() => {});
}

/** Text for a model has no colours, whatever the terminal. */
function plain(text: string): string {
  return stripVTControlCharacters(text);
}

function reporterTo(output: Output): TaskReporter {
  const thoughts = thoughtStream((text) => output.piece(text));
  return {
    delta: thoughts.delta,
    answered: thoughts.end,
    again: (why) => output.note(`${coloured("yellow", "asked again:")} ${why}`),
    fault: (fault) => output.note(`${coloured("yellow", "not carried out:")} ${fault}`),
    step: (step, action, outcome) =>
      output.note(`${coloured("bold", `${step}. ${describeAction(action)}`)}\n${outcome}\n`),
  };
}

function coloured(style: "bold" | "yellow", text: string): string {
  return styleText(style, text, { stream: process.stderr });
}
