// Reads lists that a page has made itself: which options they show now, and which of them is meant.
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { shownValue } from "../../observe/state/input-state.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { drawingAround } from "../../observe/naming/drawn-selects.ts";
import { LISTS, MAX_AROUND, openerOf } from "./openers.ts";
import { isChosen, spaced, textOf } from "./option-words.ts";
import type { PopupSources } from "./popup-options.ts";
import type { RestSources } from "./rest.ts";
import { Rest } from "./rest.ts";
import { findOption, listsOf, optionsOf, searchIn } from "./popup-options.ts";

type Popup = Result<"frame.popup">;

const MAX_OPTIONS = 200;
/** A pause lasts at least this many times as long as the look before it, so that the page gets on with its work. */
const PAUSE_SHARE = 3;

/**
 * Waits for the option up to `waitMs`, or until the page has finished reacting; it scrolls the list to find the option
 * if `scroll` is set.
 */
export async function readPopup(
  sources: PopupSources & RestSources,
  { id, option, waitMs = 0, scroll = false, opening }: ParamsInput<"frame.popup">,
  signal: AbortSignal,
): Promise<Popup> {
  const began = performance.now();
  const deadline = began + waitMs;
  const first = popupNow(sources, id, option);
  if (opening === true) sources.openings.note(openerIn(sources, id), sources.shadowRootOf);
  if (first.found !== null || waitMs === 0) return { ...first, rested: false };
  let rest = new Rest(sources, waitMs, signal);
  let scrolls = 0;
  let before = first.options.join("\n");
  try {
    for (;;) {
      const wasAtRest = rest.hasCome;
      const lookedAt = performance.now();
      const popup = popupNow(sources, id, option);
      const now = performance.now();
      if (popup.found !== null || now >= deadline) return { ...popup, rested: wasAtRest };
      const texts = popup.options.join("\n");
      // Options that scrolling brings are there once they are drawn, unless they have to be loaded.
      if (wasAtRest || (scrolls > 0 && texts !== before)) {
        if (!scroll || !scrollOn(sources, id, scrolls++ === 0)) {
          return { ...popup, rested: wasAtRest };
        }
        before = texts;
        rest.end();
        rest = new Rest(sources, deadline - now, signal);
      }
      const pauseUntil = now + (now - lookedAt) * PAUSE_SHARE;
      do await nextFrame(signal);
      while (performance.now() < pauseUntil && !rest.hasCome);
    }
  } finally {
    rest.end();
  }
}

/** Returns the element of the option that is meant; undefined if it does not show. */
export function optionOf(sources: PopupSources, id: string, wanted: string): Element | undefined {
  return findOption(sources, optionsOf(sources, openerIn(sources, id)), wanted);
}

function openerIn(sources: PopupSources, id: string): Element {
  const element = sources.finder.find(id);
  return openerOf(element, sources.shadowRootOf) ?? element;
}

function popupNow(
  sources: PopupSources,
  id: string,
  wanted: string | undefined,
): Omit<Popup, "rested"> {
  const opener = openerIn(sources, id);
  const shown = optionsOf(sources, opener);
  const found = wanted === undefined ? undefined : findOption(sources, shown, wanted);
  return {
    open: shown.options.length > 0,
    hasRoles: shown.come === undefined,
    collapsible: !LISTS.has(roleOf(opener)),
    search: searchIn(sources, opener),
    ...choicesOf(opener),
    options: shown.options.slice(0, MAX_OPTIONS).map(textOf),
    chosen: shown.options.filter(isChosen).slice(0, MAX_OPTIONS).map(textOf),
    found: found === undefined ? null : { text: textOf(found), selected: isChosen(found) },
    value: valueAround(opener),
  };
}

/** Tells whether a list takes one option or several, if a hidden select knows, or the list says so itself. */
function choicesOf(opener: Element): Pick<Popup, "choices"> {
  const select = drawingAround(opener)?.select;
  if (select !== undefined) return { choices: select.multiple ? "several" : "one" };
  const said = new Set(listsOf(opener).map((list) => unshadowed(list).ariaMultiSelectable));
  if (said.has("true")) return { choices: "several" };
  return said.has("false") ? { choices: "one" } : {};
}

/** Scrolls a list that makes only the options in view, so that it makes the next ones. Returns false at its end. */
function scrollOn(sources: PopupSources, id: string, isFirst: boolean): boolean {
  const last = optionsOf(sources, openerIn(sources, id)).options.at(-1);
  for (let at: Element | null = last ?? null; at !== null; at = composedParent(at)) {
    const before = at.scrollTop;
    const isScroller = /auto|scroll/.test(getComputedStyle(at).overflowY);
    if (!isScroller || at.scrollHeight <= at.clientHeight) continue;
    if (isFirst && before > 0) at.scrollTo({ top: 0, behavior: "instant" });
    else at.scrollBy({ top: at.clientHeight * 0.8, behavior: "instant" });
    return at.scrollTop !== before;
  }
  return false;
}

/** Returns the value that the opener shows. Libraries often put it beside their own text field, not into it. */
function valueAround(opener: Element): string {
  const field = opener.querySelector("input[readonly]") ?? opener;
  if (field instanceof HTMLInputElement && field.value !== "") {
    return spaced(shownValue(field));
  }
  let at: Element | null = opener;
  for (let step = 0; step <= MAX_AROUND && at !== null; step++) {
    const text = at instanceof HTMLElement ? spaced(at.innerText) : "";
    if (text !== "") return text;
    at = composedParent(at);
  }
  return "";
}
