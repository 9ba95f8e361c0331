// Chooses from a list that a page has made itself, as a person does: opens it, finds the option and clicks it.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { GuardedPart } from "../../input/guard.ts";
import type { ActionContext, ActionResult, Located } from "../context/action-context.ts";
import { askAnew, whereThere } from "../text/field.ts";
import type { Popup } from "./find-option.ts";
import { clickAdvice, doubtOf, findOption } from "./find-option.ts";
import { takesOne } from "./takes-one.ts";

/** The longest wait until a list shows the chosen option, in ms. */
const CHOSEN_MS = 1_000;

/**
 * @throws WebservError `no-such-option` with the options there are; `value-refused` if the click chose nothing, or the
 *   list takes one option and several are given.
 */
export async function choose(
  { id, options }: ActionOf<"select">,
  opener: Located,
  context: ActionContext,
): Promise<ActionResult> {
  if (new Set(options).size > 1) {
    const { choices } = await context.page.frame("frame.popup", { id });
    if (choices === "one") throw takesOne(id, options);
  }
  await context.beforeInput();
  const chosen: string[] = [];
  /** The value that the list shows, if it has changed; a menu's button always shows its own name. */
  let value = "";
  for (const option of options) {
    // The opener was just found for the first option; later it is found anew.
    const located = chosen.length === 0 ? opener : undefined;
    const pressOpener = (): Promise<void> => press(id, { opener: true }, context, located);
    const search = { id, option, context, pressOpener };
    const popup = await findOption(search, (open) => close(open, context));
    const text = popup.found?.text ?? option;
    if (popup.choices === "one" && chosen.length > 0) {
      await close(popup, context);
      throw takesOne(id, options);
    }
    // In a list of several choices, a click on a chosen option would unchoose it. In any other list that something
    // opens, the option may be called selected only because Enter would choose it.
    const isChosen = popup.found?.selected === true;
    if (!isChosen || (popup.choices !== "several" && popup.collapsible)) {
      await press(id, { option }, context);
      const shown = await verify(id, text, popup, context);
      if (shown !== undefined && shown !== popup.value) value = shown;
    }
    chosen.push(text);
  }
  await closeAfter(id, chosen.at(-1), context);
  const isShown = chosen.every((text) => value.includes(text));
  return { target: opener.target, value: isShown || value === "" ? chosen.join(", ") : value };
}

/** Clicks; `slipped` is no error here, since lists open or close on mousedown, and the rest of the click misses. */
export async function press(
  id: string,
  part: GuardedPart,
  context: ActionContext,
  located?: Located,
): Promise<void> {
  const click = context.point(id, "select", (at) => context.hands.pressButton(at), {
    part,
    ...(located === undefined ? {} : { located }),
  });
  await click.catch((error: unknown) => {
    if (!(error instanceof WebservError) || error.code !== "slipped") throw error;
  });
}

/**
 * Waits until the list shows the choice, and returns the value that it shows. It returns undefined if the element
 * that opened the list is gone, or has another id by now: its name may be the chosen option.
 */
async function verify(
  id: string,
  text: string,
  before: Popup,
  context: ActionContext,
): Promise<string | undefined> {
  const endsAt = performance.now() + CHOSEN_MS;
  for (;;) {
    const now = await askAnew(id, context, () =>
      context.page.frame("frame.popup", { id, option: text, waitMs: 16 }),
    );
    if (now === undefined) return undefined;
    const isChosen = now.found?.selected === true || now.value.includes(text);
    // After a menu's command, the closed menu is the only sign of it.
    if (isChosen || !isOpen(now) || now.value !== before.value) return now.value;
    if (performance.now() < endsAt) continue;
    throw new WebservError(
      "value-refused",
      `"${id}" did not take "${text}": its list is still open, and the option not chosen${doubtOf(context)}`,
      { next: clickAdvice(context, true), details: { id, value: now.value } },
    );
  }
}

/** Tells whether a list is open that was last asked for an option which it showed. */
function isOpen({ open, hasRoles, found }: Popup): boolean {
  // Without roles, what has come since may be the page's answer to the choice.
  return hasRoles ? open : found !== null;
}

/** Closes the list: one that allows several choices stays open, and covers the page below it. */
async function closeAfter(
  id: string,
  option: string | undefined,
  context: ActionContext,
): Promise<void> {
  const popup = await whereThere(context, () => context.page.frame("frame.popup", { id, option }));
  if (popup !== undefined && isOpen(popup)) await close(popup, context);
}

async function close(popup: Popup, context: ActionContext): Promise<void> {
  if (popup.open && popup.collapsible) await context.hands.press("Escape");
}
