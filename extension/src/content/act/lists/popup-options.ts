// Finds the options that the list of an opener shows, and the one of them that is meant.
import { focusedElement } from "../../dom/composed-tree.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { FrameIds } from "../../observe/identity/frame-ids.ts";
import { isEditable, isReadOnly } from "../text/editing.ts";
import type { FieldSources } from "../text/field-within.ts";
import { LISTS, within } from "./openers.ts";
import type { Openings } from "./openings.ts";
import { entriesAmong, isShown } from "./openings.ts";
import { loose, textOf, wordTests } from "./option-words.ts";

export interface PopupSources extends FieldSources {
  readonly ids: FrameIds;
  readonly openings: Openings;
}

export interface ShownOptions {
  readonly options: readonly Element[];
  /** All that has come with the list, if no roles tell which of it are options; the wanted one may be any of it. */
  readonly come?: readonly Element[];
}

const OPTIONS: ReadonlySet<string> = new Set(
  "option treeitem menuitem menuitemradio menuitemcheckbox".split(" "),
);

/**
 * Returns the options that show, in order: those of the list itself, or of the lists that the opener names; else those
 * that have come since it was opened, by their roles, or by being alike.
 */
export function optionsOf(sources: PopupSources, opener: Element): ShownOptions {
  const named = listsOf(opener);
  const options = optionsIn(sources, named);
  if (options.length > 0 || LISTS.has(roleOf(opener))) return { options };
  const come = sources.openings.since(opener, sources.shadowRootOf);
  if (come !== undefined) {
    const byRole = come.filter((element) => OPTIONS.has(roleOf(element)));
    if (byRole.length > 0) return { options: byRole };
  }
  if (named.length === 0) {
    const unnamed = optionsIn(sources, unnamedLists(sources, opener));
    if (unnamed.length > 0) return { options: unnamed };
  }
  return come === undefined ? { options } : { options: entriesAmong(come), come };
}

function optionsIn({ shadowRootOf }: PopupSources, lists: readonly Element[]): Element[] {
  return lists
    .flatMap((list) => [...within(list, shadowRootOf)])
    .filter((element) => OPTIONS.has(roleOf(element)) && isShown(element));
}

/** Returns the list itself, or the lists that the opener says it controls. */
export function listsOf(opener: Element): Element[] {
  if (LISTS.has(roleOf(opener))) return [opener];
  const own = unshadowed(opener);
  const root = own.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  return ["aria-controls", "aria-owns"].flatMap((attribute) =>
    (own.getAttribute(attribute)?.match(/\S+/g) ?? []).flatMap((id) => {
      const list = root.getElementById(id);
      return list === null ? [] : [list];
    }),
  );
}

/** Returns the only list that shows, or the first one after the opener if that is expanded. */
function unnamedLists({ shadowRootOf }: PopupSources, opener: Element): Element[] {
  const { ariaExpanded } = unshadowed(opener);
  if (ariaExpanded === "false") return [];
  const lists = [...within(document.documentElement, shadowRootOf)].filter(
    (element) => LISTS.has(roleOf(element)) && isShown(element),
  );
  // A list in the opener itself holds what is chosen already.
  const others = lists.filter((list) => !isComposedDescendant(list, opener));
  if (others.length === 1 || ariaExpanded !== "true") return others.length === 1 ? others : [];
  const after = others.find(
    (list) => (opener.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return after === undefined ? [] : [after];
}

export function findOption(
  { ids }: PopupSources,
  { options, come }: ShownOptions,
  wanted: string,
): Element | undefined {
  const known = ids.find(wanted);
  const isKnown = (option: Element): boolean =>
    known.state === "present" && known.element === option;
  for (const test of [isKnown, ...wordTests(wanted)]) {
    const option = options.find(test);
    if (option !== undefined) return option;
  }
  return come === undefined ? undefined : innermost(come, wanted);
}

/** Returns the innermost of the elements that say no more than the wanted words. */
function innermost(come: readonly Element[], wanted: string): Element | undefined {
  const longest = wanted.length * 2 + 50;
  return come.findLast(
    (element) =>
      unshadowed(element).textContent.length <= longest && loose(textOf(element)) === loose(wanted),
  );
}

/** Tells where a text that searches the list goes: into the opener, into a field that came with the list, or nowhere. */
export function searchIn(
  { openings, shadowRootOf }: PopupSources,
  opener: Element,
): "opener" | "focus" | "none" {
  if (isEditable(opener) && !isReadOnly(opener)) return "opener";
  const focused = focusedElement(shadowRootOf);
  if (focused === null || !isEditable(focused) || isReadOnly(focused)) return "none";
  if (isComposedDescendant(focused, opener)) return "focus";
  return openings.since(opener, shadowRootOf)?.includes(focused) === true ? "focus" : "none";
}
