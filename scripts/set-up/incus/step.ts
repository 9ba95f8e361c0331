// Defines what the set-up of Incus is made of: steps that look, do and undo, each with notes of what it did.
import type { IncusNames } from "../../../host/src/sandbox/incus/names.ts";
import type { Notes } from "./record.ts";
import type { PoolDriver } from "./options.ts";

/** Ensures one thing. `machine` steps serve every set of names on the machine, `set` steps one. */
export interface Step {
  readonly name: string;
  readonly scope: "machine" | "set";
  /** Says in words what is missing or wrong; undefined if nothing is. Changes nothing. */
  lacking(target: Target): Promise<string | undefined>;
  /** Brings it about. It notes what it is about to change before it does, so that a kill loses nothing. */
  do(target: Target): Promise<void>;
  /** Undoes what the notes say, and nothing else; it is no error if something is gone already. */
  undo(target: Target): Promise<void>;
}

export interface Target {
  readonly names: IncusNames;
  readonly pool: { readonly driver: PoolDriver; readonly sizeGiB: number | undefined };
  /** True if the person who ran the set-up by sudo joins the group that may speak to Incus. */
  readonly joinsGroup: boolean;
  /** True if the set-up installed Incus here, so that nobody else has set up anything in it before. */
  readonly ownIncus: boolean;
  readonly notes: Notes;
  readonly say: (sentence: string) => void;
}

/** Reports that the machine can't run Incus, whatever is done: exit code 3. */
export class UnfitError extends Error {}
