// Describes a clone: one running copy of a template, at an address of its own.
import type { Site } from "@webserv/shared/model/site.ts";

import type { ControlGroup } from "./control-group.ts";

/** The place of a clone: its instance and address. */
export interface Place {
  readonly instance: string;
  readonly address: string;
  /** The label that it bears; absent if an earlier version made it. */
  readonly id?: string;
}

export interface Clone extends Place {
  /** It goes back to this on a reset. */
  readonly template: string;
  /** A digest of the limits it was made with; absent if an earlier version made it. */
  readonly limits?: string;
  readonly pid?: number;
  /** Its control group; absent if that is not on this machine or not ours to switch. */
  readonly group?: ControlGroup;
}

export interface CloneRequest {
  readonly site: Site;
  readonly template: string;
  /** It is copied from this: a snapshot of a template, or a checkpoint's instance. */
  readonly from: string;
  /** Absent for a clone of the pool. */
  readonly sandboxId?: string;
}

/** Runs work with what a branch is copied from, which is neither changed nor deleted meanwhile. */
export type WithOrigin = (work: (from: BranchSource) => Promise<void>) => Promise<void>;

/** A branch is copied from a clone that runs, or from the instance of a checkpoint. */
export type BranchSource = { readonly running: Clone } | { readonly kept: string };
