// Adds `webserv act …`: one command per action, its words taken from the action's own schema.
import { resolve } from "node:path";

import type { Command } from "commander";

import type { ActionType } from "@webserv/shared/model/action.ts";
import { actions, actionTypes } from "@webserv/shared/model/action.ts";
import type { ActionSpec } from "@webserv/shared/model/actions/action-spec.ts";
import { elementName } from "@webserv/shared/model/actions/action-spec.ts";
import type { ObserveAfter } from "@webserv/shared/model/page/observation.ts";
import { observeOptions } from "@webserv/shared/model/page/observation.ts";
import { DEFAULT_BUDGET_MS } from "@webserv/shared/model/page/settle.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { isErrorCode, toWebservError } from "@webserv/shared/errors/errors.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";

import { QUIET_FLAG, QUIET_HELP, unshown } from "./page-options.ts";
import { withElements, wordFields } from "./element-words.ts";
import { callersFolder } from "../commands/callers-folder.ts";
import { addFields, readFields } from "../commands/command-builder.ts";
import type { CommandFields } from "../commands/command-builder.ts";
import { exitCodeFor, exitCodes } from "../commands/exit-code.ts";
import type { ExitCode } from "../commands/exit-code.ts";
import { formatObservation } from "../../format/observation.ts";
import { formatStep } from "../../format/step.ts";
import { SESSION_FLAGS, SESSION_HELP } from "../commands/method-command.ts";
import type { Field } from "../commands/schema-fields.ts";
import { descriptionOf, fieldsOf, toFlag } from "../commands/schema-fields.ts";
import { chooseSession } from "../commands/session-choice.ts";
import { settleFields } from "../commands/settle-fields.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon, checkParams, withDaemon } from "../commands/settings.ts";
import { uniqueId } from "../commands/unique-id.ts";

export function addActions(
  parent: Command,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: ExitCode) => void,
): void {
  for (const type of actionTypes) {
    // `webserv screenshot` writes the picture into a file.
    if (type === "screenshot") continue;
    const command = parent.command(toFlag(type));
    if (toFlag(type) !== type) command.alias(type);
    addAction(command, type, inFull, settingsOf, setExitCode);
  }
}

/** How a command takes an action's elements and reads the page after it, and how it shows the answer. */
export interface CommandStyle {
  /** True if what could be an id is a name if the page has no such id, as a person means it. */
  readonly idMayBeName: boolean;
  readonly observe: ObserveAfter;
  readonly show: (step: Step) => string;
}

const inFull: CommandStyle = { idMayBeName: false, observe: {}, show: formatAnswer };

/** Gives `command` the options of the action, and its handler. */
export function addAction(
  command: Command,
  type: ActionType,
  style: CommandStyle,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: ExitCode) => void,
): void {
  const fields = actionFields(type);
  addFields(command, fields);
  addFields(command, { positionals: [], options: commonFields() });
  command
    .description(descriptionOf(actions[type].schema))
    .option(SESSION_FLAGS, SESSION_HELP)
    .option("--action-id <id>", "Id of the action; sent again, it is not carried out twice")
    .option(QUIET_FLAG, QUIET_HELP)
    .action(async () => {
      const settings = settingsOf(command);
      const given = readFields(command, fields);
      // A thing that is waited for is known by its id, or not there yet.
      const mayBeName = style.idMayBeName && type !== "wait";
      const named = withElements(given, elementsOf(type), mayBeName);
      const action = whole({ type, ...named });
      const observe = { ...style.observe, ...unshown(command, settings) };
      const step = await act(command, action, observe, settings);
      settings.output.result(step, style.show(step));
      setExitCode(exitCodeOf(step));
    });
}

/** Resolves the names of files against the folder in which the command was typed. */
function whole(action: Record<string, unknown>): Record<string, unknown> {
  const { type, files } = action;
  if (type !== "upload" || !Array.isArray(files)) return action;
  return { ...action, files: files.map((file) => resolve(callersFolder(), String(file))) };
}

/**
 * Required fields, except switches, are positionals in the schema's order; so is an optional field
 * if it is the only one. Everything else is an option.
 */
export function actionFields(type: ActionType): CommandFields {
  const { positionals }: ActionSpec = actions[type];
  const fields = fieldsOf(actions[type].schema)
    .filter(({ name }) => name !== "type")
    .map((field) => (field.kind === "element" ? asElement(field) : field));
  const spare = fields.filter((field) => !field.required && !isSwitch(field));
  const isOption = (field: Field): boolean =>
    positionals !== undefined
      ? !positionals.includes(field.name)
      : field.kind === "boolean" ||
        field.kind === "point" ||
        (!field.required && (isSwitch(field) || spare.length > 1));
  return {
    positionals: fields.filter((field) => !isOption(field)),
    options: [...fields.filter(isOption), ...wordFields(fields)],
  };
}

/** Says of an element what holds on a command line, where words need no braces. */
function asElement(field: Field): Field {
  if (field.description !== descriptionOf(elementName)) return field;
  return {
    ...field,
    description: "Id from the last observation, or the name that the page gives it",
  };
}

function elementsOf(type: ActionType): string[] {
  return fieldsOf(actions[type].schema).flatMap(({ name, kind }) =>
    kind === "element" ? [name] : [],
  );
}

function isSwitch({ kind }: Field): boolean {
  return kind === "choice" || kind === "boolean";
}

let common: readonly Field[] | undefined;

/** Returns the options that all actions share. They are made only if an action is called. */
function commonFields(): readonly Field[] {
  common ??= [...settleFields(), ...fieldsOf(observeOptions)];
  return common;
}

async function act(
  command: Command,
  action: unknown,
  observe: ObserveAfter,
  settings: Settings,
): Promise<Result<"session.act">> {
  const options: Record<string, unknown> = command.opts();
  const actionId = typeof options["actionId"] === "string" ? options["actionId"] : uniqueId();
  const given = readFields(command, { positionals: [], options: commonFields() });
  const order = {
    sessionId: "none-yet",
    actionId,
    action,
    settle: given["settle"] ?? {},
    observe: { ...observe, ...pick(given, observeOptions) },
  };
  const checked = checkParams("session.act", order);
  const budgetMs = checked.settle?.budgetMs ?? DEFAULT_BUDGET_MS;
  return await withDaemon(settings, true, async (peer: AgentPeer) => {
    const named = typeof options["session"] === "string" ? options["session"] : undefined;
    const sessionId = await chooseSession(peer, settings, named);
    const params = checkParams("session.act", { ...order, sessionId });
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

/** Picks the given options that `schema` has. */
function pick(
  values: Record<string, unknown>,
  { shape }: { readonly shape: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name in shape && value !== undefined),
  );
}

function formatAnswer(step: Step): string {
  const line = formatStep(step);
  return step.observation === null ? line : `${line}\n\n${formatObservation(step.observation)}`;
}

export function exitCodeOf({ status, error }: Step): ExitCode {
  if (status === "done" && error === undefined) return exitCodes.ok;
  return error !== undefined && isErrorCode(error.code)
    ? exitCodeFor(error.code)
    : exitCodes.failed;
}
