// Finds the modal dialog that holds the page up, and takes what stands behind it out of reach.
import { elementAt, isWithin } from "../act/hit-test.ts";
import type { Area } from "./area.ts";
import { composedParent } from "./composed-tree.ts";
import { heldBack } from "./interaction.ts";
import type { Part } from "./parts.ts";
import { unshadowed } from "../unshadowed.ts";

type RootOf = (element: Element) => ShadowRoot | null;

/** A dialog opened by `showModal()`: nothing but it can be used, also where it stands in an inert part. */
export function isModal(element: Element, tag: string): boolean {
  return tag === "dialog" && element.matches(":modal");
}

/** A dialog opened by `showModal()`, or one that may lie over the whole page. */
export function mayBeModal(element: Element, tag: string, role: string | null): boolean {
  return isModal(element, tag) || role === "dialog" || role === "alertdialog" || tag === "dialog";
}

/** Of the dialogs that a person sees, the one that lies above the page. */
export function topModal(
  dialogs: readonly Element[],
  viewport: Area,
  shadowRootOf: RootOf,
): Element | undefined {
  const native = dialogs.filter((dialog) => unshadowed(dialog).matches(":modal"));
  if (native.length === 1) return native[0];
  const candidates = native.length > 0 ? native : dialogs;
  return candidates.findLast((dialog) => coversPage(dialog, viewport, shadowRootOf));
}

/** Marks the modal's part, if it is in this frame, and leaves nothing outside it that could be acted on. */
export function holdBack(parts: readonly Part[], modal: Element | undefined): void {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    if (part.element === modal) {
      part.mark = "modal";
      continue;
    }
    if (part.interaction !== undefined) part.interaction = heldBack(part.interaction);
    holdBack(part.children, modal);
  }
}

/** Whether an element is behind the modal, or in an inert part. */
export function isHeldBack(element: Element, modal: Element | undefined): boolean {
  if (modal !== undefined && !isWithin(element, modal)) return true;
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
  const { right, bottom } = viewport;
  const isSaid = unshadowed(dialog).matches(':modal, [aria-modal="true"]');
  const own = isSaid ? dialog : sheetAround(dialog, viewport);
  if (own === undefined) return false;
  const points = [
    [2, 2],
    [right - 3, 2],
    [2, bottom - 3],
    [right - 3, bottom - 3],
  ];
  const hits = points.filter(([x = 0, y = 0]) => {
    const hit = elementAt({ x, y }, shadowRootOf);
    return hit !== null && (isWithin(hit, own) || (isSaid && isSheet(hit, viewport)));
  });
  // One corner may be taken by something above all, such as a chat button.
  return hits.length >= 3;
}

/** The dialog, or what it stands in, where that is spread over the page. */
function sheetAround(dialog: Element, viewport: Area): Element | undefined {
  for (let at: Element | null = dialog; at !== null; at = composedParent(at)) {
    if (isSheet(at, viewport)) return at;
  }
  return undefined;
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
