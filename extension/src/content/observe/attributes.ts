// The attributes written for an element: few, short, and never the page's own words for our marks.
import type { ObservationForm } from "@webserv/shared/model/observation.ts";
import { SAYS_CLICKABLE } from "./element-kinds.ts";
import { isFrame } from "./frame-places.ts";
import { labelsOf } from "./labels.ts";
import { layoutAttributes } from "./layout.ts";
import type { ElementPart } from "./parts.ts";
import { pictureName } from "./parts.ts";
import { hasFocus, shownValue } from "./states.ts";
import { unshadowed } from "../unshadowed.ts";

export type Attribute = readonly [name: string, value: string];

const MAX_ADDRESS = 120;
const MAX_WORDS = 300;

/** What is written of what was read. */
export interface WriteStyle {
  readonly form: ObservationForm;
  /** Marks what can be clicked and hovered. */
  readonly cues: boolean;
  readonly layout: boolean;
  /** The keyboard goes to this frame. */
  readonly focused: boolean;
}

export function attributesOf(part: ElementPart, style: WriteStyle): Attribute[] {
  const { form } = style;
  const { interaction } = part;
  const element = unshadowed(part.element);
  const attributes: Attribute[] = [];
  const add = (name: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value !== "") {
      attributes.push([name, value.slice(0, MAX_WORDS)]);
    }
  };
  if (part.id !== undefined) add(form === "paper" ? "data-semantic-id" : "id", part.id);
  if (style.cues && interaction?.clickable === true) {
    if (form === "paper") add("data-clickable", "true");
    else if (!saysClickable(part)) attributes.push(["clickable", ""]);
  }
  if (style.cues && interaction?.hoverable === true) {
    if (form === "paper") add("data-maybe-hoverable", "true");
    else attributes.push(["hoverable", ""]);
  }
  if (form === "paper") {
    add("id", element.id);
    add("tabindex", element.getAttribute("tabindex"));
  }
  if (form === "paper" || isUnnamedField(part.element)) add("name", element.getAttribute("name"));
  addOwn(part, add, attributes);
  for (const name of STATES) {
    const value = element.getAttribute(name);
    if (value !== "false" || TELLING_FALSE.has(name)) add(name, value);
  }
  const role = element.getAttribute("role");
  if (role !== part.tag && role !== "presentation" && role !== "none") add("role", role);
  if (part.tag !== "img") add("aria-label", element.getAttribute("aria-label"));
  if (part.tag !== "img") add("title", element.getAttribute("title"));
  if (style.focused && isFocused(part)) attributes.push(["focused", ""]);
  if (part.mark !== undefined) attributes.push([part.mark, ""]);
  if (style.layout) attributes.push(...layoutAttributes(part));
  return attributes;
}

/** Of a frame and of what holds a shadow root, something in it has the focus. */
function isFocused({ element, interaction }: ElementPart): boolean {
  return interaction !== undefined && !isFrame(element) && hasFocus(element);
}

/** States a person can see, by ARIA's names. */
const STATES = [
  "aria-busy",
  "aria-checked",
  "aria-current",
  "aria-disabled",
  "aria-expanded",
  "aria-haspopup",
  "aria-invalid",
  "aria-pressed",
  "aria-readonly",
  "aria-required",
  "aria-selected",
  "aria-sort",
  "aria-valuemax",
  "aria-valuemin",
  "aria-valuenow",
  "aria-valuetext",
];

/** Where "false" tells of a state that can change; elsewhere it says what nothing would say too. */
const TELLING_FALSE: ReadonlySet<string> = new Set([
  "aria-checked",
  "aria-expanded",
  "aria-pressed",
  "aria-selected",
]);

type Add = (name: string, value: string | null | undefined) => void;

function addOwn(part: ElementPart, add: Add, attributes: Attribute[]): void {
  const { element } = part;
  const flag = (name: string, on: boolean): void => {
    if (on) attributes.push([name, ""]);
  };
  if (element instanceof HTMLInputElement) {
    if (element.type !== "text") add("type", element.type);
    add("placeholder", element.placeholder);
    if (!(element.value === "on" && isCheckable(element))) add("value", shownValue(element));
    flag("checked", isCheckable(element) && element.checked);
    flag("readonly", element.readOnly);
    flag("required", element.required);
    flag("multiple", element.multiple);
    for (const name of ["min", "max", "step", "alt", "accept"])
      add(name, element.getAttribute(name));
  } else if (element instanceof HTMLTextAreaElement) {
    add("placeholder", element.placeholder);
    flag("readonly", element.readOnly);
    flag("required", element.required);
  } else if (element instanceof HTMLSelectElement) {
    flag("multiple", element.multiple);
    flag("required", element.required);
  } else if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) {
    add("href", shortAddress(element.getAttribute("href"), element.href));
  } else if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) {
    const isUnknown = element instanceof HTMLProgressElement && element.position === -1;
    if (!isUnknown) {
      add("value", String(element.value));
      add("max", String(element.max));
    }
  } else if (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement) {
    flag("open", element.open);
  } else if (part.tag === "iframe") {
    add("src", shortAddress(element.getAttribute("src"), element.getAttribute("src") ?? ""));
  } else if (part.tag === "th" || part.tag === "td") {
    for (const name of ["colspan", "rowspan"]) {
      const span = element.getAttribute(name);
      if (span !== "1") add(name, span);
    }
  }
  if (!unshadowed(element).hasAttribute("aria-expanded"))
    add("aria-expanded", popoverState(part.element));
  if (part.tag === "img") {
    const name = pictureName(element);
    if (name !== "") add("alt", name);
    else add("src", shortAddress(element.getAttribute("src"), element.getAttribute("src") ?? ""));
  }
  flag("disabled", unshadowed(element).matches(":disabled"));
}

/** Whether the popover that a button opens is open: the browser tells it as ARIA's state. */
function popoverState(element: Element): string | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement))
    return undefined;
  const popover = element.popoverTargetElement;
  return popover === null ? undefined : String(popover.matches(":popover-open"));
}

function isCheckable(element: HTMLInputElement): boolean {
  return element.type === "checkbox" || element.type === "radio";
}

/** The tag alone tells that it can be clicked. */
function saysClickable(part: ElementPart): boolean {
  return part.tag === "a" ? part.element.hasAttribute("href") : SAYS_CLICKABLE.has(part.tag);
}

function isUnnamedField(element: Element): boolean {
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    labelsOf(element).length === 0 &&
    element.placeholder === "" &&
    !element.hasAttribute("aria-label") &&
    !element.hasAttribute("aria-labelledby")
  );
}

/** An address as short as it can be told: the own origin, scripts and data left out. */
function shortAddress(written: string | null, resolved: string): string {
  if (written === null || /^\s*(javascript|data|blob):/i.test(written)) return "";
  let address = resolved;
  if (written.startsWith("#")) address = written;
  else if (resolved.startsWith(`${location.origin}/`)) {
    address = resolved.slice(location.origin.length);
  }
  return address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS - 1)}…` : address;
}
