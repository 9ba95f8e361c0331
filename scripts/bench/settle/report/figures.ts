// Holds all that a run has measured.
import type { SettleMode } from "@webserv/shared/model/page/settle.ts";

import type { Judged } from "./metrics.ts";
import type { OracleVerdict } from "../oracle/run.ts";
import type { Overhead } from "../overhead/ratios.ts";

export interface Figures {
  readonly mode: SettleMode;
  /** WebServ's answers, in seen and unseen patterns. */
  readonly ours: readonly Judged[];
  readonly peers: readonly Judged[];
  /** Steps in real applications, of all policies. */
  readonly oracle: readonly OracleVerdict[];
  readonly overhead: Overhead | undefined;
}
