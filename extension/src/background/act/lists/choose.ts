// Chooses from a list that a page has made itself, as a person does: open it, find the option, click it.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { GuardedPart } from "../../input/guard.ts";
import { limits } from "../../input/limits.ts";
import type { ActionContext, ActionResult, Located } from "../context/action-context.ts";
import { askAnew, whereThere } from "../text/field.ts";

type Popup = Result<"frame.popup">;

/** Longest wait for options, which may have to be loaded, in ms. */
const OPTIONS_MS = 2_500;
/** Longest search through a list that has to be scrolled, in ms. */
const SCROLL_MS = 4_500;
/** Longest wait until a list shows what was chosen, in ms. */
const CHOSEN_MS = 1_000;
/** Options listed in an error. */
const MAX_LISTED = 30;

/** @throws WebservError `no-such-option` with the options there are; `value-refused` where the click chose nothing. */
export async function choose(
  { id, options }: ActionOf<"select">,
  opener: Located,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  const chosen: string[] = [];
  /** What the list shows as chosen where that changed: a menu's button shows its own name. */
  let value = "";
  for (const option of options) {
    const popup = await find(id, option, opener, context);
    const text = popup.found?.text ?? option;
    // A click on what is chosen already would take it back where several can be.
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

/** Opens the list where it is closed, and looks through it for the option. */
async function find(
  id: string,
  option: string,
  opener: Located,
  context: ActionContext,
): Promise<Popup> {
  const ask = async (waitMs: number, scroll: boolean): Promise<Popup> => {
    const read = (): Promise<Popup> =>
      context.page.frame("frame.popup", { id, option, waitMs, scroll });
    // A page may draw its button anew as the list opens; one that is gone for good is told as such.
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

/** Lists open and close as the button goes down, so that the rest of the click has nowhere to go. */
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
 * Resolves with what is shown as chosen; with undefined if what opened the list is not there any more, or
 * has another id by now: its name may be what is chosen.
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
    // A menu's command leaves no trace in it but that it closes.
    if (isChosen || !now.open || now.value !== before.value) return now.value;
    if (performance.now() < endsAt) continue;
    throw new WebservError(
      "value-refused",
      `"${id}" did not take "${text}": its list is still open, and the option not chosen${doubtOf(context)}`,
      { details: { id, value: now.value } },
    );
  }
}

/** A list of which several can be chosen stays open, over what stands below it. */
async function close(id: string, context: ActionContext): Promise<void> {
  const popup = await whereThere(context, () => context.page.frame("frame.popup", { id }));
  if (popup?.open === true && popup.collapsible) await context.hands.press("Escape");
}

/** Of input that a page may not take for a person's. */
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
    details: { id, wanted, options },
  });
}
