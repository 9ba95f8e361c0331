// Adds `webserv fill`: several fields in one command, and one report of the page at the end.

import type { Command } from "commander";

import { DEFAULT_BUDGET_MS } from "@webserv/shared/model/page/settle.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";

import type { FilledField, FillingSession } from "../../agent/fill.ts";
import { addToList } from "../commands/command-builder.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon } from "../commands/settings.ts";
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
    .option("--check <id>", "A box to check; repeat it or separate with commas", addToList)
    .option("--uncheck <id>", "A box to uncheck; repeat it or separate with commas", addToList)
    .option("--quiet", "Print what happened, not the page");
}

/** The words of an option may hold commas. */
function addWhole(written: string, previous: unknown): string[] {
  const before: unknown[] = Array.isArray(previous) ? previous : [];
  return [...before.map(String), written];
}

/**
 * Returns texts first, then options, then boxes.
 * @throws WebservError `invalid-params` if no field is given, or one is malformed.
 */
export async function readFill(command: Command): Promise<FilledField[]> {
  const { filledFields } = await import("../../agent/fill.ts");
  const texts: unknown = command.processedArgs[0];
  const written: Written = {
    ...command.opts(),
    texts: Array.isArray(texts) ? texts.map(String) : [],
  };
  const fields = [
    ...written.texts.map((pair) => ({ id: idOf(pair), text: valueOf(pair) })),
    ...(written.option ?? []).map((pair) => ({ id: idOf(pair), options: [valueOf(pair)] })),
    ...(written.check ?? []).map((id) => ({ id, checked: true })),
    ...(written.uncheck ?? []).map((id) => ({ id, checked: false })),
  ];
  const parsed = filledFields.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new WebservError("invalid-params", describeIssues(parsed.error.issues, fields), {
    next: "See `webserv fill --help`.",
  });
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

/** @param observe how the page is read */
export function fillingSession(
  peer: AgentPeer,
  settings: Settings,
  sessionId: string,
  observe: { readonly diff: true; readonly addresses: "off" },
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
