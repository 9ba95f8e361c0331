// Defines one interface for all ways to wait: the answer of each, and what the page itself says happened.
import type { SettleReport, SettleWork } from "@webserv/shared/model/page/settle.ts";

import type { Mark } from "./report/marks.ts";
import type { Visit } from "./site/visit.ts";

/** Says when a policy would have let its agent read the page. */
export interface Answered {
  /** The time in ms since the epoch. */
  readonly answeredAt: number;
  /** `timeout` if a cap ended the wait, by whatever name the policy calls that. */
  readonly status: SettleReport["status"];
}

/** Work of any kind that this version's report knows. */
type Work = Omit<SettleWork, "kind"> & { readonly kind: string };

/** Holds what WebServ's report says beyond the answer. */
export interface Told {
  readonly waitedFor: readonly Work[];
  readonly pending: readonly Work[];
  readonly reasons: readonly string[];
  /** True if the observation holds the last effect; undefined if the page marks that effect by no text. */
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
