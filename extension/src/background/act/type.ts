// type: the field is clicked, its contents are selected or the caret goes to their end, and text is entered.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { isTypeable } from "../input/key-plan.ts";
import type { TrustedInput } from "../input/trusted-input.ts";
import type { ActionContext, ActionResult } from "./action-context.ts";
import { focusField, readBack, shown, takeFocus } from "./field.ts";
import { synthesize } from "./synthesize.ts";

/** Up to here text is typed key by key, as pages that complete or mask it expect; longer text is inserted. */
const MAX_TYPED = 64;

export async function type(
  action: ActionOf<"type">,
  context: ActionContext,
): Promise<ActionResult> {
  const { trusted } = context;
  if (trusted === null) return await synthesize(action, context);
  const field = await focusField(action.id, context);
  const before = await context.frame("frame.value", { id: action.id });
  const append = action.mode === "append";
  const wanted = append ? before.value + action.text : action.text;
  let after: string | undefined;
  let inputReason: string | undefined;
  if (field.editing === "setter") {
    after = (await context.frame("frame.set-value", { id: action.id, value: wanted })).value;
  } else {
    await context.frame("frame.select-contents", { id: action.id, part: append ? "end" : "all" });
    await enterText(action.text, trusted);
    after = (await readBack(action.id, context))?.value;
    // Nothing arrived: a field that ignores keys and insertion may still take its own setter.
    if (after !== undefined && after === before.value && after !== wanted) {
      after = (await context.frame("frame.set-value", { id: action.id, value: wanted })).value;
      inputReason = "the field took no text by keys; it was set by its own setter";
    }
  }
  if (after !== undefined && after === before.value && wanted !== before.value) {
    const text = shown({ ...before, value: action.text.slice(0, 100) });
    const held = shown({ ...before, value: before.value.slice(0, 1000) });
    throw new WebservError(
      "value-refused",
      `the field "${action.id}" did not take ${JSON.stringify(text)}; it holds ${JSON.stringify(held.slice(0, 100))}`,
      { details: { id: action.id, value: held } },
    );
  }
  if (action.enter === true) {
    // What was entered may have moved the focus on, or led to another page.
    await takeFocus(action.id, context);
    await trusted.press("Enter");
  }
  return {
    target: field.target,
    ...(after === undefined ? {} : { value: shown({ ...before, value: after }) }),
    ...(inputReason === undefined ? {} : { inputReason }),
  };
}

async function enterText(text: string, trusted: TrustedInput): Promise<void> {
  // With everything selected, entering nothing means to empty the field.
  if (text === "") await trusted.press("Backspace");
  else if (text.length <= MAX_TYPED && isTypeable(text)) await trusted.typeKeys(text);
  else await trusted.insertText(text);
}
