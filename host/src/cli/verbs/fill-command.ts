// Adds `webserv fill`: several fields in one command, and one report of the page at the end.

import type { Command } from "commander";

import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { DEFAULT_BUDGET_MS } from "@webserv/shared/model/page/settle.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";

import type { FilledField, FillingSession } from "../../agent/fill.ts";
import { addToList } from "../commands/command-builder.ts";
import { QUIET_FLAG, QUIET_HELP } from "./page-options.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon } from "../commands/settings.ts";
import { elementNamed } from "./element-words.ts";
import { uniqueId } from "../commands/unique-id.ts";

interface Written {
  readonly texts: readonly string[];
  readonly option?: readonly string[];
  readonly check?: readonly string[];
  readonly uncheck?: readonly string[];
}

export function addFillOptions(command: Command): void {
  command
    .argument("[texts...]", "Fields and their texts: id=text")
    .option("--option <id=option>", "A list and the option to choose; repeat it", addWhole)
    .option(
      "--check <id or name>",
      "A box to check; repeat it, or separate ids with commas",
      addBoxes,
    )
    .option(
      "--uncheck <id or name>",
      "A box to uncheck; repeat it, or separate ids with commas",
      addBoxes,
    )
    .option(QUIET_FLAG, QUIET_HELP);
}

/** The words of an option may hold commas. */
function addWhole(written: string, previous: unknown): string[] {
  const before: unknown[] = Array.isArray(previous) ? previous : [];
  return [...before.map(String), written];
}

/** Adds the boxes that a word names. The words of a name may hold commas, and ids hold no blanks. */
function addBoxes(written: string, previous: unknown): string[] {
  return /\s/.test(written) ? addWhole(written, previous) : addToList(written, previous);
}

/**
 * Returns the fields in the order in which they were written: a field may enable those after it.
 * @param args the whole command line
 * @throws WebservError `invalid-params` if no field is given, or one is malformed.
 */
export async function readFill(command: Command, args: readonly string[]): Promise<FilledField[]> {
  const { filledFields } = await import("../../agent/fill.ts");
  const texts: unknown = command.processedArgs[0];
  const written: Written = {
    ...command.opts(),
    texts: Array.isArray(texts) ? texts.map(String) : [],
  };
  const fields = inOrder(written, args).map(([kind, word]) => {
    switch (kind) {
      case "texts":
        return { id: idOf(word), text: valueOf(word) };
      case "option":
        return { id: idOf(word), options: [valueOf(word)] };
      default:
        return { id: word, checked: kind === "check" };
    }
  });
  if (fields.length === 0) {
    throw new WebservError("invalid-params", "no field is named", {
      next: "Write id=text, as in name=Ada, or name lists and boxes by --option, --check and --uncheck.",
    });
  }
  const named = fields.map((field) => ({ ...field, id: elementNamed(field.id) }));
  const parsed = filledFields.safeParse(named);
  if (parsed.success) return parsed.data;
  throw new WebservError("invalid-params", describeIssues(parsed.error.issues, named), {
    next: "See `webserv fill --help`.",
  });
}

type Kind = keyof Written;

/** Puts what commander has sorted by kind back into the order of the command line. */
export function inOrder(
  written: Written,
  args: readonly string[],
): (readonly [kind: Kind, word: string])[] {
  const left = {
    texts: [...written.texts],
    option: [...(written.option ?? [])],
    check: [...(written.check ?? [])],
    uncheck: [...(written.uncheck ?? [])],
  };
  const ordered: (readonly [Kind, string])[] = [];
  const take = (kind: Kind, count: number): void => {
    for (const word of left[kind].splice(0, count)) ordered.push([kind, word]);
  };
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const [flag = "", value = args[at + 1] ?? ""] = word.split(/=(.*)/s, 2);
    const isInline = word.includes("=");
    if (at < end && (flag === "--option" || flag === "--check" || flag === "--uncheck")) {
      const kind = flag === "--option" ? "option" : flag === "--check" ? "check" : "uncheck";
      take(kind, kind === "option" ? 1 : addBoxes(value, undefined).length);
      if (!isInline) at++;
    } else if (word === left.texts[0]) take("texts", 1);
  }
  for (const kind of ["texts", "option", "check", "uncheck"] as const) take(kind, Infinity);
  return ordered;
}

function idOf(pair: string): string {
  const end = pair.indexOf("=");
  if (end > 0) return pair.slice(0, end);
  throw new WebservError("invalid-params", `${JSON.stringify(pair)} is not id=value`, {
    next: "Write an id, = and what goes into the field, as in name=Ada.",
  });
}

function valueOf(pair: string): string {
  return pair.slice(pair.indexOf("=") + 1);
}

export function fillingSession(
  peer: AgentPeer,
  settings: Settings,
  sessionId: string,
  observe: ObserveOptions,
): FillingSession {
  const timeoutMs = DEFAULT_BUDGET_MS + DEFAULT_TIMEOUT_MS;
  return {
    act: (action, later) =>
      callDaemon(
        peer,
        settings,
        "session.act",
        { sessionId, actionId: uniqueId(), action, observe: { ...observe, later } },
        timeoutMs,
      ),
    changes: () => callDaemon(peer, settings, "session.observe", { sessionId, ...observe }),
  };
}
