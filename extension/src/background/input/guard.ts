// Defines the guard of one pointer gesture, which lets the gesture reach its own element and nothing else.
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

export type Landing = Result<"frame.guarded">;

/** Names the part of the element that the gesture is for, if it is not the element itself. */
export type GuardedPart = Pick<ParamsInput<"frame.guard">, "opener" | "option" | "wheel">;

export interface GuardTarget {
  readonly id: string;
  readonly part: GuardedPart;
}

/** Says what the frame of the element guards. */
export type GuardWish = Omit<ParamsInput<"frame.guard">, "id">;

export interface Guard {
  /** Returns what the element's frame must guard; undefined if it need not guard anything. */
  wish(forMs: number): GuardWish | undefined;
  /**
   * Begins the guard, for `forMs` at most.
   * @param isBegun is true if the element's own frame guards already
   * @throws WebservError if the element is gone
   */
  arm(
    forMs: number,
    call: { readonly timeoutMs: number; readonly signal: AbortSignal },
    isBegun: boolean,
  ): Promise<void>;
  /** Reports where the gesture landed, and ends the guard. */
  landing(answerMs: number, signal: AbortSignal): Promise<Landing>;
  /** Reports where the button was pressed; the guard goes on unless that was on its element. */
  press(answerMs: number, signal: AbortSignal): Promise<Landing>;
}
