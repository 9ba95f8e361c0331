// Reads by what a page's author knows an element, whatever it says: ids, names, addresses, numbers of records.
import { unshadowed } from "../../dom/unshadowed.ts";
import { memoized } from "../../dom/memoized.ts";
import { isGenerated } from "./volatile.ts";

/** Attributes that testers name elements by. */
export const TEST_ATTRIBUTES = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa"];

/** A longer value, in UTF-16 units, is no mark. */
const MAX_MARK = 120;

/** Returns the marks of an element, each with its kind: `id=menu`, `name=email`, `href=/cart`. */
export function authorMarksOf(element: Element): string[] {
  const marks: string[] = [];
  const add = (kind: string, value: string | null | undefined): void => {
    if (value === null || value === undefined || value === "" || value.length > MAX_MARK) return;
    marks.push(`${kind}=${value}`);
  };
  // To list names costs far less than to make the attribute nodes.
  for (const name of unshadowed(element).getAttributeNames()) {
    const value = unshadowed(element).getAttribute(name) ?? "";
    if (name === "id" || name === "aria-controls") {
      if (!isGenerated(value)) add(name, value);
    } else if (name === "name") {
      add(name, isChoice(element) ? `${value}=${element.value}` : value);
    } else if (name === "href" || name === "xlink:href") {
      add("href", addressMark(value));
    } else if (name === "class") {
      add("class", tellingClasses(value));
    } else if (TEST_ATTRIBUTES.includes(name)) {
      if (!isGenerated(value)) add("test", value);
    } else if (isRecordName(name)) {
      add("record", value);
    } else if (name === "autocomplete" && value !== "on" && value !== "off") {
      add(name, value);
    } else if (name === "rel" && /^(?:next|prev)$/.test(value)) {
      add(name, value);
    }
  }
  return marks;
}

/** Tells whether an attribute of this name holds a record's key. */
export function isRecordName(name: string): boolean {
  if (!name.startsWith("data-")) return false;
  return (
    /^data-(?:[\w-]+-)?(?:id|key|uid|uuid|guid|pk|sku|slug)$/.test(name) &&
    !/track|analytic|request|session|event|impression|test/.test(name)
  );
}

/**
 * Returns the part of an address by which a thing is known: without its origin, its language, and parameters
 * about how a list is shown. Undefined if the address leads nowhere.
 */
export const addressMark = memoized((address: string): string | undefined => {
  const written = address.trim();
  if (written === "" || written === "#" || /^(?:javascript|data|blob):/i.test(written)) {
    return undefined;
  }
  const [, path = "", query = "", hash = ""] =
    /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(.*)$/i.exec(written) ?? [];
  const parameters = query.split("&").filter((each) => each !== "" && !VIEW_PARAMETER.test(each));
  const rest = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return pathWithoutLanguage(path) + rest + hash;
});

/** Removes the first part of a path if it names a language, such as /en-us. */
export function pathWithoutLanguage(path: string): string {
  return path.replace(/^\/[a-z]{2}(?:[-_][a-z]{2,4})?(?=\/|$)/i, "") || "/";
}

/** Matches parameters that say how something is shown, or from where a person came. */
const VIEW_PARAMETER =
  /^(?:page|paged|p|offset|start|cursor|sort|order|orderby|dir|lang|locale|hl|ref|from|utm_\w+|_wpnonce|nonce|token|csrf\w*)(?:=|$)/i;

function isChoice(element: Element): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox")
  );
}

/** Returns the class names that say what an element does, not how it looks or what state it is in. */
function tellingClasses(value: string): string {
  const names: string[] = [];
  for (const name of value.split(/\s+/)) {
    if (isTelling(name) && names.push(name) === MAX_CLASSES) break;
  }
  return names.join(".");
}

const MAX_CLASSES = 4;

const isTelling = memoized(
  (name: string): boolean =>
    /[a-z]{3}/i.test(name) &&
    !/^(?:is|has)-|--|active|selected|open|focus|hover|disabled|:/.test(name) &&
    !isGenerated(name) &&
    !name.split(/[-_]+/).every((word) => LOOKS.has(word.toLowerCase())),
);

const LOOKS: ReadonlySet<string> = new Set(
  "btn button link item input field control form primary secondary tertiary danger success warning info light dark default small large sm md lg xl xs icon text label nav block inline flex grid col row card list group rounded border outline ghost solid u o c js".split(
    " ",
  ),
);
