// Several fields in one call: an action each, and the page told once.
import * as z from "zod/mini";

import { type Action, actions } from "@webserv/shared/model/action.ts";
import { semanticId } from "@webserv/shared/model/actions/action-spec.ts";
import type { Observation } from "@webserv/shared/model/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";

/** One field and what goes into it: `text`, `options` of a list, or whether it is `checked`. */
export const filledField = z
  .strictObject({
    id: semanticId,
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

/** How a session is acted in. */
export interface FillingSession {
  /** @param later the page is told with the next action */
  act(action: Action, later: boolean): Promise<Step>;
  /** What has changed since the page was told. */
  changes(): Promise<Observation>;
}

export interface Filled {
  readonly steps: readonly Step[];
  /** With what all of them have changed of the page. */
  readonly last: Step;
}

/** Ends with the first field that can't be filled in. */
export async function fill(
  session: FillingSession,
  fields: readonly FilledField[],
): Promise<Filled> {
  const steps: Step[] = [];
  for (const [index, field] of fields.entries()) {
    const isLast = index === fields.length - 1;
    const step = await session.act(actionOf(field), !isLast);
    steps.push(step);
    if (isLast) return { steps, last: step };
    // What was to be told later is told now.
    if (step.status !== "done") {
      const last = { ...step, observation: await session.changes() };
      return { steps: [...steps.slice(0, -1), last], last };
    }
  }
  throw new Error("there is no field to fill in");
}

function actionOf({ id, text, options, checked }: FilledField): Action {
  if (text !== undefined) return { type: "type", id, text };
  if (options !== undefined) return { type: "select", id, options };
  return { type: checked === true ? "check" : "uncheck", id };
}

/** With a line for what did more, or less, than fill its field in: the page tells of the fields. */
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
