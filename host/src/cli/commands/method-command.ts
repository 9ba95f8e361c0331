// Makes a command that calls one method of the daemon and shows its answer.
import type { Command } from "commander";

import { methods } from "@webserv/shared/protocol/methods.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { addFields, readFields } from "./command-builder.ts";
import type { CommandFields } from "./command-builder.ts";
import type { AgentMethod, MethodCommand } from "./commands.ts";
import { fieldsOf } from "./schema-fields.ts";
import { chooseSession } from "./session-choice.ts";
import { settleFields } from "./settle-fields.ts";
import type { Settings } from "./settings.ts";
import { callDaemon, checkParams, withDaemon } from "./settings.ts";

export const SESSION_FLAGS = "--session <id>";
export const SESSION_HELP =
  "Session; WEBSERV_SESSION, this shell's, or the only one from a shell if left out";

/** Gives `command` the options of the method, and its action. */
export function addMethod<N extends AgentMethod>(
  command: Command,
  method: N,
  spec: MethodCommand<N>,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: number) => void,
): void {
  const fields = commandFields(method, spec);
  addFields(command, fields);
  if (spec.inSession === true) command.option(SESSION_FLAGS, SESSION_HELP);
  command.action(async () => {
    const settings = settingsOf(command);
    const result = await withDaemonFor(command, method, spec, fields, settings);
    const exitCode = spec.exitCode?.(result);
    if (exitCode !== undefined) setExitCode(exitCode);
  });
}

/** Returns the fields of a method that stand on its command line. */
export function commandFields<N extends AgentMethod>(
  method: N,
  spec: Pick<MethodCommand<N>, "hidden" | "inSession">,
): CommandFields {
  const shown = fieldsOf(methods[method].params)
    .filter(
      ({ name }) =>
        spec.hidden?.[name] === undefined && !(spec.inSession === true && name === "sessionId"),
    )
    .flatMap((field) => (field.name === "settle" ? settleFields() : [field]));
  const named: readonly string[] = positionalsOf(method);
  return {
    positionals: named.flatMap((name) => shown.filter((field) => field.name === name)),
    options: shown.filter((field) => !named.includes(field.name)),
  };
}

function positionalsOf(method: AgentMethod): readonly string[] {
  const spec = methods[method];
  return "positional" in spec ? spec.positional : [];
}

async function withDaemonFor<N extends AgentMethod>(
  command: Command,
  method: N,
  spec: MethodCommand<N>,
  fields: CommandFields,
  settings: Settings,
): Promise<Result<N>> {
  const given = readFields(command, fields);
  // The parameters are checked first, so that an invalid command line starts no daemon.
  if (spec.inSession !== true) checkParams(method, given);
  return await withDaemon(settings, spec.runningOnly !== true, async (peer) => {
    const named: unknown = command.opts()["session"];
    const whole =
      spec.inSession === true
        ? {
            ...given,
            sessionId: await chooseSession(
              peer,
              settings,
              typeof named === "string" ? named : undefined,
            ),
          }
        : given;
    const checked = checkParams(method, whole);
    const params = spec.complete?.(checked) ?? checked;
    const result = await callDaemon(peer, settings, method, params, spec.timeoutMs);
    spec.keep?.(result, params);
    settings.output.result(result, spec.show(result, params));
    const stderrText = settings.output.json ? "" : (spec.stderrText?.(result) ?? "");
    if (stderrText !== "") settings.output.note(stderrText);
    return result;
  });
}
