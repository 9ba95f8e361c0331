// Two peers over one in-process connection, as the extension and the daemon are.
import type { WebservError } from "@webserv/shared/errors/errors.ts";
import { WebservError as WebservErrorClass } from "@webserv/shared/errors/errors.ts";
import type { Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { type Handlers, Peer, type PeerOptions } from "@webserv/shared/rpc/peer.ts";

import { type End, linkedTransports } from "./linked-transports.ts";

export const helloParams: ParamsInput<"link.hello"> = {
  protocol: { major: 1, minor: 0 },
  extensionVersion: "0.1.0",
  browserId: "b",
  browser: "Chromium 156",
  workerId: "w",
  sessions: [],
};
export const helloResult: Result<"link.hello"> = {
  protocol: { major: 1, minor: 0 },
  daemonVersion: "0.1.0",
  pid: 42,
  kind: "training",
};

export interface LinkedPeers {
  /** Calls as the extension does; serves `lease.list` alone with something. */
  readonly caller: Peer<"extension-daemon", "daemon-extension">;
  /** Serves what is given as the daemon does. */
  readonly server: Peer<"daemon-extension", "extension-daemon">;
  readonly near: End;
  readonly far: End;
  /** What either side was told that has no caller to go to. */
  readonly faults: WebservError[];
}

export function linkedPeers(
  handlers: Partial<Handlers<"extension-daemon">>,
  options: Pick<PeerOptions<"extension-daemon">, "admit"> = {},
): LinkedPeers {
  const [near, far] = linkedTransports();
  const faults: WebservError[] = [];
  const onFault = (error: WebservError): void => void faults.push(error);
  const caller = new Peer<"extension-daemon", "daemon-extension">({
    transport: near,
    serves: { link: "daemon-extension", handlers: refusing },
    onFault,
  });
  const server = new Peer<"daemon-extension", "extension-daemon">({
    transport: far,
    serves: { link: "extension-daemon", handlers: { ...quiet, ...handlers } },
    onFault,
    ...options,
  });
  return { caller, server, near, far, faults };
}

/** What the call failed with; fails itself where the call did not. */
export async function failureOf(call: Promise<unknown>): Promise<WebservError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof WebservErrorClass) return failure;
  throw new Error(`expected a WebservError, got ${String(failure)}`);
}

const quiet: Handlers<"extension-daemon"> = {
  "link.hello": () => helloResult,
  "link.beat": () => ({}),
  "lease.halted": () => ({}),
  "lease.allowed": () => ({}),
  "lease.read-pdf": () => ({ pageCount: 0, pages: [] }),
  "lease.files": () => ({ files: [{ name: "a", base64: "" }] }),
  "lease.changed": () => ({}),
  "lease.dialog": () => ({}),
  "lease.download": () => ({}),
};

const refuse = (params: Params<"lease.close">): never => {
  throw new WebservErrorClass("unknown-session", `no session ${params.sessionId}`);
};

const refusing: Handlers<"daemon-extension"> = {
  "lease.open": refuse,
  "lease.close": refuse,
  "lease.observe": refuse,
  "lease.screenshot": refuse,
  "lease.act": refuse,
  "lease.outcome": refuse,
  "lease.ping": refuse,
  "lease.list": () => ({ leases: [] }),
  "environments.carry": () => ({}),
  "environments.focus": () => ({}),
  "proxy.set": () => ({}),
};
