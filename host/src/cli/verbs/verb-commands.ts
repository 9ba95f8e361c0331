// Adds `webserv open`, `look`, `click`, …: a whole task from a shell, with answers short enough for a model.
import type { Command } from "commander";

import { observeOptions } from "@webserv/shared/model/page/observation.ts";

import { OPEN_TIMEOUT_MS } from "../../reach/agent-limits.ts";
import { addAction, exitCodeOf } from "./act-command.ts";
import type { CommandStyle } from "./act-command.ts";
import { findCallers } from "../commands/callers.ts";
import { addFields, readFields } from "../commands/command-builder.ts";
import { commands } from "../commands/commands.ts";
import type { ExitCode } from "../commands/exit-code.ts";
import { addFillOptions, fillingSession, readFill } from "./fill-command.ts";
import { formatPage, heading } from "../../format/observation.ts";
import { formatSessionBrowser } from "../../format/session-browser.ts";
import { formatBriefly } from "../../format/step.ts";
import { commandFields, SESSION_FLAGS, SESSION_HELP } from "../commands/method-command.ts";
import { fieldsOf } from "../commands/schema-fields.ts";
import { addMaxTokens, isQuiet, QUIET_FLAG, readMaxTokens, unshown } from "./page-options.ts";
import { addScreenshot } from "./screenshot-command.ts";
import { chooseSession } from "../commands/session-choice.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon, checkParams, withDaemon } from "../commands/settings.ts";
import { forgetSession, rememberSession } from "../commands/shell-session.ts";
import { verbs } from "./verbs.ts";
import type { SessionVerb } from "./verbs.ts";

type SettingsOf = (command: Command) => Settings;
interface VerbParts {
  readonly words: readonly string[];
  /** The whole command line, with its options, in order. */
  readonly args: readonly string[];
  readonly setExitCode: SetExitCode;
}
type SetExitCode = (code: ExitCode) => void;

const sessionCommands: Readonly<
  Record<
    SessionVerb,
    (
      command: Command,
      settingsOf: SettingsOf,
      setExitCode: SetExitCode,
      args: readonly string[],
    ) => void
  >
> = {
  open: addOpen,
  look: addLook,
  fill: addFill,
  shot: (command, settingsOf) => addScreenshot(command, settingsOf, "argument"),
  close: addClose,
};

/** Adds every verb; only verbs among `words` are given their options. */
export function addVerbs(
  program: Command,
  { words, args, setExitCode }: VerbParts,
  settingsOf: SettingsOf,
): void {
  for (const each of verbs) {
    const { verb, summary, type } = each;
    const command = program.command(verb).description(summary);
    const alias = type === undefined ? undefined : each.alias;
    if (alias !== undefined) command.alias(alias);
    if (!words.includes(verb) && !(alias !== undefined && words.includes(alias))) continue;
    if (type === undefined) sessionCommands[verb](command, settingsOf, setExitCode, args);
    else addAction(command, type, changesOnly, settingsOf, setExitCode);
  }
}

/** A model acts by ids; it asks for the address of a link if it needs it. */
const BRIEFLY = { addresses: "off" } as const;

const CHANGES = { diff: true, ...BRIEFLY } as const;

/** Shows only what has changed if that is shorter than the page. */
const changesOnly: CommandStyle = {
  idMayBeName: true,
  observe: CHANGES,
  show: (step) => {
    const line = formatBriefly(step);
    return step.observation === null ? line : `${line}\n${formatPage(step.observation, step)}`;
  },
};

function addOpen(command: Command, settingsOf: SettingsOf): void {
  const spec = commands["session.open"];
  if ("reason" in spec) return;
  const fields = commandFields("session.open", spec);
  addFields(command, fields);
  addMaxTokens(command);
  command.option(QUIET_FLAG, "Print where it was opened, not the page").action(async () => {
    const settings = settingsOf(command);
    const observe = {
      ...(settings.output.json ? {} : BRIEFLY),
      ...readMaxTokens(command),
      ...unshown(command, settings),
    };
    const given = checkParams("session.open", { ...readFields(command, fields), observe });
    const params = spec.complete?.(given) ?? given;
    await withDaemon(settings, true, async (peer) => {
      const opened = await callDaemon(peer, settings, "session.open", params, OPEN_TIMEOUT_MS);
      const { sessionId } = opened.session;
      rememberSession(sessionId, await findCallers());
      const { observation } = opened;
      const page = observation === null ? "" : `\n${formatPage(observation)}`;
      const where = formatSessionBrowser(opened.browser);
      settings.output.result(opened, `opened ${sessionId} in ${where}${page}`);
    });
  });
}

function addLook(command: Command, settingsOf: SettingsOf): void {
  const fields = { positionals: [], options: fieldsOf(observeOptions) };
  addFields(command, fields);
  command.option(QUIET_FLAG, "Print the title and the address, not the page");
  command.option(SESSION_FLAGS, SESSION_HELP).action(async () => {
    const settings = settingsOf(command);
    const given = readFields(command, fields);
    await inSession(command, settings, async (peer, sessionId) => {
      const params = checkParams("session.observe", { ...BRIEFLY, ...given, sessionId });
      const page = await callDaemon(peer, settings, "session.observe", params);
      settings.output.result(page, isQuiet(command) ? heading(page) : formatPage(page));
    });
  });
}

function addFill(
  command: Command,
  settingsOf: SettingsOf,
  setExitCode: SetExitCode,
  args: readonly string[],
): void {
  addFillOptions(command);
  addMaxTokens(command);
  command.option(SESSION_FLAGS, SESSION_HELP).action(async () => {
    const settings = settingsOf(command);
    const fields = await readFill(command, args);
    const maxTokens = readMaxTokens(command);
    const { fill, filledText } = await import("../../agent/fill.ts");
    await inSession(command, settings, async (peer, sessionId) => {
      const session = fillingSession(peer, settings, sessionId, { ...CHANGES, ...maxTokens });
      const { later: quiet = false } = unshown(command, settings);
      const { steps, last } = await fill(session, fields, quiet);
      const line = filledText(steps, formatBriefly);
      const { observation } = last;
      const page = observation === null ? "" : `\n${formatPage(observation)}`;
      settings.output.result({ steps }, `${line}${page}`);
      setExitCode(exitCodeOf(last));
    });
  });
}

function addClose(command: Command, settingsOf: SettingsOf): void {
  command.option(SESSION_FLAGS, SESSION_HELP).action(async () => {
    const settings = settingsOf(command);
    await inSession(command, settings, async (peer, sessionId) => {
      await callDaemon(peer, settings, "session.close", { sessionId });
      forgetSession(sessionId);
      settings.output.result({ sessionId }, `closed ${sessionId}`);
    });
  });
}

async function inSession(
  command: Command,
  settings: Settings,
  use: (peer: AgentPeer, sessionId: string) => Promise<void>,
): Promise<void> {
  const named: unknown = command.opts()["session"];
  await withDaemon(settings, true, async (peer) => {
    const given = typeof named === "string" ? named : undefined;
    await use(peer, await chooseSession(peer, settings, given));
  });
}
