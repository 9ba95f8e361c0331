// Formats one step as one line: what was done, to what, and what the answer waited for.
import { styleText } from "node:util";

import { elementWords } from "@webserv/shared/model/actions/action-spec.ts";
import type { AnsweredDialog } from "@webserv/shared/model/page/dialog.ts";
import type { Download } from "@webserv/shared/model/page/download.ts";
import { withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import { pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { SettleReport, SettleWork } from "@webserv/shared/model/page/settle.ts";
import type { Effects, Step, StepOutcome } from "@webserv/shared/model/step.ts";

import { describeAsk } from "./asks.ts";
import { address, fileOrQuoted, quoted } from "./page-words.ts";
import { duration } from "./time.ts";

type ReportedStep = Pick<
  StepOutcome,
  "action" | "effects" | "error" | "input" | "inputReason" | "settle" | "status" | "target"
> & { readonly roundTripMs: number };

export function formatStep(step: Step): string {
  const lines = [`${styleText("dim", `${step.step}.`)} ${formatOutcome(step)}`];
  if (step.recordingError !== undefined) lines.push(`not recorded: ${step.recordingError.message}`);
  return lines.join("\n");
}

/** Formats the step for a model: without the time, and without the settling if the page has settled. */
export function formatBriefly(step: Step): string {
  const { settle } = step;
  return formatParts(step, [
    describeFound(step),
    ...describeEffects(step),
    describeChange(step),
    settle === null || settle.status === "settled" ? "" : describeSettle(settle),
  ]);
}

/** Says of a page that is not told whether it has changed; one that was left has, and what failed has changed nothing. */
function describeChange({ changed, effects, status }: Step): string {
  if (changed === undefined || effects.navigated !== undefined) return "";
  if (changed) return "the page changed";
  return status === "failed" ? "" : "nothing changed on the page";
}

export function formatOutcome(step: ReportedStep): string {
  const { target, settle } = step;
  return formatParts(step, [
    target === undefined ? "" : `${kindWord(target)} ${quoted(target.name)}`,
    describeFound(step),
    ...describeEffects(step),
    settle === null ? "" : describeSettle(settle),
    step.input === "synthetic" ? `synthetic input${because(step.inputReason)}` : "",
    duration(step.roundTripMs),
  ]);
}

/** Returns a role or tag only if it is one word: a page can choose both freely. */
function kindWord({ role, tag }: NonNullable<ReportedStep["target"]>): string {
  return [role, tag].find((word) => /^[a-z][a-z0-9-]{0,30}$/i.test(word ?? "")) ?? "element";
}

function formatParts(step: ReportedStep, told: readonly string[]): string {
  const parts = [`${formatStatus(step.status)} ${describeAction(step.action)}`, ...told];
  const line = parts.filter((part) => part !== "").join(" · ");
  return step.error === undefined
    ? line
    : `${line}\n${styleText("red", "error:")} ${step.error.message} (${step.error.code})\n${styleText("dim", "next:")} ${step.error.next}`;
}

function formatStatus(status: StepOutcome["status"]): string {
  return styleText(status === "done" ? "green" : status === "failed" ? "red" : "yellow", status);
}

/** Writes the action as on the command line, with a dot for each character that was not kept. */
export function describeAction(action: RecordedAction): string {
  const { type, ...params } = action;
  const values: unknown[] = Object.values(params);
  const words = values.flat().flatMap(wordsOf);
  const withheld = "•".repeat(Math.min(withheldOf(action)?.length ?? 0, MAX_SHOWN));
  const told = words.map((word) => pageWords(word, MAX_SHOWN) || quoted(word));
  return [type, ...told, ...(withheld === "" ? [] : [withheld])].join(" ");
}

/** Returns what a value adds: an element's own words, or the two numbers of a point or a distance. */
function wordsOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  const { success, data } = elementWords.safeParse(value);
  if (success) {
    const { name, role, in: place, id } = data;
    // A word that may be an id as well was written as one.
    return [
      id ?? quoted(name),
      ...(role === undefined ? [] : [`(${role})`]),
      ...(place === undefined ? [] : ["in", quoted(place)]),
    ];
  }
  return isPair(value) ? [`${String(value.x)},${String(value.y)}`] : [];
}

function isPair(value: unknown): value is { readonly x: unknown; readonly y: unknown } {
  return typeof value === "object" && value !== null && "x" in value && "y" in value;
}

/** Returns the id of an element that the action named by words, unless they are its id. */
function describeFound({ action, target }: ReportedStep): string {
  if (target === undefined || !("id" in action) || typeof action.id !== "object") return "";
  return action.id.id === target.id ? "" : `it is ${target.id}`;
}

function describeEffects({ action, effects }: Pick<ReportedStep, "action" | "effects">): string[] {
  const { navigated, tabsOpened, tabsLoaded, tabsClosed, asked, downloads } = effects;
  const { dialogs, dialogsUnlisted, dialog, pageless } = effects;
  const { focus, gone, scrolled, value, difference, emptied, passed } = effects;
  return [
    navigated === undefined ? "" : `went to ${address(navigated.to)}`,
    tabsOpened === undefined ? "" : `opened ${tabsOpened.map(newTab).join(", ")}`,
    ...(tabsLoaded ?? []).map(({ index, url }) => `loaded ${address(url)} in tab ${index}`),
    tabsClosed === undefined ? "" : `closed ${tabsClosed} ${tabsClosed === 1 ? "tab" : "tabs"}`,
    ...describeDialogs(dialogs ?? [], dialogsUnlisted ?? 0),
    dialog === undefined ? "" : `${dialog.kind} ${quoted(shorten(dialog.message))} waits`,
    pageless === undefined
      ? ""
      : `the server of ${address(pageless.url)} answered ${pageless.status}, without a page`,
    ...(asked ?? []).map(describeAsk),
    ...(downloads ?? []).map(describeDownload),
    focus === undefined ? "" : `focus on ${focus ?? "nothing"}`,
    gone === true ? "it is gone" : "",
    scrolled === undefined ? "" : describeScrolled(scrolled),
    value === undefined || emptied === true ? "" : describeValue(value, action),
    difference === undefined ? "" : `not ${quoted(shorten(difference.wanted))}`,
    emptied === true ? "entered once; the page left the field empty" : "",
    ...(passed ?? []).map((text) => `passed: ${quoted(text)}`),
  ];
}

/** Enter is pressed once the field has been read, and the page may do anything with it then. */
function describeValue(value: string, action: RecordedAction): string {
  const told = quoted(shorten(value));
  return "enter" in action && action.enter === true ? `${told} before Enter` : `now ${told}`;
}

/** A tab that is gone again has no address. */
function newTab(url: string): string {
  return url === "" ? "a tab" : address(url);
}

/** Returns a text such as: downloaded /home/me/report.pdf (1234 bytes) */
function describeDownload({ name, path, state, bytes, totalBytes, reason }: Download): string {
  switch (state) {
    case "complete":
      return `downloaded ${fileOrQuoted(path ?? name)} (${bytes} bytes)`;
    case "in-progress":
      return `downloading ${fileOrQuoted(name)} (${bytes} of ${totalBytes ?? "unknown"} bytes)`;
    case "failed":
      return `download of ${fileOrQuoted(name)} failed${because(reason)}`;
  }
}

/** The most dialogs that are told one by one. */
const MOST_DIALOGS = 10;

function describeDialogs(dialogs: readonly AnsweredDialog[], unlisted: number): string[] {
  const more = dialogs.slice(MOST_DIALOGS).reduce((sum, { times = 1 }) => sum + times, unlisted);
  return [
    ...dialogs.slice(0, MOST_DIALOGS).map(describeDialog),
    more === 0 ? "" : `${more} more ${more === 1 ? "dialog" : "dialogs"} answered`,
  ];
}

function describeDialog({ kind, message, answer, text, by, times }: AnsweredDialog): string {
  const often = times === undefined ? "" : ` ${times} times`;
  const what = `${kind} ${quoted(shorten(message))} ${answer}`;
  return `${what}${entered(text)}${answeredBy(by)}${often}`;
}

function entered(text: string | undefined): string {
  return text === undefined ? "" : ` with ${quoted(shorten(text))}`;
}

const answerers: Record<NonNullable<AnsweredDialog["by"]>, string> = {
  agent: "",
  rule: "",
  timeout: " for want of an answer",
  leaving: " by leaving the page",
  elsewhere: " by someone else",
};

function answeredBy(by: AnsweredDialog["by"]): string {
  return by === undefined ? "" : answerers[by];
}

function describeScrolled({ x, y, maxX, maxY }: NonNullable<Effects["scrolled"]>): string {
  const axes = [
    maxX > 0 ? `${x} of ${maxX} px across` : "",
    maxY > 0 ? `${y} of ${maxY} px down` : "",
  ];
  return `scrolled to ${axes.filter((axis) => axis !== "").join(", ")}`;
}

function describeSettle(settle: SettleReport): string {
  const waited = `${settle.status} after ${duration(settle.waitedMs)}`;
  const work = settle.waitedFor.map(describeWork);
  const pending = settle.pending.map(describeWork);
  return [
    work.length === 0 ? waited : `${waited} for ${listed(work)}`,
    pending.length === 0 ? "" : `still pending: ${listed(pending)}`,
    ...(settle.status === "settled" ? [] : settle.reasons),
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function describeWork({ kind, url, ms }: SettleWork): string {
  return `${kind} ${shorten(pathOf(url))} ${duration(ms)}`;
}

const MOST_LISTED = 3;

function listed(items: readonly string[]): string {
  const rest = items.length - MOST_LISTED;
  return items.slice(0, MOST_LISTED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return address(parsed === null ? url : parsed.pathname + parsed.search);
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : ` (${reason})`;
}

const MAX_SHOWN = 60;

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}
