// What the set-up of Incus is made of: steps that look, do and undo, each with notes of what it did.
import type { IncusNames } from "../../../host/src/sandbox/incus/names.ts";
import type { Notes } from "./record.ts";
import type { PoolDriver } from "./options.ts";

/** One thing that has to be so. `machine` steps serve every set of names on it, `set` steps one. */
export interface Step {
  readonly name: string;
  readonly scope: "machine" | "set";
  /** What is not as it has to be, in words; undefined where nothing lacks. Changes nothing. */
  lacking(target: Target): Promise<string | undefined>;
  /** Makes it so. Notes what it is about to change before it does, so that a kill loses nothing. */
  do(target: Target): Promise<void>;
  /** Takes back what the notes tell, and nothing else; what is gone already is no error. */
  undo(target: Target): Promise<void>;
}

export interface Target {
  readonly names: IncusNames;
  readonly pool: { readonly driver: PoolDriver; readonly sizeGiB: number | undefined };
  /** Whether who ran the set-up by sudo joins the group that may speak to Incus. */
  readonly joinsGroup: boolean;
  /** The set-up installed Incus here, so that nobody else has set up anything in it before. */
  readonly ownIncus: boolean;
  readonly notes: Notes;
  readonly say: (sentence: string) => void;
}

/** The machine can't run Incus, whatever is done: exit code 3. */
export class UnfitError extends Error {}
