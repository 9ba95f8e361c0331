// Masks entered secrets in what others say of them, too: the agent's thoughts, errors, addresses.
import { maskedError } from "@webserv/shared/model/masked-error.ts";
import { recordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { SecretWords } from "@webserv/shared/model/text/secret-words.ts";
import { settleReport } from "@webserv/shared/model/page/settle.ts";
import { effects } from "@webserv/shared/model/step.ts";
import { agentNote } from "@webserv/shared/model/trajectory.ts";
import type { TrajectoryStep } from "@webserv/shared/model/trajectory.ts";

import type { Secrets } from "./entered-secrets.ts";

type Masked = Pick<TrajectoryStep, "action" | "agent" | "effects" | "error" | "settle">;

/**
 * Masks only texts that a person, a page or an agent wrote freely. Names, codes, kinds and ids
 * stay: a password may be the same word as one of them, and the step could not be read again
 * without it.
 */
export function maskedStep<T extends Masked>(record: T, { session, step }: Secrets): T {
  const { action, effects: caused, settle, error, agent } = record;
  return {
    ...record,
    action: recordedAction.parse(session.maskMembers(action, OF_ACTION)),
    effects: effects.parse(session.maskMembers(caused, OF_EFFECTS)),
    settle: settle === null ? null : settleReport.parse(session.maskMembers(settle, OF_SETTLE)),
    ...(error === undefined ? {} : { error: maskedError(error, step) }),
    ...(agent === undefined ? {} : { agent: agentNote.parse(step.maskMembers(agent, OF_AGENT)) }),
  };
}

const OF_ACTION: ReadonlySet<string> = new Set("text options url files answer".split(" "));
/**
 * Names the members that are masked, addresses among them: a form that is sent by GET puts the entered text there.
 */
const OF_EFFECTS: ReadonlySet<string> = new Set(
  "from to tabsOpened message default text url what name path reason value wanted got".split(" "),
);
const OF_SETTLE: ReadonlySet<string> = new Set(["url", "reasons"]);
const OF_AGENT: ReadonlySet<string> = new Set(["thought", "note"]);

/** Masks the addresses alone: what else a page shows of a secret is the page's own doing. */
export function maskedAddresses<T extends Pick<Observation, "tabs"> & { readonly url?: string }>(
  page: T,
  words: SecretWords,
): T {
  return {
    ...page,
    ...(page.url === undefined ? {} : { url: words.maskText(page.url) }),
    tabs: page.tabs.map((tab) => ({ ...tab, url: words.maskText(tab.url) })),
  };
}
