// `webserv act …`: one command an action, its words from the action's own schema.
import { randomUUID } from "node:crypto";

import type { Command } from "commander";

import type { ActionType } from "@webserv/shared/model/action.ts";
import { actions, actionTypes } from "@webserv/shared/model/action.ts";
import { observeOptions } from "@webserv/shared/model/observation.ts";
import { DEFAULT_BUDGET_MS, settleOptions } from "@webserv/shared/model/settle.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { isErrorCode, toWebservError } from "@webserv/shared/protocol/errors.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";

import { addFields, readFields } from "./command-builder.ts";
import type { CommandFields } from "./command-builder.ts";
import { exitCodeFor, exitCodes } from "./exit-code.ts";
import type { ExitCode } from "./exit-code.ts";
import { formatObservation } from "./format/observation.ts";
import { formatStep } from "./format/step.ts";
import { SESSION_FLAGS, SESSION_HELP } from "./method-command.ts";
import type { Field } from "./schema-fields.ts";
import { descriptionOf, fieldsOf, toFlag } from "./schema-fields.ts";
import { chooseSession } from "./session-choice.ts";
import type { AgentPeer, Settings } from "./settings.ts";
import { callDaemon, checkParams, withDaemon } from "./settings.ts";

export function addActions(
  parent: Command,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: ExitCode) => void,
): void {
  for (const type of actionTypes) {
    // A command of its own writes the picture into a file.
    if (type === "screenshot") continue;
    const command = parent.command(toFlag(type)).description(descriptionOf(actions[type]));
    if (toFlag(type) !== type) command.alias(type);
    const fields = actionFields(type);
    addFields(command, fields);
    addFields(command, { positionals: [], options: commonFields });
    command
      .option(SESSION_FLAGS, SESSION_HELP)
      .option("--action-id <id>", "Id of the action; asked again, it runs no second time")
      .option("--quiet", "Print what happened, not the page")
      .action(async () => {
        const settings = settingsOf(command);
        const step = await act(command, { type, ...readFields(command, fields) }, settings);
        const quiet = command.opts()["quiet"] === true;
        settings.output.result(step, formatAnswer(step, quiet));
        setExitCode(exitCodeOf(step));
      });
  }
}

/**
 * Texts, numbers and lists that must be given stand by themselves, in the schema's order, as does one
 * that may be left out if it is the only one; everything else goes by name.
 */
export function actionFields(type: ActionType): CommandFields {
  const fields = fieldsOf(actions[type]).filter(({ name }) => name !== "type");
  const spare = fields.filter((field) => !field.required && !isSwitch(field));
  const isOption = (field: Field): boolean =>
    isSwitch(field) || (!field.required && spare.length > 1);
  return {
    positionals: fields.filter((field) => !isOption(field)),
    options: fields.filter(isOption),
  };
}

function isSwitch({ kind }: Field): boolean {
  return kind === "choice" || kind === "boolean";
}

const settleFields = fieldsOf(settleOptions);
const observeFields = fieldsOf(observeOptions);

/** The settle's mode is what --settle says; everything else keeps its name. */
const commonFields: readonly Field[] = [
  ...settleFields.map((field) => (field.name === "mode" ? { ...field, flag: "settle" } : field)),
  ...observeFields,
];

async function act(
  command: Command,
  action: unknown,
  settings: Settings,
): Promise<Result<"session.act">> {
  const options: Record<string, unknown> = command.opts();
  const actionId = typeof options["actionId"] === "string" ? options["actionId"] : randomUUID();
  const common = readFields(command, { positionals: [], options: commonFields });
  const given = {
    sessionId: "none-yet",
    actionId,
    action,
    settle: pick(common, settleFields),
    observe: pick(common, observeFields),
  };
  const checked = checkParams("session.act", given);
  const budgetMs = checked.settle?.budgetMs ?? DEFAULT_BUDGET_MS;
  return await withDaemon(settings, true, async (peer: AgentPeer) => {
    const named = typeof options["session"] === "string" ? options["session"] : undefined;
    const sessionId = await chooseSession(peer, settings, named);
    const params = checkParams("session.act", { ...given, sessionId });
    try {
      return await callDaemon(peer, settings, "session.act", params, budgetMs + DEFAULT_TIMEOUT_MS);
    } catch (error) {
      const { code } = toWebservError(error);
      if (code === "disconnected" || code === "timeout" || code === "cancelled") {
        settings.output.note(
          `Whether it happened is open. The same command with --session ${sessionId} --action-id ${actionId} tells, and does nothing twice.`,
        );
      }
      throw error;
    }
  });
}

function pick(values: Record<string, unknown>, fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ name }) => values[name] !== undefined).map(({ name }) => [name, values[name]]),
  );
}

function formatAnswer(step: Step, quiet: boolean): string {
  const line = formatStep(step);
  return quiet || step.observation === null
    ? line
    : `${line}\n\n${formatObservation(step.observation)}`;
}

function exitCodeOf({ status, error }: Step): ExitCode {
  if (status === "done" && error === undefined) return exitCodes.ok;
  return error !== undefined && isErrorCode(error.code)
    ? exitCodeFor(error.code)
    : exitCodes.failed;
}
