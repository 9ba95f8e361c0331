// Takes the focus for actions by keys, as a person does, and reads back what the field holds.
import type { Target } from "@webserv/shared/model/page/target.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import type { ActionContext, Located } from "../context/action-context.ts";

export type FieldContents = Result<"frame.select-contents">;

/**
 * Clicks into a field that takes text.
 * @param check throws if the field will not take the text; nothing has happened by then
 * @throws WebservError `not-editable` or `not-focusable`
 */
export async function focusField(
  id: string,
  context: ActionContext,
  check: (field: Located) => void = () => {},
): Promise<Located> {
  const found = await context.page.locate(id, "type");
  check(found);
  await context.beforeInput();
  const field = found.readOnly === true ? await openReadOnly(id, context) : found;
  // A click on a date or colour field opens its picker, which would take the keys.
  if (field.editing === "setter") await context.page.focusField(id);
  else {
    // The field has its own id, so that the click does not land on an element around it.
    await context.point(field.target.id, "type", (at) => context.hands.pressButton(at), {
      located: field,
    });
    await takeFieldFocus(id, context);
  }
  return field;
}

/**
 * Focuses a read-only field, since some pages unlock a field on focus, to keep the browser from filling it before.
 * It does not click: if the field stays read-only, a click would open its picker.
 */
async function openReadOnly(id: string, context: ActionContext): Promise<Located> {
  await context.page.focusField(id);
  const field = await context.page.locate(id, "type");
  if (field.readOnly !== true) return field;
  throw new WebservError("not-editable", `"${id}" is read-only`, {
    next: "Click it: it may open something to choose from.",
    details: { id },
  });
}

/**
 * Focuses the element. If this throws, no key may be pressed, since keys go to whatever has the focus.
 * @throws WebservError `not-focusable`.
 */
export async function takeFocus(id: string, context: ActionContext): Promise<Target> {
  return assertFocused(id, await context.page.focus(id));
}

/** Focuses the field inside the element of `id`, or that itself. @throws WebservError `not-focusable`. */
export async function takeFieldFocus(id: string, context: ActionContext): Promise<Target> {
  return assertFocused(id, await context.page.focusField(id));
}

function assertFocused(id: string, { target, focused }: Result<"frame.focus">): Target {
  if (focused) return target;
  throw new WebservError(
    "not-focusable",
    `"${id}" did not take the focus, or handed it on; no key was pressed`,
    { details: { id } },
  );
}

/**
 * Selects the field's contents, or puts the caret at their end, and returns the contents. In a `contenteditable`
 * it uses keys, since only they reach the selection that an editor keeps for itself.
 * @param typing describes the text that is entered next, if there is any
 */
export async function selectContents(
  id: string,
  part: "all" | "end",
  { editing }: Pick<Located, "editing">,
  context: ActionContext,
  typing?: Params<"frame.select-contents">["typing"],
): Promise<FieldContents> {
  if (editing === "contenteditable") {
    await (part === "all" ? context.hands.selectAll() : context.hands.caretToEnd());
  }
  return await context.page.frame("frame.select-contents", { id, part, typing });
}

/** Returns the value as it may be reported: of a secret one, only the length is shown. */
export function shown({ value, secret }: FieldContents): string {
  return secret === true ? dots(value) : value;
}

/** Returns what the field holds, or undefined if the page or the field is gone. */
export async function readBack(
  id: string,
  context: ActionContext,
  drawn = false,
): Promise<FieldContents | undefined> {
  return await whereThere(context, () => context.page.frame("frame.value", { id, drawn }));
}

/**
 * Reads back as `readBack` does, also from a field by which the page has replaced this one. It waits until the page
 * has been drawn, since some pages change the typed text only then.
 */
export async function readBackAnew(
  id: string,
  context: ActionContext,
): Promise<FieldContents | undefined> {
  return await askAnew(id, context, () => context.page.frame("frame.value", { id, drawn: true }));
}

/** Asks as `whereThere` does; if the element is gone, it asks once more for the one that replaced it. */
export async function askAnew<T>(
  id: string,
  context: ActionContext,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const found = await whereThere(context, ask);
  if (found !== undefined) return found;
  return (await isReread(id, context)) ? await whereThere(context, ask) : undefined;
}

/** @returns whether the page could be read once more, so that the id leads to the field's replacement */
export async function isReread(id: string, context: ActionContext): Promise<boolean> {
  try {
    await context.page.reread(id);
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof WebservError) return false;
    throw error;
  }
}

/** Returns the answer, or undefined if the page or the element is gone. */
export async function whereThere<T>(
  { signal }: ActionContext,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WebservError && isGone(error)) return undefined;
    throw error;
  }
}

/** Tells whether an error means that the page or the element is gone. */
export function isGone({ code }: WebservError): boolean {
  return ["disconnected", "stale-id", "unknown-id", "tab-closed"].includes(code);
}
