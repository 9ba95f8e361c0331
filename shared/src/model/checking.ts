// Brings a checkbox, radio button or switch to a state, with as few clicks as it takes.
import { WebservError } from "../errors/errors.ts";
import type { Target } from "./page/target.ts";

export type CheckState = "checked" | "unchecked" | "mixed";

/** The longest wait for the page to show the effect of a click, in ms. */
const REACTION_MS = 1_000;

export interface Checked {
  readonly target: Target;
  readonly state: CheckState;
  readonly radio: boolean;
}

export interface Checkable {
  /**
   * Reads the state; undefined if the element went away meanwhile. With `until` it resolves as soon as the element is
   * in that state, at the latest after `waitMs`.
   */
  readonly stateOf: (until?: {
    readonly state: CheckState;
    readonly waitMs: number;
  }) => Promise<Checked | undefined>;
  readonly click: () => Promise<Target | undefined>;
}

/**
 * Clicks nothing that is in the wanted state already.
 * @returns `value`: the state afterwards
 * @throws WebservError `value-refused` if a click did not change it, or a radio button is to be
 *   unchecked
 */
export async function setChecked(
  id: string,
  wanted: "checked" | "unchecked",
  { stateOf, click }: Checkable,
): Promise<{ target?: Target; value?: string }> {
  const before = await stateOf();
  if (before === undefined) return {};
  if (before.state === wanted) return { target: before.target, value: wanted };
  if (wanted === "unchecked" && before.radio) {
    throw new WebservError("value-refused", `"${id}" is a radio button and can't be unchecked`, {
      next: "Check another one of its group.",
      details: { id },
    });
  }
  const until = { state: wanted, waitMs: REACTION_MS };
  let target = await click();
  let after = await stateOf(until);
  // A mixed box may go to either state first.
  if (before.state === "mixed" && after !== undefined && isOther(after.state, wanted)) {
    target = await click();
    after = await stateOf(until);
  }
  const told = target === undefined ? {} : { target };
  if (after === undefined) return told;
  if (after.state === wanted) return { ...told, value: wanted };
  throw new WebservError(
    "value-refused",
    `"${id}" was clicked and is still ${after.state}, not ${wanted}`,
    { next: "Look at the observation: the page may say why.", details: { id, value: after.state } },
  );
}

function isOther(state: CheckState, wanted: CheckState): boolean {
  return state !== "mixed" && state !== wanted;
}
