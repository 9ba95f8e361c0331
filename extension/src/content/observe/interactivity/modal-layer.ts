// Finds the modal dialog that holds the page up, and takes what stands behind it out of reach.
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, isWithin } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { isFrame } from "../../dom/element-kinds.ts";
import { heldBack } from "./interaction.ts";
import { CachedLayers, layersOver } from "./over-modal.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { isBlank } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ModalLayer } from "../tree/walk-result.ts";

type RootOf = (element: Element) => ShadowRoot | null;

/** A dialog opened by `showModal()`: nothing but it can be used, also where it stands in an inert part. */
export function isModal(element: Element, tag: string): boolean {
  return tag === "dialog" && element.matches(":modal");
}

/** A dialog opened by `showModal()`, or one that may lie over the whole page. */
export function mayBeModal(element: Element, tag: string, role: string | null): boolean {
  return isModal(element, tag) || role === "dialog" || role === "alertdialog" || tag === "dialog";
}

/** Of the dialogs that a person sees, the one that lies above the page and all others. */
export function topModal(
  dialogs: readonly Element[],
  viewport: Area,
  shadowRootOf: RootOf,
): Element | undefined {
  const isOnTop = (dialog: Element, points: readonly Point[]): boolean =>
    points.some((point) => {
      const hit = elementAt(point, shadowRootOf);
      return hit !== null && isWithin(hit, dialog);
    });
  const native = dialogs.filter((dialog) => unshadowed(dialog).matches(":modal"));
  if (native.length > 0) {
    // All but the one on top are inert, and its backdrop belongs to it.
    const corners = cornersOf(viewport);
    return (
      native.findLast((dialog) => isOnTop(dialog, [...pointsIn(dialog), ...corners])) ??
      native.at(-1)
    );
  }
  let last: Element | undefined;
  for (const dialog of dialogs.toReversed()) {
    if (!coversPage(dialog, viewport, shadowRootOf)) continue;
    if (isOnTop(dialog, pointsIn(dialog))) return dialog;
    // A menu opened from it may lie over all of it.
    last ??= dialog;
  }
  return last;
}

/** The browser itself keeps all that is outside a dialog opened by `showModal()` from being used. */
export function modalLayer(
  modal: Element | undefined,
  parts: readonly Part[],
  viewport: Area,
  shadowRootOf: RootOf,
): ModalLayer | undefined {
  if (modal === undefined) return undefined;
  const isNative = unshadowed(modal).matches(":modal");
  const over = isNative
    ? new CachedLayers(new Set())
    : layersOver(modal, parts, viewport, shadowRootOf);
  return { element: modal, over };
}

/** Marks the modal's part, if it is in this frame, and leaves nothing behind it that could be acted on. */
export function holdBack(parts: readonly Part[], modal: ModalLayer | undefined): void {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    if (part.element === modal?.element) {
      part.mark = "modal";
      continue;
    }
    const isOver = part.interaction !== undefined && modal?.over.holds(part.element) === true;
    if (part.interaction !== undefined && (!isOver || isBareSheet(part))) {
      part.interaction = heldBack(part.interaction);
    }
    holdBack(part.children, modal);
  }
}

/** Whether an element is behind the modal, or in an inert part. */
export function isHeldBack(element: Element, modal: ModalLayer | undefined): boolean {
  if (modal !== undefined && !isWithin(element, modal.element) && !modal.over.holds(element)) {
    return true;
  }
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (isModal(at, unshadowed(at).localName)) return false;
    if (unshadowed(at).hasAttribute("inert")) return true;
  }
  return isMadeInert(getComputedStyle(element));
}

/** By a style alone: the attribute has the same effect, and is told of what it stands on (CSS UI 4, 6.4). */
export function isMadeInert(style: CSSStyleDeclaration): boolean {
  return style.getPropertyValue("interactivity") === "inert";
}

/**
 * Whether what is hit at the edges of the viewport is the dialog, or a sheet spread behind it: any
 * sheet where the dialog says that it is modal, else one that holds the dialog.
 */
function coversPage(dialog: Element, viewport: Area, shadowRootOf: RootOf): boolean {
  const isSaid = unshadowed(dialog).matches('[aria-modal="true"]');
  const own = isSaid ? dialog : sheetAround(dialog, viewport);
  if (own === undefined) return false;
  const hits = cornersOf(viewport).filter((point) => {
    const hit = elementAt(point, shadowRootOf);
    return hit !== null && (isWithin(hit, own) || (isSaid && isSheet(hit, viewport)));
  });
  // One corner may be taken by something above all, such as a chat button.
  return hits.length >= 3;
}

function cornersOf({ right, bottom }: Area): Point[] {
  return [
    { x: 2, y: 2 },
    { x: right - 3, y: 2 },
    { x: 2, y: bottom - 3 },
    { x: right - 3, y: bottom - 3 },
  ];
}

/** Its middle, and a point near each of its corners. */
function pointsIn(dialog: Element): Point[] {
  const { left, top, width, height } = unshadowed(dialog).getBoundingClientRect();
  return INNER.map(([x, y]) => ({ x: left + width * x, y: top + height * y }));
}

const INNER: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
];

/** The dialog, or what it stands in, where that is spread over the page. */
function sheetAround(dialog: Element, viewport: Area): Element | undefined {
  for (let at: Element | null = dialog; at !== null; at = composedParent(at)) {
    if (isSheet(at, viewport)) return at;
  }
  return undefined;
}

/** A sheet that is there to be clicked away, or to keep clicks from what is behind it: nothing stands on it. */
function isBareSheet({ element, children }: ElementPart): boolean {
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return children.every(isBlank) && !isFrame(element) && isSheet(element, viewport);
}

function isSheet(hit: Element, viewport: Area): boolean {
  const { position } = getComputedStyle(hit);
  if (position !== "fixed" && position !== "absolute") return false;
  const box = unshadowed(hit).getBoundingClientRect();
  return (
    box.left <= 2 &&
    box.top <= 2 &&
    box.right >= viewport.right - 20 &&
    box.bottom >= viewport.bottom - 3
  );
}
