// Defines the measurements of a run of many agents.
import type { Account } from "../../../test/support/many/account.ts";
import type { Spread } from "../report.ts";

export interface Change {
  /** The mean of the second fifth of the run, when all is warm. */
  readonly early: number;
  /** The mean of the last fifth. */
  readonly late: number;
  readonly max: number;
}

export interface ManyFigures {
  readonly minutes: number;
  readonly seed: number | null;
  readonly wantedSteps: number | null;
  readonly stepsPerAgent: Readonly<Record<string, number>>;
  /** The fewest steps of an agent as a share of the most. */
  readonly fairness: number;
  readonly stepMs: Spread;
  readonly account: Account;
  /** The number of sessions that were opened anew, because the earlier ones had ended with their browser. */
  readonly reopened: number;
  readonly back: Readonly<Record<string, { readonly back: Spread; readonly step: Spread }>>;
  readonly daemonMiB: Change | null;
  readonly workerMiB: Change | null;
}
