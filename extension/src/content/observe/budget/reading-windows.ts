// Chooses what of long series is read whatever their length: what a person works in, and what an
// agent asks for.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { DEFAULT_MAX_TOKENS } from "@webserv/shared/model/page/observation.ts";
import { ancestors, focusedElement } from "../../dom/composed-tree.ts";
import type { Costs } from "../tree/cost.ts";
import type { Cuts } from "./cuts.ts";
import { emphasis, isNear } from "../tree/emphasis.ts";
import type { FrameIds } from "../identity/frame-ids.ts";
import type { MoreIds } from "../identity/more-ids.ts";
import type { WindowOptions } from "./series-windows.ts";

export interface WindowSources {
  readonly ids: FrameIds;
  readonly more: MoreIds;
  readonly cuts: Cuts;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** Dialogs, which may hold up the page from wherever they stand, and what is painted over it. */
const IN_FRONT = "dialog[open], [aria-modal], [popover]";

export function readingWindows(
  { ids, more, cuts, shadowRootOf }: WindowSources,
  costs: Costs,
  { expand, maxTokens = DEFAULT_MAX_TOKENS }: Pick<ObserveOptions, "expand" | "maxTokens">,
): WindowOptions {
  const anchors = new Set<Element>();
  for (const element of expand === undefined ? [] : wantedBy(expand, ids, more)) {
    addAll(anchors, ancestors(element));
  }
  const focused = focusedElement(shadowRootOf);
  const required = new Set(ancestors(focused));
  addAll(required, ancestors(document.fullscreenElement));
  for (const element of document.querySelectorAll(IN_FRONT)) {
    if (!element.matches("[popover]:not(:popover-open)")) addAll(required, ancestors(element));
  }
  return {
    maxTokens,
    costs,
    required,
    anchors,
    expands: expand !== undefined,
    pass(entry) {
      if (!cuts.passed.has(entry)) cuts.passed.set(entry, ids.nextReading);
    },
    wasShown: (entry) => cuts.last?.cut.wasShown(entry) === true,
    weightOf: emphasis(document, { focused, inFront: [] }),
    isNear: isNear(document),
  };
}

function wantedBy(id: string, ids: FrameIds, more: MoreIds): readonly Element[] {
  if (more.isMore(id)) return more.edges(id);
  const found = ids.find(id);
  return found.state === "present" ? [found.element] : [];
}

function addAll(to: Set<Element>, elements: Iterable<Element>): void {
  for (const element of elements) to.add(element);
}
