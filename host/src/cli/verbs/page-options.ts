// Declares the options of every command that prints a page: how long the page may be, and that it is left away.
import type { Command } from "commander";

import type { ObserveAfter } from "@webserv/shared/model/page/observation.ts";
import { observeOptions } from "@webserv/shared/model/page/observation.ts";

import { addFields, readFields } from "../commands/command-builder.ts";
import type { Settings } from "../commands/settings.ts";
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

/** Returns the option by which a page that is not printed is not the one that the next changes are told of. */
export function unshown(command: Command, { output }: Settings): Pick<ObserveAfter, "later"> {
  return isQuiet(command) && !output.json ? { later: true } : {};
}

export function isQuiet(command: Command): boolean {
  return command.opts()["quiet"] === true;
}
