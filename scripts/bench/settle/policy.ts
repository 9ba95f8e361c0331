// Defines one interface for all ways to wait: what each answers, and what the page itself says happened.
import type { SettleReport, SettleWork } from "@webserv/shared/model/page/settle.ts";

import type { Mark } from "./report/marks.ts";
import type { Visit } from "./site/visit.ts";

/** When a policy would have let its agent look at the page. */
export interface Answered {
  /** Ms since the epoch. */
  readonly answeredAt: number;
  /** `timeout` where a cap ended the wait, by whatever name the policy calls that. */
  readonly status: SettleReport["status"];
}

/** Whatever kinds of work this version's report knows. */
type Work = Omit<SettleWork, "kind"> & { readonly kind: string };

/** What WebServ's report says beside. */
export interface Told {
  readonly waitedFor: readonly Work[];
  readonly pending: readonly Work[];
  readonly reasons: readonly string[];
  /** Whether the observation holds the last effect; undefined where the page marks it by no text. */
  readonly shown: boolean | undefined;
}

export interface Played extends Answered {
  readonly policy: string;
  readonly visit: Visit;
  readonly marks: readonly Mark[];
  readonly told?: Told;
}

/** Plays visits in a browser of its own, one at a time, and tells what each policy answered. */
export interface Player {
  play(url: string, visit: Visit): Promise<Played[]>;
  close(): Promise<void>;
}
