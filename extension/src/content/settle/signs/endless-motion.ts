// Finds what moves without an end on a page, as spinners do.

/** A larger element is a stage, and a smaller one a caret. */
const LARGEST_PX = 240;
const SMALLEST_PX = 5;
const TURNS = /rotate/;

export interface Motion {
  readonly element: Element;
  /** It began after the time that was asked about. */
  readonly isNew: boolean;
  readonly turns: boolean;
}

/** @param sinceMs is a time of the document's own clock, as `performance.now()` gives it */
export function endlessMotions(root: Document | ShadowRoot, sinceMs: number): readonly Motion[] {
  return root.getAnimations().flatMap((animation) => {
    const { effect, startTime, playState } = animation;
    if (playState !== "running" || !(effect instanceof KeyframeEffect)) return [];
    if (effect.target === null || effect.getComputedTiming().endTime !== Infinity) return [];
    const isNew = typeof startTime !== "number" || startTime >= sinceMs;
    return [{ element: effect.target, isNew, turns: turnsBy(effect) }];
  });
}

/** Tells whether an element is as large as spinners are. */
export function isSpinnerSized(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width >= SMALLEST_PX && height >= SMALLEST_PX && width <= LARGEST_PX && height <= LARGEST_PX
  );
}

function turnsBy(effect: KeyframeEffect): boolean {
  return effect
    .getKeyframes()
    .some(
      (frame) =>
        TURNS.test(String(frame["transform"] ?? "")) || (frame["rotate"] ?? "none") !== "none",
    );
}
