// Finds the modal dialog that blocks the page, and marks what stands behind it as inert.
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { isFrame } from "../../dom/element-kinds.ts";
import { asInert } from "./interaction.ts";
import { CachedLayers, layersOver } from "./over-modal.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { isBlank } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ModalLayer } from "../tree/walk-result.ts";

type RootOf = (element: Element) => ShadowRoot | null;

/** Tells whether a dialog was opened by `showModal()`: nothing else can be used, even if it stands in an inert part. */
export function isModal(element: Element, tag: string): boolean {
  return tag === "dialog" && element.matches(":modal");
}

/** Tells whether an element is a dialog that may block the page. */
export function mayBeModal(element: Element, tag: string, role: string | null): boolean {
  return isModal(element, tag) || role === "dialog" || role === "alertdialog" || tag === "dialog";
}

/** Finds the dialog that lies above the page and all other dialogs; undefined if none blocks the page. */
export function topModal(
  dialogs: readonly Element[],
  viewport: Area,
  shadowRootOf: RootOf,
): Element | undefined {
  const isOnTop = (dialog: Element, points: readonly Point[]): boolean =>
    points.some((point) => {
      const hit = elementAt(point, shadowRootOf);
      return hit !== null && isComposedDescendant(hit, dialog);
    });
  const native = dialogs.filter((dialog) => unshadowed(dialog).matches(":modal"));
  if (native.length > 0) {
    // All dialogs but the top one are inert, and its `::backdrop` belongs to it.
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
    // A menu that was opened from a dialog may lie over all of it.
    last ??= dialog;
  }
  return last;
}

/** Returns a modal with the layers above it. Above a dialog opened by `showModal()` the browser allows none. */
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

/** Marks the modal's part, if it is in this frame, and makes all parts behind it inert. */
export function markInert(parts: readonly Part[], modal: ModalLayer | undefined): void {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    if (part.element === modal?.element) {
      part.mark = "modal";
      continue;
    }
    const isOver = part.interaction !== undefined && modal?.over.holds(part.element) === true;
    if (part.interaction !== undefined && (!isOver || isBareSheet(part))) {
      part.interaction = asInert(part.interaction);
    }
    markInert(part.children, modal);
  }
}

/** Tells whether an element is behind the modal, or in an inert part. */
export function isBehindModal(element: Element, modal: ModalLayer | undefined): boolean {
  if (
    modal !== undefined &&
    !isComposedDescendant(element, modal.element) &&
    !modal.over.holds(element)
  ) {
    return true;
  }
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (isModal(at, unshadowed(at).localName)) return false;
    if (unshadowed(at).hasAttribute("inert")) return true;
  }
  return isInertByStyle(getComputedStyle(element));
}

/** Tells whether a style makes an element inert (CSS UI 4, 6.4); the attribute is told separately. */
export function isInertByStyle(style: CSSStyleDeclaration): boolean {
  return style.getPropertyValue("interactivity") === "inert";
}

/**
 * Tells whether hit tests in the viewport's corners find the dialog, or a sheet that is spread behind it. If the
 * dialog says that it is modal, any sheet counts; else only one that holds the dialog.
 */
function coversPage(dialog: Element, viewport: Area, shadowRootOf: RootOf): boolean {
  const isSaid = unshadowed(dialog).matches('[aria-modal="true"]');
  const own = isSaid ? dialog : sheetAround(dialog, viewport);
  if (own === undefined) return false;
  const hits = cornersOf(viewport).filter((point) => {
    const hit = elementAt(point, shadowRootOf);
    return hit !== null && (isComposedDescendant(hit, own) || (isSaid && isSheet(hit, viewport)));
  });
  // Something above all, such as a chat button, may take one corner.
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

/** Returns the middle of a dialog, and a point near each of its corners. */
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

/** Finds the dialog itself, or an element around it, that is spread over the page. */
function sheetAround(dialog: Element, viewport: Area): Element | undefined {
  for (let at: Element | null = dialog; at !== null; at = composedParent(at)) {
    if (isSheet(at, viewport)) return at;
  }
  return undefined;
}

/** Tells whether a part is an empty sheet, which is there to be clicked away or to keep clicks from what is behind. */
function isBareSheet({ element, children }: ElementPart): boolean {
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return children.every(isBlank) && !isFrame(element) && isSheet(element, viewport);
}

/** Tells whether an element is lifted out of the flow and covers about the whole viewport. */
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
