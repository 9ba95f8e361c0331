// Describes all errors of one code.

export interface ErrorEntry {
  /** The meaning, in a sentence. */
  readonly summary: string;
  /** The advice, if the thrower has none that is more exact. */
  readonly next: string;
}
