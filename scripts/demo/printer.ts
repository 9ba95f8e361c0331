// Prints the demo's output: a line per step for people, one line of JSON at the end for machines.
import { styleText } from "node:util";

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

import { enteredTexts, withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { SettleReport } from "@webserv/shared/model/page/settle.ts";

import type { TakenStep } from "./steps.ts";

export interface Summary {
  readonly ok: boolean;
  readonly steps: number;
  readonly orderId: string;
  readonly medianStepMs: number;
  readonly backend: string;
}

export interface Printer {
  note(text: string): void;
  columns(): void;
  step(number: number, taken: TakenStep): void;
  summary(summary: Summary): void;
  kept(home: string, sessionId: string): void;
  failure(error: unknown): void;
}

/** Prints for people, or with `json` sends that to stderr and the summary alone to stdout. */
export function printerFor(json: boolean): Printer {
  const stream = json ? process.stderr : process.stdout;
  const say = (line: string): void => void stream.write(`${line}\n`);
  const paint = (format: "dim" | "bold" | "green" | "red", text: string): string =>
    styleText(format, text, { stream });
  return {
    note: (text) => say(paint("dim", text)),
    columns: () =>
      say(paint("bold", row(["step", "action", "target", "tokens", "ms", "waited for"]))),
    step: (number, { step, ms }) =>
      say(
        row([
          String(number),
          wordsOf(step.action),
          step.target?.id ?? "",
          step.observation === null ? "-" : String(countTokens(step.observation.html)),
          String(Math.round(ms)),
          step.settle === null ? "-" : waitOf(step.settle),
        ]),
      ),
    summary(summary) {
      if (json) process.stdout.write(`${JSON.stringify(summary)}\n`);
      else {
        say(
          paint(
            "green",
            `Bought and verified: order ${summary.orderId}, ${summary.steps} steps, median ${summary.medianStepMs} ms a step`,
          ),
        );
      }
    },
    kept(home, sessionId) {
      say("Everything is left running. Go on with:");
      say(`  export WEBSERV_HOME=${home} WEBSERV_SESSION=${sessionId}`);
      say("  npm run --silent webserv -- observe");
      say(`  npm run --silent webserv -- daemon stop --purge && rm -r ${home}    # ends it all`);
    },
    failure(error) {
      const words = error instanceof Error ? error.message : String(error);
      say(paint("red", `Failed: ${words}`));
      if (error instanceof Error && "next" in error) say(String(error.next));
      if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: words })}\n`);
    },
  };
}

function row(columns: readonly [string, string, string, string, string, string]): string {
  const [number, action, target, tokens, ms, waited] = columns;
  return [
    number.padStart(4),
    clip(action, 34).padEnd(34),
    clip(target, 34).padEnd(34),
    tokens.padStart(6),
    ms.padStart(6),
    waited,
  ].join("  ");
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function wordsOf(action: RecordedAction): string {
  const entered = enteredTexts(action).map((text) => `"${text}"`);
  const words = withheldOf(action) === undefined ? entered : ["what is not kept"];
  switch (action.type) {
    case "type":
    case "select":
      return `${action.type} ${words.join(", ")}`;
    case "press":
      return `press ${action.key ?? words.join("")}`;
    case "goto":
      return `goto ${action.url}`;
    default:
      return action.type;
  }
}

function waitOf(settle: SettleReport): string {
  const works = settle.waitedFor.map(
    (work) => `${work.kind} ${pathOf(work.url)} ${Math.round(work.ms)} ms`,
  );
  const shown =
    works.slice(0, 2).join(", ") + (works.length > 2 ? `, ${works.length - 2} more` : "");
  const quiet = works.length === 0 ? "quiet" : shown;
  return `${Math.round(settle.waitedMs)} ms ${settle.status}: ${quiet}`;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
