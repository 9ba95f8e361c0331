// What actions by keys share: to take the focus as a person does, and to see what the field holds.
import type { Target } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { ActionContext, Located } from "./action-context.ts";

export type FieldValue = Result<"frame.value">;

/** Clicks into a field that takes text. @throws WebservError `not-editable` or `not-focusable`. */
export async function focusField(id: string, context: ActionContext): Promise<Located> {
  const field = await context.locate(id, "type");
  if (field.editing === "none" || field.editing === "select") {
    throw new WebservError(
      "not-editable",
      field.editing === "select"
        ? `"${id}" is a select: it takes one of its options, not text`
        : `"${id}" is a ${field.target.tag} and takes no text`,
      field.editing === "select" ? { next: "Use the select action." } : {},
    );
  }
  await context.beforeInput();
  // A click on a date or colour field opens its picker, which would take the keys.
  if (field.editing === "setter") await context.focus(id);
  else {
    await context.point(id, "type", (at, pointer) => pointer.pressButton(at), {
      located: field,
    });
    await takeFocus(id, context);
  }
  return field;
}

/** Keys go to what has the focus: where this throws, none may be pressed. @throws WebservError `not-focusable`. */
export async function takeFocus(id: string, context: ActionContext): Promise<Target> {
  const { target, focused } = await context.focus(id);
  if (focused) return target;
  throw new WebservError(
    "not-focusable",
    `"${id}" did not take the focus, or handed it on; no key was pressed`,
    { details: { id } },
  );
}

/** What may be told of a value: a secret one is only as long as it is. */
export function shown({ value, secret }: FieldValue): string {
  return secret === true ? "•".repeat(value.length) : value;
}

/** What the field holds, or undefined where the page went on to another document meanwhile. */
export async function readBack(
  id: string,
  context: ActionContext,
): Promise<FieldValue | undefined> {
  try {
    return await context.frame("frame.value", { id });
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof WebservError && isGone(error)) return undefined;
    throw error;
  }
}

/** The element's page, or the element itself, is not there any more. */
export function isGone({ code }: WebservError): boolean {
  return ["disconnected", "stale-id", "unknown-id", "tab-closed"].includes(code);
}
