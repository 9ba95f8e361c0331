// THE registry: declares every method on every link once, as data. Types, handlers, the CLI's help, the JSON Schema and
// the tables of the docs all come from it.
import type * as z from "zod/mini";

import { agentDaemonMethods } from "./methods/agent-daemon.ts";
import { agentEnvironmentMethods } from "./methods/agent-environments.ts";
import { agentEventMethods } from "./methods/agent-events.ts";
import { agentSandboxMethods } from "./methods/agent-sandboxes.ts";
import { daemonAgentMethods } from "./methods/daemon-agent.ts";
import { daemonExtensionMethods } from "./methods/daemon-extension.ts";
import { extensionDaemonMethods } from "./methods/extension-daemon.ts";
import type { Link } from "./methods/method-spec.ts";
import { panelMethods } from "./methods/panel.ts";
import { frameWorkerMethods } from "./methods/frame-worker.ts";
import { workerFrameMethods } from "./methods/worker-frame.ts";

export type { Link, MethodSpec } from "./methods/method-spec.ts";

export const methods = {
  ...agentDaemonMethods,
  ...agentSandboxMethods,
  ...agentEnvironmentMethods,
  ...agentEventMethods,
  ...daemonAgentMethods,
  ...extensionDaemonMethods,
  ...daemonExtensionMethods,
  ...workerFrameMethods,
  ...frameWorkerMethods,
  ...panelMethods,
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
/** The methods of one link. */
export type MethodOn<L extends Link> = {
  [N in MethodName]: Methods[N]["link"] extends L ? N : never;
}[MethodName];
/** The params that a caller writes: defaults may be left out. */
export type ParamsInput<N extends MethodName> = z.input<Methods[N]["params"]>;
/** The params that a handler gets: parsed, defaults filled in. */
export type Params<N extends MethodName> = z.output<Methods[N]["params"]>;
export type Result<N extends MethodName> = z.output<Methods[N]["result"]>;

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

/** Returns the names of one link's methods, in the registry's order. */
export function methodsOn<L extends Link>(link: L): readonly MethodOn<L>[] {
  return Object.keys(methods).filter(
    (name): name is MethodOn<L> => isMethodName(name) && methods[name].link === link,
  );
}
