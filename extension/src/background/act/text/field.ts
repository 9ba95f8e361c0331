// What actions by keys share: to take the focus as a person does, and to see what the field holds.
import type { Target } from "@webserv/shared/model/step.ts";
import { dots } from "@webserv/shared/model/text-difference.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import type { ActionContext, Located } from "../context/action-context.ts";

export type FieldContents = Result<"frame.select-contents">;

/**
 * Clicks into a field that takes text.
 * @param check throws where the field will not take what is wanted; nothing has happened then
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
    // Named by its own id: what stands around it is not to be hit.
    await context.point(field.target.id, "type", (at) => context.hands.pressButton(at), {
      located: field,
    });
    await takeFieldFocus(id, context);
  }
  return field;
}

/**
 * Pages make fields read-only to keep the browser from filling them, until they have the focus. A
 * click would open the pickers of those that stay so.
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

/** Keys go to what has the focus: where this throws, none may be pressed. @throws WebservError `not-focusable`. */
export async function takeFocus(id: string, context: ActionContext): Promise<Target> {
  return assertFocused(id, await context.page.focus(id));
}

/** As `takeFocus`, of the field that `id` is about. @throws WebservError `not-focusable`. */
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
 * By keys in what is edited in place: editors keep a selection of their own, which those reach. With
 * `typing` text is entered next. Resolves with what the field holds.
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

/** What may be told of a value: a secret one is only as long as it is. */
export function shown({ value, secret }: FieldContents): string {
  return secret === true ? dots(value) : value;
}

/** What the field holds, or undefined where the page went on to another document meanwhile. */
export async function readBack(
  id: string,
  context: ActionContext,
  drawn = false,
): Promise<FieldContents | undefined> {
  return await whereThere(context, () => context.page.frame("frame.value", { id, drawn }));
}

/**
 * As `readBack`, also of the field that the page has put in its place; once the page has been drawn,
 * which is when some make something else of what was typed.
 */
export async function readBackAnew(
  id: string,
  context: ActionContext,
): Promise<FieldContents | undefined> {
  return await askAnew(id, context, () => context.page.frame("frame.value", { id, drawn: true }));
}

/** As `whereThere`; where the element is not there, once more of what the page has put in its place. */
export async function askAnew<T>(
  id: string,
  context: ActionContext,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const found = await whereThere(context, ask);
  if (found !== undefined) return found;
  return (await isReread(id, context)) ? await whereThere(context, ask) : undefined;
}

/** @returns whether the page could be read once more, so that the id leads to what took the field's place */
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

/** Undefined where the page, or the element, is not there any more. */
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

/** The element's page, or the element itself, is not there any more. */
export function isGone({ code }: WebservError): boolean {
  return ["disconnected", "stale-id", "unknown-id", "tab-closed"].includes(code);
}
