// Lets loops of frames that ran before the action take up what it has left for them to do.
import { isSameCode } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { natives } from "../platform/natives.ts";

/**
 * Follows loops of animation frames. A page may put its tasks into a list that a loop of frames looks at (a game, a
 * ticker of animations). The first frame after the action's event runs under the action, but for the loop's going on.
 */
export class FrameLoops {
  readonly #causes: Causes;
  #isDue = false;
  /** The browser's time of the frame that takes up the action's work. */
  #frameMs: unknown;
  #callback: unknown;

  constructor(causes: Causes) {
    this.#causes = causes;
    causes.onRootRun(() => {
      this.#isDue = true;
    });
  }

  /** Sets the cause of a callback that no action has led to. Call it before the callback runs. */
  run(callback: unknown): void {
    if (!this.#causes.isActive) {
      this.#causes.run(0);
      return;
    }
    // This time is the same for all that one frame calls back, and no argument of ours has to tell it.
    const timeline: unknown = natives.apply(natives.documentTimeline, document, []);
    const frameMs: unknown = natives.apply(natives.timelineTime, timeline, []);
    if (this.#isDue) {
      this.#isDue = false;
      this.#frameMs = frameMs;
    }
    if (this.#frameMs !== frameMs || frameMs === null) {
      this.#causes.run(0);
      return;
    }
    this.#callback = callback;
    this.#causes.takeUp();
  }

  /** Tells whether `callback` is the next round of the loop that has taken up. */
  goesOn(callback: unknown): boolean {
    return this.#causes.isTakenUp && isSameCode(callback, this.#callback);
  }
}
