// Looks for animations that have only just begun: the page is told of them some frames later.

/** By then the page script has been told of one, and knows whose it is, in ms. */
const NEW_MS = 80;

/** Not of those without an end: what they show is there all the time. */
export function hasNewAnimation(): boolean {
  return document.getAnimations().some((animation) => {
    const { playState, pending, currentTime, effect } = animation;
    if (playState !== "running" || effect === null) return false;
    const isNew = pending || (typeof currentTime === "number" && currentTime < NEW_MS);
    return isNew && effect.getComputedTiming().endTime !== Infinity;
  });
}
