// Turns fields of a schema into the positionals and options of a command, and back into values.
import { Argument, InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";

import type { Field } from "./schema-fields.ts";
import { fieldValue, pointOf } from "./schema-fields.ts";

export interface CommandFields {
  /** The positionals in their order on the command line. */
  readonly positionals: readonly Field[];
  readonly options: readonly Field[];
}

export function addFields(command: Command, { positionals, options }: CommandFields): void {
  for (const [index, field] of positionals.entries()) {
    command.addArgument(toArgument(field, index === positionals.length - 1));
  }
  for (const field of options) {
    command.addOption(toOption(field));
    if (isUndecided(field)) command.addOption(toNegation(field));
  }
}

/** Returns the given values by the names of their parameters. */
export function readFields(
  command: Command,
  { positionals, options }: CommandFields,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const written: Record<string, unknown> = command.opts();
  for (const field of options) {
    const value = written[field.flag];
    if (value === undefined) continue;
    const { within } = field;
    if (within === undefined) values[field.name] = fieldValue(field, value);
    else values[within] = { ...Object(values[within]), [field.name]: fieldValue(field, value) };
  }
  for (const [index, field] of positionals.entries()) {
    const value: unknown = command.processedArgs[index];
    if (value !== undefined) values[field.name] = fieldValue(field, value);
  }
  return values;
}

function toArgument(field: Field, last: boolean): Argument {
  const name = field.kind === "list" && last ? `${field.flag}...` : field.flag;
  const argument = new Argument(field.required ? `<${name}>` : `[${name}]`, field.description);
  return field.kind === "choice" ? argument.choices(field.choices) : argument;
}

function toOption(field: Field): Option {
  const option = new Option(flagsOf(field), describe(field));
  // A positional's neighbour must not be taken for one more value, so a list's option repeats.
  if (field.kind === "list") option.argParser(addToList);
  if (field.kind === "choice") option.choices(field.choices);
  if (isUndecided(field)) option.argParser(toBoolean);
  if (field.kind === "point") option.argParser(toPoint);
  // Keyed by flag: two schemas of one command may each have a field of the same name.
  option.attributeName = () => field.flag;
  return field.required ? option.makeOptionMandatory() : option;
}

/** The flag may be followed by the value, as its description tells both; no other word is taken for a neighbour. */
function toBoolean(written: string): boolean {
  if (written === "true") return true;
  if (written === "false") return false;
  throw new InvalidArgumentError(
    "It takes true, false or nothing. Write the command's other words before it.",
  );
}

function toPoint(written: string): unknown {
  const point = pointOf(written);
  if (point !== undefined) return point;
  throw new InvalidArgumentError("It takes two numbers, x,y, such as 0.25,0.5 or -40,0.");
}

/** A boolean that must be given and has no default: there is a flag for each value. */
export function isUndecided({ kind, required, defaultValue }: Field): boolean {
  return kind === "boolean" && required && defaultValue === undefined;
}

function toNegation({ flag }: Field): Option {
  const option = new Option(`--no-${flag}`, `The same as --${flag} false`);
  option.attributeName = () => flag;
  return option;
}

function flagsOf(field: Field): string {
  switch (field.kind) {
    case "boolean":
      if (isUndecided(field)) return `--${field.flag} [boolean]`;
      return field.defaultValue === true ? `--no-${field.flag}` : `--${field.flag}`;
    case "number":
      return `--${field.flag} <number>`;
    case "list":
      return `--${field.flag} <name>`;
    case "point":
      return `--${field.flag} <x,y>`;
    case "element":
      return `--${field.flag} <id or name>`;
    default:
      return `--${field.flag} <${field.kind}>`;
  }
}

function describe(field: Field): string {
  const { defaultValue, description, kind } = field;
  const repeats =
    kind === "list" ? `${description}; repeat it or separate with commas` : description;
  const told = typeof defaultValue === "string" || typeof defaultValue === "number";
  return told ? `${repeats} (default: ${defaultValue})`.trim() : repeats;
}

/** Parses an option that may be repeated and may hold several values, separated by commas. */
export function addToList(written: string, previous: unknown): string[] {
  const before: unknown[] = Array.isArray(previous) ? previous : [];
  return [...before.map(String), ...written.split(",").filter((name) => name !== "")];
}
