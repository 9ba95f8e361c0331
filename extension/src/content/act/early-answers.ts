// Tells the worker what is known of a synthetic action before input that may lead the page away: the document may be
// gone before it can answer.
import type { Result } from "@webserv/shared/protocol/methods.ts";

type Synthesized = Result<"frame.synthesize">;

export class EarlyAnswers {
  readonly #listeners = new Set<(answer: Synthesized) => void>();

  /** Until what is returned is called. */
  tellTo(listener: (answer: Synthesized) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(answer: Synthesized): void {
    for (const listener of this.#listeners) listener(answer);
  }
}
