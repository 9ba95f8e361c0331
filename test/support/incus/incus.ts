// Provides the Incus that tests of sandboxes run against: set up before its group runs, or the reason why not.
import { inject, suite } from "vitest";

import { defaultSocketPath } from "../../../host/src/sandbox/incus/client/transport/endpoint.ts";

/** Says what the group's set-up found out, once for all its files. */
export type ProvidedIncus =
  | { readonly socket: string }
  | { readonly skip: string }
  | { readonly failure: string };

declare module "vitest" {
  interface ProvidedContext {
    incus: ProvidedIncus;
  }
  interface TaskMeta {
    /** The reason why all of a `describe` was skipped, for the count at the end. */
    skipReason?: string;
  }
}

/**
 * Defines a `describe` whose tests run if there is an Incus. If the machine can't have one, they are skipped, with
 * the reason.
 *
 * @throws Error with the output of the set-up, if it failed on a machine that can have one.
 */
export function describeWithIncus(title: string, define: () => void): void {
  const provided = inject("incus");
  if ("failure" in provided) throw new Error(provided.failure);
  const skipReason = "skip" in provided ? provided.skip : undefined;
  const options = skipReason === undefined ? {} : { skip: true, meta: { skipReason } };
  // A title and a body of the caller's, of which the rules for calls of `suite` know nothing.
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback
  suite(title, options, define);
}

/** Returns the daemon's socket, for hooks and tests inside `describeWithIncus`. */
export function incusSocket(): string {
  const provided = inject("incus");
  return "socket" in provided ? provided.socket : defaultSocketPath();
}
