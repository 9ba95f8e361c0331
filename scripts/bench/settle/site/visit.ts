// Defines a visit: one playing of a scenario, distinguished from all others.
import type { Scenario } from "../scenarios.ts";

/** Keeps a visit of a page apart from all others of the same scenario. */
export interface Visit {
  readonly scenario: Scenario;
  /** The key under which the page keeps its marks. */
  readonly key: string;
  readonly token: string;
}
