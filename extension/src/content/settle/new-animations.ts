// Looks for animations that have only just begun: the page is told of them some frames later.
import { NEW_ANIMATION_MS } from "./limits.ts";

/**
 * Tells whether an animation has just begun. Those without an end don't count: what they show is
 * there all the time.
 */
export function hasNewAnimation(): boolean {
  return document.getAnimations().some((animation) => {
    const { playState, pending, currentTime, effect } = animation;
    if (playState !== "running" || effect === null) return false;
    const isNew = pending || (typeof currentTime === "number" && currentTime < NEW_ANIMATION_MS);
    return isNew && effect.getComputedTiming().endTime !== Infinity;
  });
}
