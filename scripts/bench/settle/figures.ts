// All that a run has measured.
import type { SettleMode } from "@webserv/shared/model/settle.ts";

import type { Judged } from "./metrics.ts";

export interface Figures {
  readonly mode: SettleMode;
  /** WebServ's, of seen and unseen patterns. */
  readonly ours: readonly Judged[];
  readonly peers: readonly Judged[];
}
