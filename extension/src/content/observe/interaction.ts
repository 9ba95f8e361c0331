// Decides how a person can act on an element, from its tag, its role, its handlers and its cursor.
import type { ElementFindings } from "../page-notes.ts";
import { CLICK_ROLES } from "./element-kinds.ts";
import type { FieldKind, Interaction, Part } from "./parts.ts";
import { isBlank } from "./parts.ts";
import { unshadowed } from "../unshadowed.ts";

export interface Signals {
  readonly element: Element;
  readonly tag: string;
  readonly style: CSSStyleDeclaration;
  /** What stands in it, already read. */
  readonly children: readonly Part[];
  /** The pointer cursor is already its parent's: the element only inherits it. */
  readonly pointerInherited: boolean;
  /** It stands within a control or link. */
  readonly inControl: boolean;
  /** It stands behind a modal dialog, or in an inert part. */
  readonly inert: boolean;
  readonly findings: ElementFindings;
}

/** More controls than this in an element that listens for the pointer: it listens for them. */
const MOST_HOVER_CONTROLS = 40;

export function interactionOf(signals: Signals): Interaction | undefined {
  const { element, tag, style, findings } = signals;
  const field = fieldKind(element, tag);
  const wantsClick = wantsClicks(signals, field);
  const hoverable =
    findings.hasHover(element) &&
    element !== document.body &&
    countInteractive(signals.children, MOST_HOVER_CONTROLS) < MOST_HOVER_CONTROLS;
  if (!wantsClick && !hoverable && field === undefined) return undefined;
  const disabled = isDisabled(element);
  const reachable = !signals.inert && style.pointerEvents !== "none";
  return {
    clickable: wantsClick && !disabled && reachable,
    hoverable: hoverable && reachable,
    field,
    disabled,
  };
}

/** Disabled by its attribute, its fieldset or its ARIA state. */
export function isDisabled(element: Element): boolean {
  const own = unshadowed(element);
  return own.matches(":disabled") || own.getAttribute("aria-disabled") === "true";
}

export function fieldKind(element: Element, tag: string): FieldKind | undefined {
  if (tag === "input") {
    return element instanceof HTMLInputElement && !NOT_FIELDS.has(element.type)
      ? "input"
      : undefined;
  }
  if (tag === "textarea" || tag === "select") return tag;
  return isEditingHost(element) ? "contenteditable" : undefined;
}

const NOT_FIELDS: ReadonlySet<string> = new Set(["hidden", "submit", "button", "reset", "image"]);

export function isEditingHost(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  const editable = unshadowed(element).contentEditable;
  return editable === "true" || editable === "plaintext-only";
}

/** Elements the browser itself gives an activation behaviour (HTML standard), and their ARIA roles. */
export function isNativeControl(element: Element, tag: string): boolean {
  switch (tag) {
    case "button":
    case "select":
    case "textarea":
    case "input":
      return true;
    case "a":
    case "area":
      return element.hasAttribute("href");
    case "summary":
      return element.parentElement?.localName === "details";
    default:
      return false;
  }
}

export function hasClickRole(element: Element): boolean {
  const role = unshadowed(element).getAttribute("role");
  return role !== null && CLICK_ROLES.has(role);
}

function wantsClicks(signals: Signals, field: FieldKind | undefined): boolean {
  const { element, tag, style, findings, children } = signals;
  if (field === "contenteditable" || isNativeControl(element, tag)) return true;
  if (element === document.body || tag === "html") return false;
  if (hasClickRole(element) || unshadowed(element).hasAttribute("onclick")) return true;
  if (element instanceof HTMLLabelElement) return isStandIn(element);
  const pointerBegins =
    !signals.pointerInherited && !signals.inControl && style.cursor === "pointer";
  const hasHandler = findings.hasClick(element);
  if (!hasHandler && !pointerBegins) return false;
  const inside = countInteractive(children, 2);
  // A handler around several controls that shows no pointer is most likely theirs.
  if (hasHandler) return inside === 0 || pointerBegins;
  return !(inside === 1 && saysNothingElse(children));
}

/** A label is what a person clicks where its control can't be seen. */
function isStandIn(label: HTMLLabelElement): boolean {
  const control = label.control;
  return control !== null && !control.checkVisibility({ visibilityProperty: true });
}

function countInteractive(parts: readonly Part[], enough: number): number {
  let count = 0;
  for (const part of parts) {
    if (count >= enough) break;
    if (part.kind === "text") continue;
    if (part.interaction !== undefined) count++;
    count += countInteractive(part.children, enough - count);
  }
  return count;
}

/** The one control inside is all there is: the pointer around it is the control's own. */
function saysNothingElse(parts: readonly Part[]): boolean {
  return parts.every(
    (part) =>
      isBlank(part) ||
      (part.kind === "element" &&
        (part.interaction !== undefined || saysNothingElse(part.children))),
  );
}
