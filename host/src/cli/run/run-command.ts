// Adds `webserv run "<task>"`: our own agent does a task in its own session.
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";

import { costOf, usd } from "../../task-agent/account.ts";
import type { Prices } from "../../task-agent/account.ts";
import { keyVariables, modelApis } from "../../task-agent/models/open-model.ts";
import type { TaskResult } from "../../task-agent/run-task.ts";
import { pathsFor } from "../../paths.ts";
import { stepsFile } from "../../trajectory/trajectory-files.ts";
import { addToList } from "../commands/command-builder.ts";
import { exitCodeFor, exitCodes } from "../commands/exit-code.ts";
import type { ExitCode } from "../commands/exit-code.ts";
import { errorDocument } from "../commands/output.ts";
import { readRunOptions } from "./run-options.ts";
import type { RunOptions } from "./run-options.ts";
import type { Settings } from "../commands/settings.ts";

export function addRun(
  parent: Command,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: ExitCode) => void,
): void {
  const run = parent
    .command("run")
    .description("Have a language model do a task in a session of its own")
    .argument("<task>", "What is to be done, in words")
    .option("--url <url>", "Where it begins; the sandbox's own address with --sites")
    .requiredOption("--model <name>", "Model, as its service calls it")
    .option("--base-url <url>", "Address of the service; the official one if left out")
    .addOption(
      new Option("--api <name>", "What the service speaks").choices(modelApis).default("chat"),
    )
    .option("--api-key-env <name>", `Variable with the key (${keyNames()})`)
    .option("--vision", "Show the model a picture of the page too, its elements marked")
    .option("--no-cues", "Mark nothing that can be clicked and hovered")
    .option("--max-steps <number>", "Actions before it ends (30)", positive)
    .option("--max-tokens <number>", "Tokens of all questions and answers before it ends", positive)
    .option("--max-cost <usd>", "USD before it ends; needs --price-in and --price-out", positive)
    .option("--max-answer-tokens <number>", "Tokens that one answer may have (16000)", positive)
    .option("--price-in <usd>", "USD per million tokens of questions", priceOf)
    .option("--price-out <usd>", "USD per million tokens of answers", priceOf)
    .option(
      "--price-cached <usd>",
      "USD per million tokens read from its cache (as --price-in)",
      priceOf,
    )
    .option("--price-cache-write <usd>", "USD per million tokens written to its cache", priceOf)
    .option("--page-tokens <number>", "Tokens that one page may take, about (8000)", positive)
    .option("--history-tokens <number>", "Tokens that earlier steps may take (4000)", positive)
    .addOption(
      new Option(
        "--sites <name>",
        "Sites to start a fresh sandbox of; repeat it or separate with commas",
      ).argParser(addToList),
    )
    .option("--browser-id <id>", "Browser; any one that is connected if left out")
    .addOption(
      new Option("--session <id>", "Session to use, and to leave open").conflicts([
        "url",
        "sites",
        "browserId",
      ]),
    )
    .option("--keep", "Leave the session open")
    .action(async (task: string) => {
      // The code that runs a task is loaded by this command alone.
      const { runInSession } = await import("./run-in-session.ts");
      const settings = settingsOf(run);
      const options = readRunOptions(run.opts(), process.env);
      const { result, sessionId } = await runInSession(task, options, settings);
      const trajectory = stepsFile(pathsFor().trajectoriesDir, sessionId);
      settings.output.result(
        { ...summary(result, options), sessionId, trajectory },
        formatResult(result, options.prices),
      );
      settings.output.note(`every step: webserv trajectory show ${sessionId}`);
      if (result.error !== undefined && !settings.output.json) settings.output.error(result.error);
      setExitCode(exitCodeOf(result));
    });
}

function exitCodeOf({ success, reason, error }: TaskResult): ExitCode {
  if (reason === "interrupted") return exitCodes.interrupted;
  if (error !== undefined) return exitCodeFor(error.code);
  return success ? exitCodes.ok : exitCodes.failed;
}

function summary(
  { success, reason, answer, steps, account, faults, error }: TaskResult,
  { model, prices }: RunOptions,
): Record<string, unknown> {
  const cost = costOf(account, prices);
  return {
    success,
    reason,
    answer,
    steps,
    faults,
    model,
    ...account,
    ...(cost === undefined ? {} : { cost }),
    ...(error === undefined ? {} : errorDocument(error)),
  };
}

function formatResult(result: TaskResult, prices: Prices | undefined): string {
  const { success, reason, steps, account, error } = result;
  // The error is printed on stderr, with what to do next.
  const answer = error === undefined ? result.answer : "";
  const cost = costOf(account, prices);
  const facts = [
    `${steps} ${steps === 1 ? "step" : "steps"}`,
    `${account.inputTokens} + ${account.outputTokens} tokens`,
    ...(cost === undefined ? [] : [usd(cost)]),
    ...(account.cachedTokens === 0 ? [] : [`${account.cachedTokens} of them cached`]),
    ...(account.estimatedCalls === 0 ? [] : ["tokens are estimated in part"]),
  ];
  const head = success ? "done" : reason === "done" ? "not done" : `ended: ${reason}`;
  return [`${head} (${facts.join(", ")})`, answer].filter((line) => line !== "").join("\n");
}

function keyNames(): string {
  return [...new Set(Object.values(keyVariables))].join(", ");
}

function positive(written: string): number {
  const value = Number(written);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

function priceOf(written: string): number {
  const value = Number(written);
  if (written.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number of USD, 0 or more.");
}
