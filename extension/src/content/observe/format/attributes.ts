// Chooses the attributes that are written for an element: few, short, and never the page's own
// words for our marks.
import type { ObservationForm } from "@webserv/shared/model/page/observation.ts";
import { shortAddress } from "./addresses.ts";
import type { Attribute, ElementPart } from "../tree/parts.ts";
import { AttributeList } from "./attribute-list.ts";
import {
  CLICK_ROLES,
  FIELD_ROLES,
  isFrame,
  isShape,
  levelOf,
  roleOf,
  SAYS_CLICKABLE,
  SAYS_ROLE,
} from "../../dom/element-kinds.ts";
import {
  addBox,
  addFieldAttributes,
  boxOf,
  caretOf,
  isNativeField,
  isUnnamedField,
} from "./field-attributes.ts";
import { generatedText } from "../naming/generated-text.ts";
import { layoutAttributes } from "./layout.ts";
import { drawsNumbers, firstNumber } from "../styles/list-markers.ts";
import { hasId, isBlank } from "../tree/parts.ts";
import { pictureName } from "../tree/picture-name.ts";
import { isInId, isToldBy, isToldWithin, saysAgain, saysAlike } from "./repeats.ts";
import { attributesWithoutSecret } from "../secrecy/secret-state.ts";
import { isSecret } from "../secrecy/secrets.ts";
import { hasKeys, isReadOnlyArea, keyTakerOf } from "../../dom/drawn-editors.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Says what is written of what was read. */
export interface WriteStyle {
  readonly form: ObservationForm;
  /** Marks what can be clicked and hovered. */
  readonly cues: boolean;
  readonly layout: boolean;
  /** Says where links lead to. */
  readonly addresses: boolean;
  /** The keyboard goes to this frame. */
  readonly focused: boolean;
  /** Leaves out most of a long list of options that is closed. */
  readonly cutsOptions: boolean;
  /** The end tags that are written: an HTML parser adds the others by itself. */
  readonly endTags: "all" | "needed";
}

/**
 * Returns the attributes that are written for a part.
 *
 * @param card the entry or the link that it stands in, whose words it need not repeat
 */
export function attributesOf(
  part: ElementPart,
  style: WriteStyle,
  card?: ElementPart,
): Attribute[] {
  const { form } = style;
  const { interaction } = part;
  const element = unshadowed(part.element);
  const list = new AttributeList();
  if (saysNothing(part, element)) {
    if (style.layout) addLayout(list, part);
    return list.all;
  }
  const isShort = form !== "paper";
  if (part.id !== undefined) list.own(form === "paper" ? "data-semantic-id" : "id", part.id);
  if (style.cues && interaction?.clickable === true) {
    if (form === "paper") list.add("data-clickable", "true");
    else if (!saysClickable(part) && !saysEditable(part)) list.flag("clickable");
  }
  if (style.cues && interaction?.hoverable === true) {
    if (form === "paper") list.add("data-maybe-hoverable", "true");
    else list.flag("hoverable");
  }
  if (form === "paper") {
    list.add("id", element.id);
    list.add("tabindex", element.getAttribute("tabindex"));
  }
  if (saysEditable(part)) {
    list.flag("contenteditable");
    if (isReadOnlyArea(keyTakerOf(part.element))) list.flag("readonly");
    const isEmpty = part.children.every(isBlank);
    if (isEmpty) list.add("placeholder", generatedText(part.element));
  }
  if (form === "paper" || isUnnamedField(part.element))
    list.add("name", element.getAttribute("name"));
  addOwn(part, isShort, list, card);
  // Most elements have none of them.
  const hasStates = element.getAttributeNames().some((name) => name.startsWith("aria-"));
  for (const name of hasStates ? STATES : []) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    if (isShort && isByDefault(name, value, part)) continue;
    if (value !== "false" || TELLING_FALSE.has(name)) list.add(name, value);
  }
  const level = hasStates ? levelOf(part.element) : undefined;
  if (level !== undefined && (level > 1 || !isShort)) list.add("aria-level", String(level));
  const role = element.getAttribute("role");
  if (role !== part.tag && role !== "presentation" && role !== "none") {
    if (!isShort || !isSaid(part, role)) list.add("role", role);
  }
  // A picture is named by its alternative, and its title may say something else.
  for (const name of part.tag === "img" ? ["title"] : ["aria-label", "title"]) {
    const words = element.getAttribute(name);
    if (words === null || (part.tag === "img" && saysAlike(words, pictureName(element)))) continue;
    const isSame = name === "title" && words === element.getAttribute("aria-label");
    const isTold = isSame || isToldBy(part, words) || isToldWithin(part, words);
    if (!isShort || !isTold) list.add(name, words);
  }
  if (style.focused && isFocused(part)) {
    list.flag("focused");
    list.add("caret", caretOf(part));
  }
  list.add("look", part.look);
  if (part.mark !== undefined) list.flag(part.mark);
  if (style.layout) addLayout(list, part);
  const isField = isNativeField(part.element);
  if (!isField || !isSecret(part.element)) return list.all;
  return attributesWithoutSecret(list.all, part.element.value);
}

/**
 * Tells whether a part has nothing to write of it. By far the most parts are so: mere containers,
 * without an attribute of the author's.
 */
function saysNothing(part: ElementPart, element: Element): boolean {
  const { mark, tag } = part;
  const isPlain = !hasId(part) && mark === undefined && !element.hasAttributes();
  return isPlain && !TELLING_BY_PROPERTIES.has(tag);
}

const TELLING_BY_PROPERTIES: ReadonlySet<string> = new Set(["progress", "meter", "img"]);

function addLayout(list: AttributeList, part: ElementPart): void {
  for (const [name, value] of layoutAttributes(part)) list.own(name, value);
}

/**
 * Tells whether a part has the focus. A frame, or a host of a shadow root, only holds something
 * that has it.
 */
function isFocused({ element, interaction }: ElementPart): boolean {
  return interaction !== undefined && !isFrame(element) && hasKeys(element);
}

/** States that a person can see, by ARIA's names. */
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

/**
 * States whose "false" tells of something that can change. Any other false state says no more than
 * its absence.
 */
const TELLING_FALSE: ReadonlySet<string> = new Set([
  "aria-checked",
  "aria-expanded",
  "aria-pressed",
  "aria-selected",
]);

/**
 * Tells whether a state is the default, or said by something else: a checkbox is not checked, a
 * combobox opens a list (ARIA 1.2, 6.6).
 */
function isByDefault(name: string, value: string, part: ElementPart): boolean {
  const role = roleOf(part.element);
  if (name === "aria-haspopup") return role === "combobox" && value === "listbox";
  if (name === "aria-checked") return value === "false" && role !== "treeitem";
  if (name === "aria-valuenow") return part.tag === "input";
  return name === "aria-selected" && value === "false" && (role === "option" || role === "tab");
}

function addOwn(
  part: ElementPart,
  isShort: boolean,
  list: AttributeList,
  card: ElementPart | undefined,
): void {
  const { element } = part;
  if (isNativeField(element)) addFieldAttributes(part, element, isShort, list);
  else if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) {
    list.add("href", shortAddress(element.getAttribute("href"), element.href, isShort));
    const alt = element instanceof HTMLAreaElement ? pictureName(element) : "";
    if (!isShort || !isInId(part, alt)) list.add("alt", alt);
  } else if (element instanceof SVGAElement) {
    const written = element.getAttribute("href") ?? element.getAttribute("xlink:href");
    const to = element.href.baseVal;
    const resolved = URL.canParse(to, document.baseURI) ? new URL(to, document.baseURI).href : "";
    list.add("href", shortAddress(written, resolved, isShort));
  } else if (element instanceof HTMLLabelElement) {
    const box = boxOf(part);
    if (box !== null) addBox(box, list);
  } else if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) {
    const isUnknown = element instanceof HTMLProgressElement && element.position === -1;
    if (!isUnknown) {
      list.add("value", String(element.value));
      list.add("max", String(element.max));
    }
  } else if (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement) {
    list.flag("open", element.open);
  } else if (part.tag === "iframe") {
    list.add("src", sourceOf(element, isShort));
  } else if (element instanceof HTMLOListElement) {
    if (!drawsNumbers(element)) return;
    const first = firstNumber(element) ?? 1;
    if (first !== 1 || element.reversed) list.own("start", String(first));
    list.flag("reversed", element.reversed);
  } else if (element instanceof HTMLLIElement) {
    if (drawsNumbers(element)) list.add("value", element.getAttribute("value"));
  } else if (part.tag === "th" || part.tag === "td") {
    for (const name of ["colspan", "rowspan"]) {
      const span = element.getAttribute(name);
      if (span !== "1") list.add(name, span);
    }
  }
  if (!unshadowed(element).hasAttribute("aria-expanded"))
    list.add("aria-expanded", popoverState(part.element));
  if (part.tag === "img") {
    const name = pictureName(element);
    const isTold = isInId(part, name) || (card !== undefined && saysAgain(card, name));
    if (name !== "") list.add("alt", isShort && isTold ? "" : name);
    else list.add("src", sourceOf(element, isShort));
  }
  const isOff =
    (isShape(element) || boxOf(part) !== null) &&
    part.interaction?.disabled === true &&
    !element.hasAttribute("aria-disabled");
  list.flag("disabled", isOff || unshadowed(element).matches(":disabled"));
}

/** Returns the address of a picture or a frame, as its author wrote it. */
function sourceOf(element: Element, isShort: boolean): string {
  const own = unshadowed(element);
  const written = own.getAttribute("src") ?? own.getAttribute("data");
  return shortAddress(written, written ?? "", isShort);
}

/**
 * Tells whether the popover that a button opens is open; the browser exposes this as ARIA's state.
 */
function popoverState(element: Element): string | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement))
    return undefined;
  const popover = element.popoverTargetElement;
  return popover === null ? undefined : String(popover.matches(":popover-open"));
}

/** Tells whether an element can be written in although its role does not say so. */
function saysEditable({ element, interaction }: ElementPart): boolean {
  const isEdited = interaction?.field === "contenteditable" || interaction?.field === "editor";
  return isEdited && !FIELD_ROLES.has(roleOf(element));
}

/** Tells whether the tag of a part, or else its role, says that it can be clicked. */
function saysClickable(part: ElementPart): boolean {
  if (CLICK_ROLES.has(roleOf(part.element)) || boxOf(part) !== null) return true;
  return part.tag === "a"
    ? LINKING.some((name) => part.element.hasAttribute(name))
    : SAYS_CLICKABLE.has(part.tag);
}

/** The attributes that make a link of an `a`, in HTML and in drawings. */
const LINKING = ["href", "xlink:href"];

/**
 * Tells whether a role need not be written: the tag says it, or it says nothing, as a group without
 * a name does.
 */
function isSaid({ tag, element }: ElementPart, role: string | null): boolean {
  if (role === "group") return !unshadowed(element).hasAttribute("aria-label");
  return SAYS_ROLE[tag] === role;
}
