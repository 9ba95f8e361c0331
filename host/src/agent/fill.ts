// Fills several fields in one call: one action per field, and one report of the page at the end.
import * as z from "zod/mini";

import { actions, type Asked } from "@webserv/shared/model/action.ts";
import { elementName } from "@webserv/shared/model/actions/action-spec.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";

/** One field and what goes into it: its `text`, the `options` of a list, or whether it is `checked`. */
export const filledField = z
  .strictObject({
    id: elementName,
    text: z.optional(actions.type.schema.shape.text),
    options: z.optional(actions.select.schema.shape.options),
    checked: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ text, options, checked }) =>
        [text, options, checked].filter((value) => value !== undefined).length === 1,
      "needs one of text, options and checked",
    ),
  );

export const filledFields = z
  .array(filledField)
  .check(
    z.minLength(1),
    z.maxLength(50),
    z.describe("Each with its text, its options, or whether it is checked"),
  );
export type FilledField = z.infer<typeof filledField>;

/** Carries out the actions of one session. */
export interface FillingSession {
  /** @param later the page is reported with the next action instead of this one */
  act(action: Asked, later: boolean): Promise<Step>;
  /** Returns what has changed since the page was last reported. */
  changes(): Promise<Observation>;
}

export interface Filled {
  readonly steps: readonly Step[];
  /** The last step, whose observation holds what all of the steps have changed; null if that was not to be told. */
  readonly last: Step;
}

/** The longest wait for a field that an earlier one may enable, in ms. */
const ENABLED_MS = 5_000;

/**
 * Fills the fields in turn and stops at the first one that can't be filled in. One that is disabled is tried again: an
 * earlier field may enable it.
 * @param quiet true if the page is not to be reported at the end, however it ends
 */
export async function fill(
  session: FillingSession,
  fields: readonly FilledField[],
  quiet = false,
): Promise<Filled> {
  const steps: Step[] = [];
  for (const [index, field] of fields.entries()) {
    const isLast = index === fields.length - 1;
    const later = quiet || !isLast;
    const endsAt = performance.now() + (index === 0 ? 0 : ENABLED_MS);
    let step = await session.act(actionOf(field), later);
    while (step.error?.code === "disabled" && performance.now() < endsAt) {
      step = await session.act(actionOf(field), later);
    }
    steps.push(step);
    if (isLast || (quiet && step.status !== "done")) return { steps, last: step };
    // The report of the page that was put off is made up for now.
    if (step.status !== "done") {
      const last = { ...step, observation: await session.changes() };
      return { steps: [...steps.slice(0, -1), last], last };
    }
  }
  throw new Error("there is no field to fill in");
}

function actionOf({ id, text, options, checked }: FilledField): Asked {
  if (text !== undefined) return { type: "type", id, text };
  if (options !== undefined) return { type: "select", id, options };
  return { type: checked === true ? "check" : "uncheck", id };
}

/**
 * Counts the filled fields and adds a line for each step that did more, or less, than fill its
 * field: the page itself shows the fields.
 */
export function filledText(steps: readonly Step[], written: (step: Step) => string): string {
  const done = steps.filter(({ status }) => status === "done").length;
  const told = steps.filter((step) => step.status !== "done" || hasEffect(step));
  return [`filled in ${done} ${done === 1 ? "field" : "fields"}`, ...told.map(written)].join("\n");
}

function hasEffect({ effects, settle }: Step): boolean {
  const { focus: _focus, value: _value, ...others } = effects;
  const isPlain = Object.values(others).every((value) => value === undefined);
  return !isPlain || (settle !== null && settle.status !== "settled");
}
