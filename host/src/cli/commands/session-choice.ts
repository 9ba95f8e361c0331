// Chooses the session that a command means if none is named.
import type { Session } from "@webserv/shared/model/session.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { findCallers } from "./callers.ts";
import type { Caller } from "./callers.ts";
import { dropLeftovers, isOpeningOf, readOpenings } from "./shell-session.ts";
import type { Opening } from "./shell-session.ts";
import type { AgentPeer, Settings } from "./settings.ts";
import { callDaemon } from "./settings.ts";

/**
 * Takes the session that is named, else that of WEBSERV_SESSION, else one that this shell has
 * opened, or the program that runs it; else the only one that a command opened. Never takes one
 * that somebody opened by other means.
 * @throws WebservError `unknown-session` if there is none or the shell's own has ended,
 *   `invalid-params` if several fit.
 */
export async function chooseSession(
  peer: AgentPeer,
  settings: Settings,
  named: string | undefined,
): Promise<string> {
  const given = named ?? process.env["WEBSERV_SESSION"] ?? "";
  if (given !== "") return given;
  // The openings are read first: an opening whose session the list below lacks has then ended, and was not only just
  // made.
  const openings = readOpenings();
  const { sessions } = await callDaemon(peer, settings, "session.list", {});
  const open = new Set(sessions.map(({ sessionId }) => sessionId));
  for (const caller of await findCallers()) {
    const its = openings.filter((opening) => isOpeningOf(opening, caller));
    const own = ownSession(caller, its, open);
    if (own !== undefined) return own;
  }
  await dropLeftovers(openings, open);
  return onlySession(
    openings.map(({ sessionId }) => sessionId).filter((id) => open.has(id)),
    sessions,
  );
}

/** Returns the session that `caller` has opened; undefined if it has opened none. */
function ownSession(
  { shell }: Caller,
  its: readonly Opening[],
  open: ReadonlySet<string>,
): string | undefined {
  const last = its.at(-1)?.sessionId;
  if (last === undefined || (shell && open.has(last))) return last;
  const [only, ...others] = shell
    ? []
    : its.map(({ sessionId }) => sessionId).filter((id) => open.has(id));
  if (only === undefined) {
    throw new WebservError("unknown-session", `${last}, which this shell opened, has ended`, {
      next: "Open another with `webserv open`, or name one with --session.",
    });
  }
  if (others.length > 0) throw several([only, ...others]);
  return only;
}

function onlySession(fromShells: readonly string[], sessions: readonly Session[]): string {
  const [only, ...others] = fromShells;
  if (others.length > 0) throw several(fromShells);
  if (only !== undefined) return only;
  if (sessions.length === 0) {
    throw new WebservError("unknown-session", "no session is open", {
      next: "Open one with `webserv open URL`.",
    });
  }
  const told = sessions.map(({ sessionId, agent }) => `${sessionId} (${agent})`);
  throw new WebservError(
    "unknown-session",
    `no session was opened from a shell; the open ones belong to others: ${told.join(", ")}`,
    {
      next: "Open one with `webserv open URL`; name one of those with --session or WEBSERV_SESSION only if it is yours.",
      details: { sessions: sessions.map(({ sessionId }) => sessionId) },
    },
  );
}

function several(ids: readonly string[]): WebservError {
  return new WebservError("invalid-params", `${ids.length} sessions are open: ${ids.join(", ")}`, {
    next: "Name one with --session or WEBSERV_SESSION.",
    details: { sessions: ids },
  });
}
