// Defines the error of a step of a bake; `runBake` adds which step it was.
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  /** The end of the command's output, or of the site's answer. */
  readonly output: string;
  /** Machine-readable: an exit code, a status. */
  readonly facts: Readonly<Record<string, unknown>>;

  /** `reason` goes on from the step's own description, such as `ended with exit code 3`. */
  constructor(reason: string, output = "", facts: Readonly<Record<string, unknown>> = {}) {
    super(reason);
    this.output = output;
    this.facts = facts;
  }
}
