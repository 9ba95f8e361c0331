// wait: waits for a text, for an element to appear or to disappear, or for a fixed time.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { ElementName } from "@webserv/shared/model/actions/action-spec.ts";
import { DEFAULT_WAIT_MS } from "@webserv/shared/model/actions/action-spec.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Act } from "./context/act.ts";
import { waitMs } from "../platform/wait.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

/** The shortest pause between two checks, in ms. */
const PAUSE_MS = 100;
/** A pause lasts at least this many times as long as the check before it, so that the page gets on with its work. */
const PAUSE_SHARE = 3;

export const wait: Act<"wait"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: waitWords,
};

/** @throws WebservError `not-in-time`; `unknown-id` if the element that is to disappear was never there */
async function run(action: ActionOf<"wait">, context: ActionContext): Promise<ActionResult> {
  const { text, id, gone, ms = DEFAULT_WAIT_MS } = action;
  const endsAt = performance.now() + Math.min(ms, context.leftMs());
  if (text === undefined && id === undefined && gone === undefined) {
    await waitMs(endsAt - performance.now(), context.signal);
    return {};
  }
  for (let looks = 0; ; looks++) {
    const beganAt = performance.now();
    if (await hasCome(action, context, looks === 0)) return {};
    const now = performance.now();
    if (now >= endsAt) throw notInTime(action, ms);
    const pause = Math.max(PAUSE_MS, PAUSE_SHARE * (now - beganAt));
    await waitMs(Math.min(pause, endsAt - now), context.signal);
  }
}

async function hasCome(
  { text, id, gone }: ActionOf<"wait">,
  context: ActionContext,
  isFirst: boolean,
): Promise<boolean> {
  if (text !== undefined) return await context.page.shows({ text });
  const waitsFor = id ?? gone;
  if (waitsFor === undefined) return true;
  const isWanted = id !== undefined;
  try {
    return (await context.page.shows({ id: waitsFor })) === isWanted;
  } catch (error) {
    const code = error instanceof WebservError ? error.code : undefined;
    // At the first check, an unknown id is a misspelt one, not an element that has gone.
    const isMissing = code === "stale-id" || (code === "unknown-id" && (isWanted || !isFirst));
    if (isMissing) return !isWanted;
    throw error;
  }
}

function notInTime({ text, id, gone }: ActionOf<"wait">, ms: number): WebservError {
  const what =
    text !== undefined
      ? `the text ${JSON.stringify(text)} does not show`
      : id !== undefined
        ? `${quoted(id)} does not show`
        : `${quoted(gone ?? "")} still shows`;
  return new WebservError("not-in-time", `${what} after ${ms} ms`, {
    details: { ...(text === undefined ? { id: id ?? gone } : { text }), ms },
  });
}

function quoted(element: ElementName): string {
  return typeof element === "string" ? `"${element}"` : called(element);
}

function waitWords({ text, id, gone, ms }: ActionOf<"wait">): string {
  if (text !== undefined) return `Wait for ${JSON.stringify(text)}`;
  if (id !== undefined) return `Wait for ${called(id)}`;
  return gone === undefined ? `Wait ${ms} ms` : `Wait until ${called(gone)} is gone`;
}
