// An observation as a person, or a shell-driven agent, reads it.
import { styleText } from "node:util";

import type { InputState, Observation, SelectState } from "@webserv/shared/model/observation.ts";

export function formatObservation(observation: Observation): string {
  const parts = [
    heading(observation),
    observation.html,
    ...section("inputs", observation.inputs.map(formatInput)),
    ...section("selects", observation.selects.map(formatSelect)),
    ...section("hover for more", nonEmpty(observation.hoverable.join(", "))),
    ...section("tabs", observation.tabs.length > 1 ? observation.tabs.map(formatTab) : []),
    ...section(
      "left out",
      observation.omitted.map(({ what, where, why }) =>
        [what, where, why].filter(Boolean).join(": "),
      ),
    ),
  ];
  return parts.join("\n");
}

function heading({ title, url }: Observation): string {
  return `${styleText("bold", title === "" ? "(untitled)" : title)}  ${styleText("dim", url)}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [styleText("dim", `${title}:`), ...lines.map((line) => `  ${line}`)];
}

function nonEmpty(line: string): string[] {
  return line === "" ? [] : [line];
}

/** search (search) = "tote", focused, required */
function formatInput(input: InputState): string {
  const marks = [
    input.checked === undefined ? undefined : input.checked ? "checked" : "not checked",
    input.indeterminate === true ? "indeterminate" : undefined,
    input.focused ? "focused" : undefined,
    input.editable ? undefined : "read-only",
    input.required === true ? "required" : undefined,
    range(input),
    input.invalid === undefined ? undefined : `invalid: ${input.invalid}`,
  ].filter((mark) => mark !== undefined);
  const value = input.checked === undefined ? ` = ${JSON.stringify(input.value)}` : "";
  return [`${input.id} (${input.type})${value}`, ...marks].join(", ");
}

function range({ min, max, step }: InputState): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const by = step === undefined ? "" : ` by ${step}`;
  return `from ${min ?? "any"} to ${max ?? "any"}${by}`;
}

/** size = "M" of S, [M], L (sold out: XL) */
function formatSelect(select: SelectState): string {
  const options = select.options.map(({ text, selected, disabled }) => {
    const shown = selected ? `[${text}]` : text;
    return disabled === true ? `${shown} (disabled)` : shown;
  });
  return `${select.id}${select.multiple ? " (several)" : ""}: ${options.join(" | ")}`;
}

function formatTab({ index, title, url, active }: Observation["tabs"][number]): string {
  return `${active ? "*" : " "} ${index}  ${title === "" ? "(untitled)" : title}  ${styleText("dim", url)}`;
}
