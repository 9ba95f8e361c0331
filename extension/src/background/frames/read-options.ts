// Describes how a page is read: for an observation, or aside, which is for the worker's own use.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";

export interface ReadOptions extends ObserveOptions {
  /** True if the agent is not shown this reading. */
  readonly aside?: boolean;
}
