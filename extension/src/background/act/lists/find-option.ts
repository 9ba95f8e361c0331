// Finds an option in a list that a page has made itself: opens the list, scrolls it, and searches it by text.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import { limits } from "../../input/limits.ts";
import { planRuns } from "../../input/text-plan.ts";
import type { ActionContext } from "../context/action-context.ts";
import { askAnew, whereThere } from "../text/field.ts";

export type Popup = Result<"frame.popup">;

/** The longest wait for options that have to be loaded, in ms. */
const OPTIONS_MS = 8_000;
/** The longest time for one question to the frame, in ms. */
const ROUND_MS = 4_000;
/** The longest search text, in UTF-16 units, that is typed by keys. */
const MAX_TYPED = 64;
/** The number of options listed in an error. */
const MAX_LISTED = 30;

export interface ListSearch {
  readonly id: string;
  readonly option: string;
  readonly context: ActionContext;
  /** Clicks what opens the list. */
  readonly pressOpener: () => Promise<void>;
}

/**
 * Opens the list if it is closed, and searches it for the option. A list that was opened for nothing is closed again.
 * @throws WebservError `no-such-option` with the options there are
 */
export async function findOption(
  search: ListSearch,
  close: (popup: Popup) => Promise<void>,
): Promise<Popup> {
  let popup = await opened(search);
  const seen = new Set(popup.options);
  if (popup.found === null && popup.open) {
    popup = await ask(search, { waitMs: ROUND_MS, scroll: true });
    for (const text of popup.options) seen.add(text);
  }
  if (popup.found !== null) return popup;
  if (popup.search !== "none") {
    const own = popup.search === "opener" ? await ownText(search) : "";
    await enterSearch(search, popup, search.option);
    popup = await waited(search, { scroll: true });
    if (popup.found !== null) return popup;
    for (const text of popup.options) seen.add(text);
    // A field without a text lists what there is. A text of its own is no part of the search, and is put back.
    await enterSearch(search, popup, own);
    popup = await waited(search, {});
    for (const text of popup.options) seen.add(text);
  }
  await close(popup);
  if (popup.open && popup.collapsible && popup.search === "none") await closeByOpener(search);
  throw noSuchOption(search, [...seen]);
}

/** Returns the list as it is once it is open, and the option is there or the page has finished reacting. */
async function opened(search: ListSearch): Promise<Popup> {
  const before = await ask(search, { opening: true });
  // Without roles, what shows by now need not be the list: the page may have shown something else since the last choice.
  if (before.found !== null || (before.open && before.hasRoles)) return before;
  await search.pressOpener();
  const popup = await waited(search, {});
  if (popup.open || popup.search !== "none") return popup;
  // If the list was open without our knowing, the press has closed it.
  const closed = await ask(search, { opening: true });
  if (closed.open || popup.hasRoles) return closed;
  await search.pressOpener();
  return await waited(search, {});
}

/** Closes a list that the Escape key has not closed, as its opener does. */
async function closeByOpener(search: ListSearch): Promise<void> {
  if ((await waited(search, {})).open) await search.pressOpener();
}

/** Waits for the option until the page has finished reacting. */
async function waited(
  search: ListSearch,
  wish: Pick<ParamsInput<"frame.popup">, "scroll">,
): Promise<Popup> {
  const endsAt = performance.now() + Math.min(OPTIONS_MS, search.context.leftMs());
  for (;;) {
    const leftMs = Math.max(1, Math.floor(endsAt - performance.now()));
    const popup = await ask(search, { ...wish, waitMs: Math.min(ROUND_MS, leftMs) });
    if (popup.found !== null || popup.rested || performance.now() >= endsAt) return popup;
  }
}

async function ask(
  { id, option, context }: ListSearch,
  wish: Omit<ParamsInput<"frame.popup">, "id" | "option">,
): Promise<Popup> {
  const read = (): Promise<Popup> => context.page.frame("frame.popup", { id, option, ...wish });
  // A page may replace its button as the list opens; if the button is gone for good, the last read throws.
  return (await askAnew(id, context, read)) ?? (await read());
}

/** Returns what the field holds in which the list is searched. */
async function ownText({ id, context }: ListSearch): Promise<string> {
  const read = await whereThere(context, () => context.page.frame("frame.value", { id }));
  return read?.value ?? "";
}

/** Replaces the text that searches the list. */
async function enterSearch({ id, context }: ListSearch, popup: Popup, text: string): Promise<void> {
  const { hands, page } = context;
  if (popup.search === "opener") await page.frame("frame.select-contents", { id, part: "all" });
  else await hands.selectAll();
  if (text === "") await hands.press("Backspace");
  else if (hands.typesInto("line", text) && isByKeys(text)) await hands.typeKeys(text);
  else await hands.insertText(text);
}

/** Tells whether a text is typed key by key: older lists listen for keys alone. */
function isByKeys(text: string): boolean {
  return text.length <= MAX_TYPED && planRuns(text).every(({ how }) => how === "keys");
}

function noSuchOption(
  { id, option, context }: ListSearch,
  options: readonly string[],
): WebservError {
  const listed = options.slice(0, MAX_LISTED).map((text) => JSON.stringify(text));
  const more = options.length - listed.length;
  const has =
    options.length === 0
      ? `its list shows no options${doubtOf(context)}`
      : `it has ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return new WebservError("no-such-option", `"${id}" has no option "${option}"; ${has}`, {
    // An option can't be named if the list shows none.
    ...(options.length === 0 ? { next: clickAdvice(context, false) } : {}),
    details: { id, wanted: option, options },
  });
}

/** Adds, for synthetic input, that the page may ignore events that are not a person's. */
export function doubtOf({ hands }: ActionContext): string {
  return hands.kind === "trusted" ? "" : ` (${limits.list.synthetic.refusal.why})`;
}

/** Says how to choose by clicks. @param isOpen is true if the list is open: a click on its opener would close it */
export function clickAdvice({ hands }: ActionContext, isOpen: boolean): string {
  if (hands.kind === "synthetic") return limits.list.synthetic.refusal.next;
  return isOpen
    ? "Look at the observation, and click the option there."
    : "Click it, look at the observation, and click the option there.";
}
