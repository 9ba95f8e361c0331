// Tells what a person would call a part of a reading: by its names, and by what it is.
import { roleOf, SAYS_ROLE } from "../../dom/element-kinds.ts";
import { memoized } from "../../dom/memoized.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { idNameOf } from "../../observe/identity/id-name.ts";
import { namesOf } from "../../observe/naming/name.ts";
import { withoutVolatile } from "../../observe/naming/volatile.ts";
import type { ElementPart } from "../../observe/tree/parts.ts";
import { partText } from "../../observe/tree/parts.ts";
import { pictureName } from "../../observe/tree/picture-name.ts";

/** The longest text of an element that counts as its name, in UTF-16 units. */
const MAX_TEXT = 500;

/** Returns the name that is told of a part. */
export function mainName(part: ElementPart): string {
  return namesOf(part).whole;
}

/**
 * Tells how well the words are the part's name: 0 if they are its whole name or all that it shows, 1 if it shows more
 * beside them, such as a count, 2 if they are its name but for signs and counts, 3 if it is called so besides. Undefined
 * if they are not its name; a part of a name is none.
 */
export function likenessTo(part: ElementPart, words: string): number | undefined {
  const { whole, short } = namesOf(part);
  const given = asWritten(words);
  if (given === "") return undefined;
  const shown = part.interaction?.field === undefined ? partText(part, MAX_TEXT) : "";
  if (given === asWritten(whole)) return 0;
  if (given === asWritten(short)) return given === asWritten(shown) ? 0 : 1;
  const plain = plainWords(words);
  const isPlainly = (name: string | null): boolean => name !== null && plainWords(name) === plain;
  const own = idNameOf(part);
  const lasting = [whole, short, own.whole, own.short].flatMap((name) => [
    name,
    withoutVolatile(name),
  ]);
  if (lasting.some(isPlainly)) return 2;
  const { element } = part;
  const attributes = unshadowed(element);
  const others = [
    shown,
    pictureName(element),
    ...OTHER_NAMES.map((name) => attributes.getAttribute(name)),
  ];
  return others.some(isPlainly) ? 3 : undefined;
}

/** More than any likeness. */
export const WORST_LIKENESS = 4;

/** Attributes whose words a person sees at an element, or is told, and may call it by. */
const OTHER_NAMES = [
  "aria-label",
  "title",
  "placeholder",
  "aria-placeholder",
  "alt",
  "data-tooltip",
];

const asWritten = memoized((text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim(),
);

/**
 * Returns the words without signs between them. Those that tell names apart stay, as in "C++", "C#", "$5" and "-1", and
 * so do those of a name that is nothing but signs.
 */
export const plainWords = memoized((text: string): string => {
  const written = asWritten(text);
  const words = written
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, "")
    .replace(SIGNS, (_, meant?: string) => meant?.trim() ?? " ")
    .replace(/ +/g, " ")
    .trim();
  return words === "" ? written : words;
});

/** Matches signs one by one. The group holds those that belong to the word before them, or to the number behind them. */
const SIGNS =
  /((?<=[\p{L}\p{N}][+#%$€£¥]*)[+#%$€£¥]|[+#<>=≤≥$€£¥] ?(?=\p{N})|(?<![\p{L}\p{N}] ?)[-−](?=\p{N}))|[^\p{L}\p{M}\p{N}]/gu;

/** Tells whether a part is what the role says, by its own role, its tag, or what a person takes it for. */
export function hasRole(part: ElementPart, role: string): boolean {
  const wanted = role.trim().toLowerCase();
  return rolesOf(part).some((own) => own === wanted || ALIKE[wanted]?.includes(own) === true);
}

/** Returns one word for what a part is. */
export function roleWord(part: ElementPart): string {
  return rolesOf(part)[0] ?? unshadowed(part.element).localName;
}

function rolesOf({ element, interaction }: ElementPart): string[] {
  const own = unshadowed(element);
  const { localName: tag } = own;
  const role = roleOf(element);
  const ownRole = role === "" ? implicitRole(element, tag) : role;
  // An element of no kind that takes clicks is a button to whoever sees it.
  const isPlain = ownRole === "" && interaction?.clickable === true;
  return [
    ...(ownRole === "" ? [] : [ownRole]),
    ...(isPlain ? ["button"] : []),
    tag,
    ...(element instanceof HTMLInputElement ? [element.type] : []),
    ...(interaction?.field === "contenteditable" ? ["textbox"] : []),
  ];
}

function implicitRole(element: Element, tag: string): string {
  if (element instanceof HTMLInputElement) return INPUT_ROLES[element.type] ?? "textbox";
  if (element instanceof HTMLSelectElement) {
    return element.multiple || element.size > 1 ? "listbox" : "combobox";
  }
  return MORE_ROLES[tag] ?? SAYS_ROLE[tag] ?? "";
}

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

const MORE_ROLES: Readonly<Record<string, string>> = {
  area: "link",
  summary: "button",
  textarea: "textbox",
};

/** Words for what a role is to a person, beside the role's own. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  button: ["submit"],
  checkbox: ["switch", "menuitemcheckbox"],
  combobox: ["listbox"],
  dropdown: ["combobox", "listbox"],
  field: ["textbox", "searchbox", "spinbutton", "combobox"],
  frame: ["iframe"],
  input: ["textbox", "searchbox", "spinbutton"],
  listbox: ["combobox"],
  menuitem: ["menuitemcheckbox", "menuitemradio"],
  radio: ["menuitemradio"],
  select: ["combobox", "listbox"],
  switch: ["checkbox"],
  textbox: ["searchbox", "spinbutton", "combobox"],
};
