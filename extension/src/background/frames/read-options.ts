// Says how a page is read: as an observation asks for it, or aside.
import type { ObserveOptions } from "@webserv/shared/model/observation.ts";

export interface ReadOptions extends ObserveOptions {
  /** Nobody is told of this reading. */
  readonly aside?: boolean;
}
