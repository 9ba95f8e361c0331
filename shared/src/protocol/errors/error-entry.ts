// What is said of every error of one code.

export interface ErrorEntry {
  /** What it means, in a sentence. */
  readonly summary: string;
  /** What to do, where the thrower has nothing more exact to say. */
  readonly next: string;
}
