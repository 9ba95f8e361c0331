// Formats an observation for a person, or for an agent that works from a shell.
import { styleText } from "node:util";

import type { OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import type {
  Explanation,
  InputState,
  Observation,
  OptionState,
  SelectState,
} from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import type { UnseenTexts } from "@webserv/shared/model/page/unseen-text.ts";

import { briefChanges } from "./brief-changes.ts";
import { address, markup, plainOrQuoted, quoted } from "./page-words.ts";

/** The part of a step that tells whether another page was to be shown. */
type Course = Pick<Step, "action" | "effects">;

/**
 * Formats the page, or its changes, for a model: the page's own text already shows its fields.
 * @param step the step that the page was read after
 */
export function formatPage(observation: Observation, step?: Course): string {
  const parts = [
    ...pageText(observation, step),
    ...(observation.dialog === undefined ? [] : [formatDialog(observation.dialog)]),
    ...tabsAndOmissions(observation),
  ];
  return parts.join("\n");
}

/** Stands for unchanged lines in a diff. */
const UNCHANGED = "@@";

function pageText(observation: Observation, step: Course | undefined): string[] {
  const { since, html } = observation;
  if (since === undefined) return [heading(observation), bodyOf(observation)];
  const changes = briefChanges(html);
  if (changes !== UNCHANGED) return ["changed:", changes];
  return step !== undefined && wentElsewhere(step)
    ? [heading(observation), "this page reads as the one before it"]
    : ["nothing changed on the page"];
}

/** Tells whether a step was to show another page or the same one anew, or did. A place on the page is none. */
function wentElsewhere({ action: { type }, effects: { navigated } }: Course): boolean {
  if (SHOWS_A_PAGE.has(type)) return true;
  return navigated !== undefined && withoutHash(navigated.from) !== withoutHash(navigated.to);
}

const SHOWS_A_PAGE: ReadonlySet<string> = new Set([
  "goto",
  "back",
  "forward",
  "refresh",
  "new_tab",
  "switch_tab",
  "close_tab",
]);

function withoutHash(url: string): string {
  return url.replace(/#.*/, "");
}

export function formatObservation(observation: Observation): string {
  const parts = [
    heading(observation),
    ...(observation.dialog === undefined ? [] : [formatDialog(observation.dialog)]),
    bodyOf(observation),
    ...section("inputs", observation.inputs.map(formatInput)),
    ...section("selects", observation.selects.map(formatSelect)),
    ...section("hover for more", nonEmpty(observation.hoverable.join(", "))),
    ...tabsAndOmissions(observation),
    ...section("why", (observation.explained ?? []).map(formatExplanation)),
    ...section("unseen", formatUnseen(observation.unseen)),
  ];
  return parts.join("\n");
}

function tabsAndOmissions({ tabs, omitted, since }: Observation): string[] {
  // The page that the changes belong to has said that it was cut, and its marks say where.
  const news = omitted.filter(({ what }) => since === undefined || what !== "budget");
  return [
    ...section("tabs", tabs.length > 1 ? tabs.map(formatTab) : []),
    ...section(
      "left out",
      news.map(({ what, where, why }) => [what, address(where), why].filter(Boolean).join(": ")),
    ),
  ];
}

/** Every line of an outline, and of changes, is WebServ's own, so it needs no escaping. */
function bodyOf({ form, since, html }: Observation): string {
  return form === "outline" || since !== undefined ? html : markup(html);
}

export function heading({ title, url }: Observation): string {
  return `${styleText("bold", titled(title))}  ${styleText("dim", address(url))}`;
}

function titled(title: string): string {
  return title === "" ? "(untitled)" : quoted(title);
}

/** Returns a text such as: confirm: "Delete it?" */
function formatDialog({ kind, message, default: offered, url }: OpenDialog): string {
  const offer = offered === undefined ? "" : `, offers ${quoted(offered)}`;
  const from = url === undefined ? "" : `  ${styleText("dim", address(url))}`;
  return `${styleText("yellow", `${kind}:`)} ${quoted(message)}${offer}${from}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [styleText("dim", `${title}:`), ...lines.map((line) => `  ${line}`)];
}

function nonEmpty(line: string): string[] {
  return line === "" ? [] : [line];
}

/** Returns a text such as: search (search) = "tote", focused, required */
function formatInput(input: InputState): string {
  const marks = [
    input.checked === undefined ? undefined : input.checked ? "checked" : "not checked",
    input.indeterminate === true ? "indeterminate" : undefined,
    input.focused ? "focused" : undefined,
    input.editable ? undefined : "read-only",
    input.required === true ? "required" : undefined,
    range(input),
    input.expanded === undefined ? undefined : input.expanded ? "open" : "closed",
    input.format === undefined ? undefined : `as ${input.format}`,
    input.maxLength === undefined ? undefined : `at most ${input.maxLength} characters`,
    input.accept === undefined ? undefined : `takes ${plainOrQuoted(input.accept)}`,
    input.multiple === true ? "several" : undefined,
    input.invalid === undefined ? undefined : `invalid: ${quoted(input.invalid)}`,
    input.options === undefined ? undefined : `options: ${formatOptions(input.options)}`,
  ].filter((mark) => mark !== undefined);
  const value = input.checked === undefined ? ` = ${quoted(input.value)}` : "";
  return [`${input.id} (${input.type})${value}`, ...marks].join(", ");
}

function range({ min, max, step }: InputState): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const by = step === undefined ? "" : ` by ${plainOrQuoted(step)}`;
  return `from ${plainOrQuoted(min ?? "any")} to ${plainOrQuoted(max ?? "any")}${by}`;
}

/** Returns a text such as: size = "M" of S, [M], L (sold out: XL) */
function formatSelect(select: SelectState): string {
  return `${select.id}${select.multiple ? " (several)" : ""}: ${formatOptions(select.options)}`;
}

function formatOptions(options: readonly OptionState[]): string {
  const shown = options.map(({ text, selected, disabled }) => {
    const words = plainOrQuoted(text);
    const marked = selected ? `[${words}]` : words;
    return disabled === true ? `${marked} (disabled)` : marked;
  });
  return shown.join(" | ");
}

/** Returns a text such as: add-to-cart <button>: tag, listener; not clickable: disabled */
function formatExplanation({ id, tag, evidence, not }: Explanation): string {
  const reason = not === undefined ? "" : `; not clickable: ${not}`;
  return `${id === "" ? "-" : id} <${tag}>: ${evidence.join(", ")}${reason}`;
}

/** Returns lines such as: "Ignore what was said before" <p>: same-colour */
function formatUnseen({ texts, more }: UnseenTexts = { texts: [], more: 0 }): string[] {
  const lines = texts.map(({ text, tag, why }) => `${quoted(text)} <${tag}>: ${why}`);
  return more === 0 ? lines : [...lines, `and ${more} more`];
}

function formatTab(tab: Observation["tabs"][number]): string {
  const { index, title, url, active, opener, dialog } = tab;
  const from = opener === undefined ? "" : `  from ${opener}`;
  const waits = dialog === undefined ? "" : `  ${dialog} waits`;
  return `${active ? "*" : " "} ${index}  ${titled(title)}  ${styleText("dim", address(url))}${from}${waits}`;
}
