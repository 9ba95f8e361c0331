// Finds an element, waits until it can be acted on, brings it into view and gives the point to act on.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { bringIntoView } from "./bring-into-view.ts";
import { describeAnew } from "./describe-element.ts";
import { isDraggable } from "./draggable.ts";
import { mayDrawText } from "../text/drawn.ts";
import { assertEditable, editingOf, isPlain, isReadOnly } from "../text/editing.ts";
import { fieldOf, idOfField } from "../text/field-within.ts";
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { recall } from "../../observe/reading.ts";
import { openerOf } from "../lists/openers.ts";
import { optionOf } from "../lists/popup.ts";
import type { PopupSources } from "../lists/popup-options.ts";
import { toldTarget } from "./told-target.ts";
import { offPoint } from "./off-point.ts";
import type { Description, Redraws } from "./redraws.ts";
import { isSameRect, rectOf } from "./rest-check.ts";
import { whyUnseen } from "./unseen.ts";
import { look, pointAt } from "./view.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";
import { keyTakerOf } from "../../dom/drawn-editors.ts";
import type { Point } from "../../dom/hit-test.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import {
  hasBeginningAnimation,
  hasEndlessAnimation,
  hasRunningAnimation,
  isSwaying,
} from "../../dom/animations.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { showing } from "../../observe/geometry/area-points.ts";
import { frameMatrix, pointAround } from "../../observe/geometry/frame-point.ts";
import type { FrameIds } from "../../observe/identity/frame-ids.ts";
import { secrecyOf } from "../../observe/secrecy/secrets.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

type Located = Result<"frame.locate">;
type Purpose = Params<"frame.locate">["purpose"];

export interface LocateSources extends ReadingSources, Pick<PopupSources, "openings"> {
  readonly finder: ElementFinder;
  readonly ids: FrameIds;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly redraws: Redraws;
  /** Tells what a drag carries with it. */
  readonly drag: { isCarried(hit: Element): boolean };
}

/** The longest wait, in ms, for an element that is covered or disabled: such a state may be about to end. */
const PATIENCE_MS = 1000;

export interface Found {
  readonly located: Located;
  /** True if the guard must check at the press that the element is at rest. */
  readonly checksRest: boolean;
}

/**
 * Finds the point to act on. If the element need not be at rest before the press (`ready.guard.rest`), a point that is found
 * at once is returned without a wait for a frame. With `within`, it is a given point in the content of a frame element, and the frame
 * itself must be hit there.
 * @throws WebservError `unknown-id`, `stale-id`, `disabled`, `not-editable`, `not-a-select`, or the reason why there
 *   was no point in the end: `moving`, `covered`, `outside`
 */
export async function locate(
  sources: LocateSources,
  params: Params<"frame.locate">,
  signal: AbortSignal,
): Promise<Found> {
  const { finder } = sources;
  const { within, at } = params;
  const isField = params.purpose === "type";
  let rebound = false;
  if (isFoundAnew(params)) await recall(sources, [params.id], signal);
  else ({ rebound } = await toldTarget(sources, params.id, signal));
  let element = meant(sources, params);
  assertFit(sources, element, params);
  const about = within?.id ?? params.id;
  if (within !== undefined && frameMatrix(element) === null) throw tilted(about, params.id);
  const began = performance.now();
  const deadline = began + params.timeoutMs;
  const patience = Math.min(deadline, began + PATIENCE_MS);
  let scrolls = 0;
  // This is done before the wait for a frame, so that it does not make that wait longer.
  let described = describedFor(sources, element, params);
  const found = (point: Point, checksRest: boolean): Found => {
    if (described !== undefined) sources.redraws.note(params.id, described);
    const own = isField ? idOfField(finder, element, params.id) : params.id;
    const target = finder.target(own, element);
    return {
      checksRest,
      located: {
        target: rebound ? { ...target, rebound } : target,
        ...point,
        editing: isField && mayDrawText(element) ? "drawn" : editingOf(element),
        ...(isPlain(element) ? { plain: true } : {}),
        ...(isReadOnly(element) ? { readOnly: true } : {}),
        draggable: isDraggable(element),
        ...secrecyOf(keyTakerOf(element) ?? element),
      },
    };
  };
  const pointNow =
    within !== undefined
      ? () => pointAround(element, within)
      : at !== undefined
        ? () => pointAt(element, at)
        : undefined;
  const rest = params.ready?.guard?.rest ?? "before";
  if (rest !== "before" && (rest === "any" || mayBeAtRest(element, params.purpose))) {
    const { free } = look(sources, element, params);
    if (free !== undefined) return found(free, rest === "at-press");
  }
  for (let looks = 1; ; looks++) {
    const before = rectOf(element);
    const drawn = await nextFrame(signal);
    finder.find(params.id);
    const after = rectOf(element);
    const now = performance.now();
    // While the browser is too busy to draw, everything seems at rest. In the background it never draws.
    if (!drawn && document.visibilityState === "visible" && now < deadline) continue;
    const moves = !isSameRect(before, after) || hasBeginningAnimation(element);
    // A swaying element is pressed in its place. The guard hears whether the press lands on it.
    const sways = moves && now >= patience && isSwaying(element);
    if (moves && !sways && params.anywhere !== true) {
      // An element that moves for ever may rest once the pointer is on it, which only the caller can find out.
      if (now < (hasEndlessAnimation(element) ? patience : deadline)) continue;
      throw new WebservError("moving", `"${about}" has not come to rest`, {
        details: { id: about },
      });
    }
    // A form that is being validated or sent may enable its button again.
    if (refusesDisabled(params.purpose) && isDisabled(element)) {
      if (now < patience) continue;
      throw new WebservError("disabled", `"${about}" is disabled`, { details: { id: about } });
    }
    const view = look(sources, element, params);
    if (view.free !== undefined && !isAsTold(sources, params)) {
      const told = await toldTarget(sources, params.id, signal);
      rebound ||= told.rebound;
      element = meant(sources, params);
      assertFit(sources, element, params);
      if (told.rebound) scrolls = 0;
      continue;
    }
    if (view.free !== undefined) {
      // The page may have changed during the wait.
      if (looks > 1) described = describedFor(sources, element, params);
      return found(view.free, false);
    }
    if (bringIntoView(element, scrolls, pointNow)) {
      scrolls++;
      continue;
    }
    // An element that moves for ever, such as a ticker's entry, comes into view by itself.
    if (now < (moves ? deadline : patience)) {
      if (view.cover === undefined) scrolls = 0;
      continue;
    }
    const seen = { element, cover: view.cover };
    throw at === undefined
      ? await unreachable(sources, about, seen, signal)
      : await offPoint(sources, about, at, seen, signal);
  }
}

/** Tells whether nothing speaks against the element's being at rest and ready. No frame is drawn in a hidden tab. */
function mayBeAtRest(element: Element, purpose: Purpose): boolean {
  if (document.visibilityState !== "visible" || hasRunningAnimation(element)) return false;
  return !refusesDisabled(purpose) || !isDisabled(element);
}

/** Describes the element; returns undefined if the id is not its own, or was noted in this step before. */
function describedFor(
  { redraws }: LocateSources,
  element: Element,
  params: Params<"frame.locate">,
): Description | undefined {
  if (isFoundAnew(params) || redraws.has(params.id)) return undefined;
  return redraws.describe(element);
}

function isAsTold({ finder, ids }: LocateSources, params: Params<"frame.locate">): boolean {
  return isFoundAnew(params) || ids.likeness(finder.find(params.id)) === "same";
}

/** Tells whether the element is found anew each time: options of an open list are, and frames around an element. */
function isFoundAnew({ option, within }: Params<"frame.locate">): boolean {
  return option !== undefined || within !== undefined;
}

/** Returns the element of the id, or the part of it that the purpose is about. @throws WebservError `no-such-option` */
export function meant(
  sources: LocateSources,
  { id, purpose, option }: Pick<Params<"frame.locate">, "id" | "purpose" | "option">,
): Element {
  const { finder, shadowRootOf } = sources;
  if (option !== undefined) {
    const found = optionOf(sources, id, option);
    if (found !== undefined) return found;
    throw new WebservError("no-such-option", `"${id}" shows no option "${option}" any more`, {
      next: "Observe again: its options have changed.",
    });
  }
  if (purpose === "type") return fieldOf(sources, id);
  const element = finder.find(id);
  if (purpose !== "select" || element instanceof HTMLSelectElement) return element;
  const opener = openerOf(element, shadowRootOf);
  // A press on what stands in the opener is a press on the opener, too, and lands where the agent meant it.
  return opener === undefined || isComposedDescendant(element, opener) ? element : opener;
}

/** Scrolls the element into view, and no further than that needs. */
export function reveal(finder: ElementFinder, id: string): void {
  unshadowed(showing(finder.find(id))).scrollIntoView({
    behavior: "instant",
    block: "nearest",
    inline: "nearest",
  });
}

function assertFit(
  { shadowRootOf }: LocateSources,
  element: Element,
  params: { id: string; purpose: Purpose },
): void {
  const { id, purpose } = params;
  if (element instanceof HTMLOptionElement) {
    throw new WebservError("outside", `"${id}" is an option of a select`, {
      next: "Use the select action on its select.",
      details: { id },
    });
  }
  const isList =
    purpose !== "select" ||
    element instanceof HTMLSelectElement ||
    openerOf(element, shadowRootOf) !== undefined;
  if (!isList) {
    throw new WebservError(
      "not-a-select",
      `"${id}" is a <${unshadowed(element).localName}>, not a select`,
      {
        details: { id },
      },
    );
  }
  if (purpose === "type" && !mayDrawText(element)) assertEditable(element, id);
}

function refusesDisabled(purpose: Purpose): boolean {
  return purpose !== "hover" && purpose !== "focus";
}

async function unreachable(
  sources: LocateSources,
  id: string,
  { element, cover }: { readonly element: Element; readonly cover: Element | undefined },
  signal: AbortSignal,
): Promise<WebservError> {
  const { why, words } = whyUnseen(sources.finder, element);
  // An element that can't be hit at all is not covered by what is hit at its place.
  if (cover === undefined || why === "hidden" || why === "no-pointer") {
    return new WebservError("outside", `"${id}" can't be brought into view: it ${words}`, {
      details: { id, why },
    });
  }
  const by = await describeAnew(sources, cover, signal);
  return new WebservError("covered", `"${id}" is covered by ${by.words}`, {
    details: { id, by: by.id ?? by.words },
  });
}

function tilted(id: string, frame: string): WebservError {
  return new WebservError(
    "outside",
    `"${id}" can't be pointed at: its frame "${frame}" is shown in perspective`,
    { details: { id } },
  );
}
