// Tells the state of fields that a page has made itself, by their ARIA roles and states (ARIA 1.2).
import type { InputState, OptionState } from "@webserv/shared/model/page/observation.ts";
import { pageWords } from "@webserv/shared/model/text/page-words.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { referredText } from "../naming/label-text.ts";
import { labelledName } from "../naming/labelled-name.ts";
import type { ElementPart } from "../tree/parts.ts";
import { partText } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most options that are told of one list. The rest still stands in the text of the reading. */
export const MAX_WIDGET_OPTIONS = 200;
const MAX_OPTION_TEXT = 200;
const MAX_MESSAGE = 300;

/**
 * Returns the part of this reading that an element has become; undefined if it can't be seen or
 * acted on.
 */
export type PartOf = (element: Element) => ElementPart | undefined;

/** Returns the state of a field by its role; undefined if the element holds no value. */
export function widgetState(
  part: ElementPart,
  id: string,
  focused: boolean,
  partOf: PartOf,
): InputState | undefined {
  const { element } = part;
  const own = unshadowed(element);
  const type = roleOf(element);
  if (!VALUE_ROLES.has(type)) return undefined;
  const state = {
    id,
    type,
    value: "",
    editable: part.interaction?.disabled !== true && own.ariaReadOnly !== "true",
    focused,
    ...(own.ariaRequired === "true" ? { required: true } : {}),
    ...markedInvalid(element),
  };
  switch (type) {
    case "checkbox":
    case "switch":
    case "menuitemcheckbox":
    case "radio":
    case "menuitemradio":
      return { ...state, ...checkedState(element), ...groupOf(element) };
    case "slider":
    case "spinbutton":
    // A separator that takes the focus can be moved (ARIA 1.2, 5.3.2).
    case "separator":
      return { ...state, ...numberState(part) };
    case "textbox":
    case "searchbox":
      return { ...state, value: contents(part) };
    case "combobox":
      return { ...state, value: contents(part), ...popupState(element, partOf) };
    case "listbox": {
      const options = optionsIn(element, partOf);
      const selected = options.filter((option) => option.selected);
      return {
        ...state,
        value: selected.map((option) => option.text).join(", "),
        ...(own.ariaMultiSelectable === "true" ? { multiple: true } : {}),
        ...activeOf(element, partOf),
        options,
      };
    }
    default:
      return undefined;
  }
}

const VALUE_ROLES: ReadonlySet<string> = new Set(
  "checkbox switch menuitemcheckbox radio menuitemradio slider spinbutton separator textbox searchbox combobox listbox".split(
    " ",
  ),
);

/** Returns the list that a combobox has open, also of one that is a text field. */
export function popupState(
  element: Element,
  partOf: PartOf,
): Pick<InputState, "expanded" | "active" | "options"> {
  const own = unshadowed(element);
  const expanded = own.ariaExpanded;
  if (expanded === null && !own.hasAttribute("aria-controls")) return {};
  // A closed combobox may still refer to a list that serves another one by now.
  const popups = expanded === "false" ? [] : referredBy(element, "aria-controls", "aria-owns");
  const options = popups.flatMap((popup) => optionsIn(popup, partOf));
  return {
    ...(expanded === null ? {} : { expanded: expanded === "true" }),
    ...activeOf(element, partOf),
    ...(options.length > 0 ? { options } : {}),
  };
}

/** Returns the page's own mark that a value is invalid, with the message that it shows. */
export function markedInvalid(element: Element): { invalid?: string } {
  const { ariaInvalid } = unshadowed(element);
  if (ariaInvalid === null || ariaInvalid === "false" || ariaInvalid === "") return {};
  const [message] = referredBy(element, "aria-errormessage", "aria-describedby")
    .filter((each) => each.checkVisibility())
    .map((each) => spaced(referredText(each, MAX_MESSAGE)));
  return { invalid: message === undefined || message === "" ? "aria-invalid" : message };
}

function checkedState(element: Element): Pick<InputState, "checked" | "indeterminate"> {
  const { ariaChecked } = unshadowed(element);
  return {
    checked: ariaChecked === "true",
    ...(ariaChecked === "mixed" ? { indeterminate: true } : {}),
  };
}

function groupOf(element: Element): { group?: string } {
  const group = unshadowed(element).closest('[role~="radiogroup"]');
  const name = group === null ? undefined : labelledName(group);
  return name === undefined ? {} : { group: spaced(name) };
}

function numberState(part: ElementPart): Pick<InputState, "value" | "number" | "min" | "max"> {
  const { ariaValueNow, ariaValueText, ariaValueMin, ariaValueMax } = unshadowed(part.element);
  const number = Number.parseFloat(ariaValueNow ?? "");
  return {
    value: spaced(ariaValueText ?? ariaValueNow ?? contents(part)),
    ...(Number.isNaN(number) ? {} : { number }),
    ...(ariaValueMin === null ? {} : { min: spaced(ariaValueMin) }),
    ...(ariaValueMax === null ? {} : { max: spaced(ariaValueMax) }),
  };
}

function activeOf(element: Element, partOf: PartOf): { active?: string } {
  const [active] = referredBy(element, "aria-activedescendant");
  const id = active === undefined ? undefined : partOf(active)?.id;
  return id === undefined ? {} : { active: id };
}

function optionsIn(list: Element, partOf: PartOf): OptionState[] {
  const options: OptionState[] = [];
  for (const part of optionParts(list, partOf)) {
    if (options.length === MAX_WIDGET_OPTIONS) break;
    const own = unshadowed(part.element);
    const text = partText(part, MAX_OPTION_TEXT);
    const group = own.closest('[role~="group"]');
    const groupName = group === null ? undefined : labelledName(group);
    options.push({
      id: part.id ?? "",
      value: spaced(own.getAttribute("data-value") ?? text),
      text: spaced(own.ariaLabel ?? text),
      selected: (own.ariaChecked ?? own.ariaSelected) === "true",
      ...(part.interaction?.disabled === true ? { disabled: true } : {}),
      ...(groupName === undefined ? {} : { group: spaced(groupName) }),
    });
  }
  return options;
}

function* optionParts(list: Element, partOf: PartOf): Iterable<ElementPart> {
  for (const holder of [list, ...referredBy(list, "aria-owns")]) {
    const inside = unshadowed(holder).querySelectorAll('[role~="option"], [role~="treeitem"]');
    for (const element of [...(roleOf(holder) === "option" ? [holder] : []), ...inside]) {
      const part = partOf(element);
      if (part !== undefined) yield part;
    }
  }
}

/** Returns the elements that the first of these attributes refers to that is there. */
function referredBy(element: Element, ...attributes: readonly string[]): Element[] {
  const own = unshadowed(element);
  const root = own.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  for (const attribute of attributes) {
    const ids = own.getAttribute(attribute)?.match(/\S+/g) ?? [];
    const found = ids.slice(0, 10).map((id) => root.getElementById(id));
    if (found.some((each) => each !== null)) return found.filter((each) => each !== null);
  }
  return [];
}

/** Returns the text that stands in a field of the page's own, which counts as its value. */
function contents(part: ElementPart): string {
  return spaced(part.children.map((child) => partText(child, MAX_OPTION_TEXT)).join(" "));
}

function spaced(text: string): string {
  return pageWords(text, MAX_MESSAGE);
}
