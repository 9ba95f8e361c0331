// What watches over one gesture of the pointer: it is for one element, and reaches nothing else.
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

export type Landing = Result<"frame.guarded">;

/** What of the element is meant, where it is not the element itself. */
export type GuardedPart = Pick<ParamsInput<"frame.guard">, "opener" | "option">;

export interface GuardTarget {
  readonly id: string;
  readonly part: GuardedPart;
}

export interface Guard {
  /** @throws WebservError if the element is gone */
  arm(
    forMs: number,
    call: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Tells what became of the gesture, and ends the guard. */
  landing(answerMs: number, signal: AbortSignal): Promise<Landing>;
  /** Tells where it was pressed: the guard stays unless that was on its element. */
  press(answerMs: number, signal: AbortSignal): Promise<Landing>;
}
