// Builds the whole command line: every command, with its options only if it is the one called.
import { Command, CommanderError, InvalidArgumentError } from "commander";

import { isMethodName, methods } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { hostVersion } from "../version.ts";
import { addActions } from "./verbs/act-command.ts";
import type { AgentMethod } from "./commands/commands.ts";
import { commands } from "./commands/commands.ts";
import { addDaemonCommands } from "./daemon-command.ts";
import { addDoctor } from "./doctor/doctor-command.ts";
import { exitCodeFor, exitCodes, exitCodeWords } from "./commands/exit-code.ts";
import type { ExitCode } from "./commands/exit-code.ts";
import { addInstall } from "./install-command.ts";
import { addMcp } from "./mcp/mcp-command.ts";
import { addMethod } from "./commands/method-command.ts";
import type { OutputStreams } from "./commands/output.ts";
import { Output } from "./commands/output.ts";
import { addRun } from "./run/run-command.ts";
import { addScreenshot } from "./verbs/screenshot-command.ts";
import type { Settings } from "./commands/settings.ts";
import { addSkill } from "./verbs/skill-command.ts";
import { addVerbs } from "./verbs/verb-commands.ts";

export interface CommandLine {
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
  readonly streams?: OutputStreams;
}

/** Runs one command line. Any error is printed and returned as the exit code. */
export async function runCommandLine({
  args,
  signal,
  streams = process,
}: CommandLine): Promise<number> {
  const ownArgs = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const output = new Output(ownArgs.includes("--json"), streams);
  let exitCode: number = exitCodes.ok;
  const program = buildProgram({
    words: ownArgs.filter((word) => !word.startsWith("-")),
    args,
    output,
    streams,
    signal,
    setExitCode: (code) => {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync(helpAsOption(args), { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return usageExit(error, output);
    output.error(signal.aborted ? interrupted(error) : error);
    return signal.aborted ? exitCodes.interrupted : exitCodeFor(toWebservError(error).code);
  }
}

/** commander's own help takes one word: `help act click` has to become `act click --help`. */
function helpAsOption(args: readonly string[]): string[] {
  const [first, ...path] = args;
  return first === "help" && path.length > 1 ? [...path, "--help"] : [...args];
}

export interface ProgramParts {
  /** The words of the command line: only commands and groups among them are given their options. */
  readonly words: readonly string[];
  /** The whole command line, with its options, in order. */
  readonly args: readonly string[];
  readonly output: Output;
  readonly streams: OutputStreams;
  readonly signal: AbortSignal;
  /** One of `exitCodes`, or the code of the program that the command has run. */
  readonly setExitCode: (code: number) => void;
}

export function buildProgram(parts: ProgramParts): Command {
  const program = new Command("webserv")
    .description("Let an agent use the web through a real browser.")
    .version(hostVersion)
    .option("--json", "Print exactly one JSON document")
    .option("--timeout-ms <number>", "Deadline of the call", positiveNumber)
    .showSuggestionAfterError()
    .showHelpAfterError("next: See `webserv help`, or --help after a command.")
    .addHelpText("after", helpFooter())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void parts.streams.stdout.write(text),
      writeErr: (text) => void (parts.output.json ? undefined : parts.streams.stderr.write(text)),
    });
  const settingsOf = (command: Command): Settings => {
    const timeoutMs: unknown = command.optsWithGlobals()["timeoutMs"];
    return {
      output: parts.output,
      signal: parts.signal,
      timeoutMs: typeof timeoutMs === "number" ? timeoutMs : undefined,
    };
  };
  for (const [name, description] of Object.entries(groups)) {
    const group = program.command(name).description(description);
    if (!parts.words.includes(name)) continue;
    if (name === "act") addActions(group, settingsOf, parts.setExitCode);
    if (name === "daemon") addDaemonCommands(group, settingsOf);
    addMethods(group, name, undefined, settingsOf, parts.setExitCode);
  }
  addVerbs(program, parts, settingsOf);
  addSkill(program, settingsOf);
  addMethods(program, undefined, parts.words, settingsOf, parts.setExitCode);
  addInstall(program, settingsOf);
  addMcp(program, settingsOf);
  addDoctor(program, settingsOf, parts.setExitCode);
  addRun(program, settingsOf, parts.setExitCode);
  return program;
}

const groups = {
  session: "Open, list and close sessions: an agent's lease of tabs",
  act: "Carry out one action, wait until the page has finished, and read it",
  browser: "Launch, list and close browsers with the extension",
  site: "List, import and remove sites that can be sandboxed",
  sandbox: "Create, checkpoint, restore, branch and delete sandboxes",
  pool: "List the pools of sandboxes kept ready, and say how large they are",
  env: "Make, list, reset and delete isolated environments, many in one browser",
  trajectory: "List and show what was recorded",
  daemon: "Start, stop and look at the daemon; most commands start it by themselves",
};

/**
 * Adds the methods whose command belongs to `group`, or to no group if that is undefined. If
 * `words` is given, only commands among them are given their options.
 */
function addMethods(
  parent: Command,
  group: string | undefined,
  words: readonly string[] | undefined,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: number) => void,
): void {
  for (const name of Object.keys(commands)) {
    if (!isMethodName(name) || !isAgentMethod(name)) continue;
    addIfIn(parent, group, name, words, settingsOf, setExitCode);
  }
}

// The type parameter ties the entry to its method: an entry of a union of tables would fit no call.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function addIfIn<N extends AgentMethod>(
  parent: Command,
  group: string | undefined,
  method: N,
  words: readonly string[] | undefined,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: number) => void,
): void {
  const spec = commands[method];
  // The actions have their own commands.
  if ("reason" in spec || method === "session.act") return;
  const [first, second] = spec.path;
  const [itsGroup, word] = second === undefined ? [undefined, first] : [first, second];
  if (word === undefined || itsGroup !== group) return;
  const command = parent.command(word).description(methods[method].summary);
  if (words?.includes(word) === false) return;
  if (method === "session.screenshot") addScreenshot(command, settingsOf);
  else addMethod(command, method, spec, settingsOf, setExitCode);
}

function isAgentMethod(name: keyof typeof methods): name is AgentMethod {
  return methods[name].link === "agent-daemon";
}

function positiveNumber(written: string): number {
  const value = Number(written);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number of milliseconds above 0.");
}

function helpFooter(): string {
  const codes = Object.entries(exitCodeWords).map(
    ([code, words]) => `  ${code.padStart(3)}  ${words}`,
  );
  return [
    "",
    "Exit codes:",
    ...codes,
    "",
    "Values that begin with a hyphen stand after --, as in: webserv act type amount -- -5",
    "WEBSERV_HOME is the folder that holds all data, WEBSERV_SESSION the session that commands mean,",
    "WEBSERV_BROWSER the browser to launch, WEBSERV_PORT the port a daemon serves agents on,",
    "WEBSERV_BACKENDS the sandbox backends a daemon has, such as local or incus,local.",
  ].join("\n");
}

/** commander has printed the error for people already; machines are told here. */
function usageExit(error: CommanderError, output: Output): ExitCode {
  if (error.exitCode === 0) return exitCodes.ok;
  if (output.json) {
    output.error(
      new WebservError("invalid-params", usageWords(error), {
        next: "See the command's --help.",
      }),
    );
  }
  return exitCodes.usage;
}

function usageWords({ code, message }: CommanderError): string {
  return code === "commander.help" ? "a command is missing" : message.replace(/^error: /, "");
}

function interrupted(error: unknown): WebservError {
  return new WebservError("cancelled", "interrupted", { cause: error });
}
