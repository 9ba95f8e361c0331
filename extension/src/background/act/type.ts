// type: the field is clicked, its contents are selected or the caret goes to their end, and text is entered.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { assertTakes, isHeld } from "@webserv/shared/model/field-text.ts";
import { differenceOf } from "@webserv/shared/model/text-difference.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { TrustedInput } from "../input/trusted-input.ts";
import type { ActionContext, ActionResult, Located } from "./action-context.ts";
import { enterText } from "./enter-text.ts";
import type { FieldValue } from "./field.ts";
import { focusField, readBackAnew, selectContents, shown, takeFieldFocus } from "./field.ts";
import { synthesize } from "./synthesize.ts";

export async function type(
  action: ActionOf<"type">,
  context: ActionContext,
): Promise<ActionResult> {
  const { trusted } = context;
  if (trusted === null) return await synthesize(action, context);
  const { id } = action;
  const append = action.mode === "append";
  const text = action.text.replace(/\r\n?/g, "\n");
  const field = await focusField(id, context, ({ editing }) =>
    assertTakes({ id, editing, append }, action.text),
  );
  const before = await context.page.frame("frame.value", { id });
  const wanted = append ? before.value + text : text;
  const typed = await (field.editing === "setter"
    ? setWhole(id, wanted, context)
    : enter({ ...action, text }, { field, before, wanted }, context, trusted));
  const { after, ...rest } = typed;
  if (after !== undefined && after.value === before.value && !isHeld(field, wanted, after.value)) {
    throw refused(action, before);
  }
  if (action.enter === true) {
    // What was entered may have moved the focus on, or led to another page.
    await takeFieldFocus(id, context);
    await trusted.press("Enter");
  }
  const secret = before.secret === true;
  const difference =
    after === undefined || field.editing === "setter" || isHeld(field, wanted, after.value)
      ? undefined
      : differenceOf(wanted, after.value, secret);
  return {
    target: field.target,
    ...rest,
    ...(after === undefined ? {} : { value: shown({ ...before, value: after.value }) }),
    ...(difference === undefined ? {} : { difference }),
  };
}

interface Typed {
  /** Undefined where the page went on to another document. */
  readonly after: Pick<FieldValue, "value"> | undefined;
  readonly inputReason?: string;
}

interface Aim {
  readonly field: Located;
  readonly before: FieldValue;
  readonly wanted: string;
}

async function setWhole(id: string, value: string, context: ActionContext): Promise<Typed> {
  return { after: await context.page.frame("frame.set-value", { id, value }) };
}

async function enter(
  { id, text, mode }: ActionOf<"type">,
  { field, before, wanted }: Aim,
  context: ActionContext,
  trusted: TrustedInput,
): Promise<Typed> {
  const { editing } = field;
  const part = mode === "append" ? "end" : "all";
  const arrived = (after: FieldValue | undefined): boolean =>
    after === undefined || after.value !== before.value || isHeld(field, wanted, after.value);
  await selectContents(id, part, field, context, trusted);
  await enterText({ id, text, field }, context, trusted);
  let after = await readBackAnew(id, context);
  if (after === undefined || isHeld(field, wanted, after.value)) return { after };
  // A page may refuse keys alone.
  if (!arrived(after) && text !== "") {
    await takeFieldFocus(id, context);
    await selectContents(id, part, field, context, trusted);
    await enterText({ id, text, field, whole: true }, context, trusted);
    after = await readBackAnew(id, context);
  }
  const isLost = editing === "number" && after !== undefined && !isHeld(field, wanted, after.value);
  if (editing === "contenteditable" || (arrived(after) && !isLost)) return { after };
  return {
    ...(await setWhole(id, wanted, context)),
    inputReason: isLost
      ? "the browser's language writes numbers in another way; it was set by its own setter"
      : "the field took no text by keys; it was set by its own setter",
  };
}

function refused({ id, text }: ActionOf<"type">, before: FieldValue): WebservError {
  const given = shown({ ...before, value: text.slice(0, 100) });
  const held = shown({ ...before, value: before.value.slice(0, 1000) });
  return new WebservError(
    "value-refused",
    `the field "${id}" did not take ${JSON.stringify(given)}; it holds ${JSON.stringify(held.slice(0, 100))}`,
    { details: { id, value: held } },
  );
}
