// What others say of a secret that was entered is not kept either: the agent's thoughts, errors, addresses.
import { recordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Observation } from "@webserv/shared/model/observation.ts";
import type { SecretWords } from "@webserv/shared/model/secret-words.ts";
import { settleReport } from "@webserv/shared/model/settle.ts";
import { effects, stepError } from "@webserv/shared/model/step.ts";
import { agentNote } from "@webserv/shared/model/trajectory.ts";
import type { TrajectoryStep } from "@webserv/shared/model/trajectory.ts";
import * as z from "zod/mini";

/** Texts that may name what was entered before, in this step or an earlier one. */
const ofSession = z.object({
  action: recordedAction,
  // A form that is sent by its address puts what was entered there.
  effects,
  settle: z.nullable(settleReport),
});
/** What is said of this step alone. */
const ofStep = z.object({ error: z.optional(stepError), agent: z.optional(agentNote) });
type Masked = Pick<TrajectoryStep, "action" | "agent" | "effects" | "error" | "settle">;

export interface Secrets {
  /** Of the whole session; none is short, so that ids and figures stay as they are. */
  readonly session: SecretWords;
  /** Those, and what was entered in the step. */
  readonly step: SecretWords;
}

export function maskedStep<T extends Masked>(record: T, { session, step }: Secrets): T {
  const { action, effects, settle, error, agent } = record;
  return {
    ...record,
    ...(session.isEmpty ? {} : ofSession.parse(session.mask({ action, effects, settle }))),
    ...(step.isEmpty ? {} : ofStep.parse(step.mask({ error, agent }))),
  };
}

/** The addresses alone: what else a page shows of a secret is the page's own doing. */
export function maskedAddresses<T extends Pick<Observation, "tabs"> & { readonly url?: string }>(
  page: T,
  words: SecretWords,
): T {
  if (words.isEmpty) return page;
  return {
    ...page,
    ...(page.url === undefined ? {} : { url: words.maskText(page.url) }),
    tabs: page.tabs.map((tab) => ({ ...tab, url: words.maskText(tab.url) })),
  };
}
