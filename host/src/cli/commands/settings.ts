// Holds the options that every command takes, and connects to the daemon with them.
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";

import type { AgentPeer } from "../../reach/connect.ts";
import type { Output } from "./output.ts";

export type { AgentPeer } from "../../reach/connect.ts";

export interface Settings {
  readonly output: Output;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
  /** --timeout-ms. */
  readonly timeoutMs: number | undefined;
}

/** Runs `use` with a connection and closes it afterwards. */
export async function withDaemon<T>(
  settings: Settings,
  start: boolean,
  use: (peer: AgentPeer) => Promise<T>,
  port?: number,
): Promise<T> {
  const [{ connectDaemon }, { hostVersion }] = await Promise.all([
    import("../../reach/connect.ts"),
    import("../../version.ts"),
  ]);
  const peer = await connectDaemon({
    start,
    signal: settings.signal,
    client: { name: "webserv", version: hostVersion },
    onProgress: ({ text, share }) =>
      settings.output.note(share === undefined ? text : `${text} (${Math.round(share * 100)} %)`),
    ...(port === undefined ? {} : { port }),
  });
  try {
    return await use(peer);
  } finally {
    peer.close("the command is done");
  }
}

/** Makes one call, under the command's deadline and its signal. */
export function callDaemon<N extends MethodOn<"agent-daemon">>(
  peer: AgentPeer,
  settings: Settings,
  method: N,
  params: ParamsInput<N>,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<Result<N>> {
  return peer.call(method, params, {
    signal: settings.signal,
    timeoutMs: settings.timeoutMs ?? timeoutMs,
  });
}

/**
 * Checks the parameters from the command line before anything is sent.
 * @throws WebservError `invalid-params`, which names the field and its value.
 */
export function checkParams<N extends MethodOn<"agent-daemon">>(
  method: N,
  params: unknown,
): ParamsInput<N> {
  const parsed = methods[method].params.safeParse(params);
  if (!parsed.success) {
    throw new WebservError("invalid-params", describeIssues(parsed.error.issues, params), {
      next: "See the command's --help.",
    });
  }
  // It has just passed the schema whose input this is.
  return params as ParamsInput<N>;
}
