// Tells whether an animation has only just begun, so that what it does can't be seen yet.

/**
 * Time that an animation may run before it has moved anything, in ms. Its first frames all show its first
 * keyframe: until it has a start time it is pending (Web Animations, "Waiting for the associated effect"), and its
 * first sample is at 0.
 */
const STILL_MS = 50;
/** Time after which the page script has been told of an animation and knows what caused it, in ms. */
const UNTOLD_MS = 80;

/**
 * Tells whether an animation of an element, or of one around it, may not have moved it yet. Two equal frames in
 * that time say nothing about rest.
 */
export function hasBeginningAnimation(element: Element): boolean {
  return runningAnimations(element).some(({ animation, effect }) => {
    if (animation.pending || animation.currentTime === null) return true;
    const elapsedMs = Number(animation.currentTime) - (effect.getTiming().delay ?? 0);
    return elapsedMs >= 0 && elapsedMs < STILL_MS;
  });
}

/** Tells whether an animation of an element, or of one around it, is running. */
export function hasRunningAnimation(element: Element): boolean {
  return runningAnimations(element).length > 0;
}

/** Tells whether an animation of the page is running that has an end. */
export function hasEndingAnimation(): boolean {
  return document
    .getAnimations()
    .some((each) => isRunning(each) && each.effect?.getComputedTiming().endTime !== Infinity);
}

/** Tells whether an animation without an end is running on an element, or on one around it. */
export function hasEndlessAnimation(element: Element): boolean {
  return runningAnimations(element).some(({ effect }) => isEndless(effect));
}

/**
 * Tells whether an element sways in its place without end, as a button that beats or bounces does: each animation that
 * moves it leads back to where it began.
 */
export function isSwaying(element: Element): boolean {
  const running = runningAnimations(element);
  return (
    running.length > 0 && running.every(({ effect }) => isEndless(effect) && leadsBack(effect))
  );
}

function leadsBack(effect: KeyframeEffect): boolean {
  if (effect.getTiming().direction?.startsWith("alternate") === true) return true;
  const frames = effect.getKeyframes();
  const [first, last] = [frames.at(0), frames.at(-1)];
  return MOVING.every((name) => first?.[name] === last?.[name]);
}

/** The properties by which animations move things. */
const MOVING = ["transform", "translate", "left", "top"];

function isEndless(effect: KeyframeEffect): boolean {
  return effect.getComputedTiming().endTime === Infinity;
}

/**
 * Tells whether the page script may not have been told yet of an animation of the page. Animations without an end
 * don't count: what they show is there all the time.
 */
export function hasUntoldAnimation(): boolean {
  return document.getAnimations().some((animation) => {
    const { effect, currentTime } = animation;
    if (!isRunning(animation) || effect === null) return false;
    const isNew = animation.pending || (typeof currentTime === "number" && currentTime < UNTOLD_MS);
    return isNew && effect.getComputedTiming().endTime !== Infinity;
  });
}

interface RunningAnimation {
  readonly animation: Animation;
  readonly effect: KeyframeEffect;
}

function runningAnimations(element: Element): readonly RunningAnimation[] {
  return document.getAnimations().flatMap((animation) => {
    const { effect } = animation;
    if (!(effect instanceof KeyframeEffect) || effect.target === null) return [];
    return isRunning(animation) && holds(effect.target, element) ? [{ animation, effect }] : [];
  });
}

function isRunning({ playState }: Animation): boolean {
  return playState === "running";
}

/** Tells whether an element stands in another, also through shadow roots: what moves a host moves all in it. */
function holds(ancestor: Element, element: Element): boolean {
  for (let node: Node | null = element; node !== null;) {
    if (node === ancestor) return true;
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return false;
}
