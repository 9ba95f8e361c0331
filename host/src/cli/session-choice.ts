// Which session a command means when none is named.
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { recallSession } from "./shell-session.ts";
import type { AgentPeer, Settings } from "./settings.ts";
import { callDaemon } from "./settings.ts";

/**
 * The one named, else that of WEBSERV_SESSION, else what this shell has opened, else the only one that is open.
 * @throws WebservError `unknown-session` where none is open or the shell's own has ended, `invalid-params` where several are.
 */
export async function chooseSession(
  peer: AgentPeer,
  settings: Settings,
  named: string | undefined,
): Promise<string> {
  const given = named ?? process.env["WEBSERV_SESSION"] ?? "";
  if (given !== "") return given;
  const { sessions } = await callDaemon(peer, settings, "session.list", {});
  const own = await recallSession();
  if (own !== undefined) {
    if (sessions.some(({ sessionId }) => sessionId === own)) return own;
    throw new WebservError("unknown-session", `${own}, which this shell opened, has ended`, {
      next: "Open another with `webserv open`, or name one with --session.",
    });
  }
  const [only, ...others] = sessions;
  if (only === undefined) {
    throw new WebservError("unknown-session", "no session is open", {
      next: "Open one with `webserv open URL`.",
    });
  }
  if (others.length > 0) {
    const ids = sessions.map(({ sessionId }) => sessionId);
    throw new WebservError("invalid-params", `${ids.length} sessions are open: ${ids.join(", ")}`, {
      next: "Name one with --session or WEBSERV_SESSION.",
      details: { sessions: ids },
    });
  }
  return only.sessionId;
}
