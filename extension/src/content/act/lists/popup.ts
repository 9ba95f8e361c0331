// Reads lists that a page has made itself: finds what opens one, which options it holds now, and which is meant.
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { isEditable } from "../text/editing.ts";
import type { FieldSources } from "../text/field-within.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import type { FrameIds } from "../../observe/identity/frame-ids.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { shownValue } from "../../observe/state/input-state.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface PopupSources extends FieldSources {
  readonly ids: FrameIds;
}

type Popup = Result<"frame.popup">;

/** Options that stay the same for so long, in ms, are complete. */
const STILL_MS = 400;
const MAX_OPTIONS = 200;
const MAX_TEXT = 200;
const MAX_VISITS = 20_000;
/** The most ancestors of an element among which its list's opener is looked for. */
const MAX_AROUND = 3;

/** Finds what opens the list that `element` is about: itself, a descendant, or else an ancestor. */
export function openerOf(
  element: Element,
  shadowRootOf: FieldSources["shadowRootOf"],
): Element | undefined {
  if (isOpener(element)) return element;
  for (const inside of within(element, shadowRootOf)) if (isOpener(inside)) return inside;
  let around = composedParent(element);
  for (let step = 0; step < MAX_AROUND && around !== null; step++) {
    if (isOpener(around) && !LISTS.has(roleOf(around))) return around;
    around = composedParent(around);
  }
  return undefined;
}

/** Waits for the option up to `waitMs`, and scrolls the list to find it if `scroll` is set. */
export async function readPopup(
  sources: PopupSources,
  { id, option, waitMs = 0, scroll = false }: ParamsInput<"frame.popup">,
  signal: AbortSignal,
): Promise<Popup> {
  const deadline = performance.now() + waitMs;
  let before = "";
  let changedAt = performance.now();
  let scrolls = 0;
  let scrolledAt = 0;
  for (;;) {
    const popup = popupNow(sources, id, option);
    const now = performance.now();
    const texts = popup.options.join("\n");
    if (texts !== before) [before, changedAt] = [texts, now];
    if (popup.found !== null || now >= deadline) return popup;
    // Options that scrolling brings are there once they are drawn, unless they have to be loaded.
    const stillMs = scrolls > 0 && changedAt > scrolledAt ? 0 : STILL_MS;
    if (popup.options.length > 0 && now - changedAt >= stillMs) {
      if (!scroll || !scrollOn(sources, id, scrolls++ === 0)) return popup;
      scrolledAt = now;
      changedAt = now;
    }
    await nextFrame(signal);
  }
}

/** Returns the element of the option that is meant; undefined if it does not show. */
export function optionOf(sources: PopupSources, id: string, wanted: string): Element | undefined {
  const element = sources.finder.find(id);
  const opener = openerOf(element, sources.shadowRootOf) ?? element;
  return match(sources, optionsOf(sources, opener), wanted);
}

function popupNow(sources: PopupSources, id: string, wanted: string | undefined): Popup {
  const element = sources.finder.find(id);
  const opener = openerOf(element, sources.shadowRootOf) ?? element;
  const options = optionsOf(sources, opener);
  const found = wanted === undefined ? undefined : match(sources, options, wanted);
  const isField = isEditable(opener);
  return {
    open: options.length > 0,
    collapsible: !LISTS.has(roleOf(opener)),
    editable: isField && !("readOnly" in opener && opener.readOnly === true),
    options: options.slice(0, MAX_OPTIONS).map(textOf),
    found: found === undefined ? null : { text: textOf(found), selected: isSelected(found) },
    value: valueAround(opener),
  };
}

export function isOpener(element: Element): boolean {
  const own = unshadowed(element);
  return (
    LISTS.has(roleOf(element)) ||
    roleOf(element) === "combobox" ||
    /^(?:listbox|menu|tree|true)$/.test(own.ariaHasPopup ?? "")
  );
}

const LISTS: ReadonlySet<string> = new Set(["listbox", "menu", "tree"]);
const OPTIONS: ReadonlySet<string> = new Set(
  "option treeitem menuitem menuitemradio menuitemcheckbox".split(" "),
);

/** Returns the options that show, in order. */
function optionsOf(sources: PopupSources, opener: Element): Element[] {
  const lists = LISTS.has(roleOf(opener)) ? [opener] : listsOf(sources, opener);
  return lists
    .flatMap((list) => [...within(list, sources.shadowRootOf)])
    .filter((element) => OPTIONS.has(roleOf(element)) && isShown(element));
}

/**
 * Returns the lists that the opener says it controls; else the only list that shows, or the first one after the opener
 * if that is expanded.
 */
function listsOf({ shadowRootOf }: PopupSources, opener: Element): Element[] {
  const own = unshadowed(opener);
  const root = own.getRootNode();
  const named = ["aria-controls", "aria-owns"].flatMap((attribute) =>
    (own.getAttribute(attribute)?.match(/\S+/g) ?? []).flatMap((id) => {
      const list =
        root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
      return list === null ? [] : [list];
    }),
  );
  if (named.length > 0 || own.ariaExpanded === "false") return named;
  const lists = [...within(document.documentElement, shadowRootOf)].filter(
    (element) => LISTS.has(roleOf(element)) && isShown(element),
  );
  if (lists.length === 1 || own.ariaExpanded !== "true") return lists.length === 1 ? lists : [];
  const after = lists.find(
    (list) => (opener.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return after === undefined ? [] : [after];
}

function match(
  { ids }: PopupSources,
  options: readonly Element[],
  wanted: string,
): Element | undefined {
  const known = ids.find(wanted);
  const tests: ((option: Element) => boolean)[] = [
    (option) => known.state === "present" && known.element === option,
    (option) => textOf(option) === wanted,
    (option) => valueOf(option) === wanted,
    (option) => loose(textOf(option)) === loose(wanted),
  ];
  for (const test of tests) {
    const option = options.find(test);
    if (option !== undefined) return option;
  }
  return undefined;
}

/** Scrolls a list that makes only the options in view, so that it makes the next ones. Returns false at its end. */
function scrollOn(sources: PopupSources, id: string, isFirst: boolean): boolean {
  const element = sources.finder.find(id);
  const opener = openerOf(element, sources.shadowRootOf) ?? element;
  const last = optionsOf(sources, opener).at(-1);
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

function* within(
  around: Element,
  shadowRootOf: FieldSources["shadowRootOf"],
): Generator<Element, void, void> {
  const waiting: Node[] = composedChildren(around, shadowRootOf).toReversed();
  for (let visits = 0; visits < MAX_VISITS; visits++) {
    const node = waiting.pop();
    if (node === undefined) return;
    if (!(node instanceof Element)) continue;
    yield node;
    waiting.push(...composedChildren(node, shadowRootOf).toReversed());
  }
}

function isShown(element: Element): boolean {
  const { width, height } = unshadowed(element).getBoundingClientRect();
  return (
    width > 0 && height > 0 && unshadowed(element).checkVisibility({ visibilityProperty: true })
  );
}

function textOf(element: Element): string {
  const own = unshadowed(element);
  const shown = element instanceof HTMLElement ? element.innerText : own.textContent;
  return spaced(own.ariaLabel ?? shown);
}

function valueOf(element: Element): string | null {
  const own = unshadowed(element);
  return own.getAttribute("data-value") ?? own.getAttribute("value");
}

function isSelected(option: Element): boolean {
  const { ariaSelected, ariaChecked } = unshadowed(option);
  return ariaSelected === "true" || ariaChecked === "true";
}

/** Returns the value that the opener shows. Libraries often put it beside their own text field, not into it. */
function valueAround(opener: Element): string {
  if (opener instanceof HTMLInputElement && opener.value !== "") {
    return spaced(shownValue(opener));
  }
  let at: Element | null = opener;
  for (let step = 0; step <= MAX_AROUND && at !== null; step++) {
    const text = at instanceof HTMLElement ? spaced(at.innerText) : "";
    if (text !== "") return text;
    at = composedParent(at);
  }
  return "";
}

function spaced(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim().slice(0, MAX_TEXT).toWellFormed();
}

function loose(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}
