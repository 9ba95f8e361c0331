// Declares the options of every command that prints a page: how long the page may be, and that it is left away.
import type { Command } from "commander";

import { observeOptions } from "@webserv/shared/model/page/observation.ts";

import { addFields, readFields } from "../commands/command-builder.ts";
import { checkParams } from "../commands/settings.ts";
import { fieldsOf } from "../commands/schema-fields.ts";

export const QUIET_FLAG = "--quiet";
export const QUIET_HELP = "Print what happened, not the page";

const isLength = ({ name }: { readonly name: string }): boolean => name === "maxTokens";

export function addMaxTokens(command: Command): void {
  addFields(command, { positionals: [], options: fieldsOf(observeOptions).filter(isLength) });
}

export function readMaxTokens(command: Command): { readonly maxTokens?: number } {
  const options = fieldsOf(observeOptions).filter(isLength);
  const given = readFields(command, { positionals: [], options });
  const { maxTokens } = checkParams("session.observe", { sessionId: "none-yet", ...given });
  return maxTokens === undefined ? {} : { maxTokens };
}

export function isQuiet(command: Command): boolean {
  return command.opts()["quiet"] === true;
}
