// Describes a piece of work as whoever begins it knows it.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

export interface NewWork {
  readonly kind: BegunKind;
  readonly delayMs?: number;
  /** A callback, or an address: two pieces of work with the same one do the same. */
  readonly callSite?: unknown;
  /** Nobody is to see what comes of it: a beacon, a prefetch. */
  readonly unseen?: boolean;
  readonly url?: string;
}
