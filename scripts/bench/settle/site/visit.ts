// Says how one visit of a scenario is told from the others.
import type { Scenario } from "../scenarios.ts";

/** How a visit of a page is kept apart from all others of the same scenario. */
export interface Visit {
  readonly scenario: Scenario;
  /** Under which the page keeps its marks. */
  readonly key: string;
  readonly token: string;
}
