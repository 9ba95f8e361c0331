// Tells whether an animation that may carry an element away has only just begun.

/** Frames an animation may take to move anything after it has begun; at most so long in ms. */
const BEGINNING_MS = 50;

/**
 * An animation's first frames all show its first keyframe: until it has a start time it is pending
 * (Web Animations, "Waiting for the associated effect"), and its first sample is at 0. Two equal
 * frames of that time say nothing about rest.
 */
export function hasBeginningAnimation(element: Element): boolean {
  return document.getAnimations().some(({ effect, pending, playState, currentTime }) => {
    if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
    if (effect.target === null || !holds(effect.target, element)) return false;
    if (pending || currentTime === null) return true;
    const { delay = 0 } = effect.getTiming();
    const elapsedMs = Number(currentTime) - delay;
    return elapsedMs >= 0 && elapsedMs < BEGINNING_MS;
  });
}

/** Also through shadow roots: what moves a host moves all in it. */
function holds(ancestor: Element, element: Element): boolean {
  for (let node: Node | null = element; node !== null;) {
    if (node === ancestor) return true;
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return false;
}
