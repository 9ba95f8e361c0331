// Chooses from a list that a page has made itself, as a person does: opens it, finds the option and clicks it.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { GuardedPart } from "../../input/guard.ts";
import { limits } from "../../input/limits.ts";
import type { ActionContext, ActionResult, Located } from "../context/action-context.ts";
import { askAnew, whereThere } from "../text/field.ts";

type Popup = Result<"frame.popup">;

/** The longest wait for options, which may have to be loaded, in ms. */
const OPTIONS_MS = 2_500;
/** The longest search through a list that has to be scrolled, in ms. */
const SCROLL_MS = 4_500;
/** The longest wait until a list shows the chosen option, in ms. */
const CHOSEN_MS = 1_000;
/** The number of options listed in an error. */
const MAX_LISTED = 30;

/** @throws WebservError `no-such-option` with the options there are; `value-refused` if the click chose nothing. */
export async function choose(
  { id, options }: ActionOf<"select">,
  opener: Located,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  const chosen: string[] = [];
  /** The value that the list shows, if it has changed; a menu's button always shows its own name. */
  let value = "";
  for (const option of options) {
    const popup = await find(id, option, opener, context);
    const text = popup.found?.text ?? option;
    // In a list of several choices, a click on a chosen option would unchoose it.
    if (popup.found?.selected !== true) {
      await press(id, { option }, context);
      const shown = await verify(id, text, popup, context);
      if (shown !== undefined && shown !== popup.value) value = shown;
    }
    chosen.push(text);
  }
  await close(id, context);
  const isShown = chosen.every((text) => value.includes(text));
  return { target: opener.target, value: isShown || value === "" ? chosen.join(", ") : value };
}

/** Opens the list if it is closed, and searches it for the option. */
async function find(
  id: string,
  option: string,
  opener: Located,
  context: ActionContext,
): Promise<Popup> {
  const ask = async (waitMs: number, scroll: boolean): Promise<Popup> => {
    const read = (): Promise<Popup> =>
      context.page.frame("frame.popup", { id, option, waitMs, scroll });
    // A page may replace its button as the list opens; if the button is gone for good, the last read throws.
    return (await askAnew(id, context, read)) ?? (await read());
  };
  let popup = await ask(0, false);
  if (!popup.open) {
    await press(id, { opener: true }, context, opener);
    popup = await ask(OPTIONS_MS, false);
  }
  if (popup.found === null) popup = await ask(SCROLL_MS, true);
  if (popup.found !== null) return popup;
  const seen = popup.options;
  if (popup.editable) {
    await context.page.frame("frame.select-contents", { id, part: "all" });
    await context.hands.insertText(option);
    popup = await ask(OPTIONS_MS, true);
    if (popup.found !== null) return popup;
    await context.page.frame("frame.select-contents", { id, part: "all" });
    await context.hands.press("Backspace");
  }
  await close(id, context);
  throw noSuchOption(id, option, seen, context);
}

/** Clicks; `slipped` is no error here, since lists open or close on mousedown, and the rest of the click misses. */
async function press(
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
    if (isChosen || !now.open || now.value !== before.value) return now.value;
    if (performance.now() < endsAt) continue;
    throw new WebservError(
      "value-refused",
      `"${id}" did not take "${text}": its list is still open, and the option not chosen${doubtOf(context)}`,
      { next: clickAdvice(context, true), details: { id, value: now.value } },
    );
  }
}

/** Closes the list: one that allows several choices stays open, and covers the page below it. */
async function close(id: string, context: ActionContext): Promise<void> {
  const popup = await whereThere(context, () => context.page.frame("frame.popup", { id }));
  if (popup?.open === true && popup.collapsible) await context.hands.press("Escape");
}

/** Adds, for synthetic input, that the page may ignore events that are not a person's. */
function doubtOf({ hands }: ActionContext): string {
  return hands.kind === "trusted" ? "" : ` (${limits.list.synthetic.refusal.why})`;
}

function noSuchOption(
  id: string,
  wanted: string,
  options: readonly string[],
  context: ActionContext,
): WebservError {
  const listed = options.slice(0, MAX_LISTED).map((text) => JSON.stringify(text));
  const more = options.length - listed.length;
  const has =
    options.length === 0
      ? `its list shows no options${doubtOf(context)}`
      : `it has ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return new WebservError("no-such-option", `"${id}" has no option "${wanted}"; ${has}`, {
    // An option can't be named if the list shows none.
    ...(options.length === 0 ? { next: clickAdvice(context, false) } : {}),
    details: { id, wanted, options },
  });
}

/** Says how to choose by clicks. @param isOpen is true if the list is open: a click on its opener would close it */
function clickAdvice({ hands }: ActionContext, isOpen: boolean): string {
  if (hands.kind === "synthetic") return limits.list.synthetic.refusal.next;
  return isOpen
    ? "Look at the observation, and click the option there."
    : "Click it, look at the observation, and click the option there.";
}
