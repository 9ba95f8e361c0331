// Finds the record, such as a row of a database, by which the author of a page knows an element.
import { entryKind } from "../../dom/element-kinds.ts";
import { isRecordName } from "../naming/author-marks.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

const MAX_LENGTH = 80;

/**
 * Returns `<attribute>=<value>` of the record that an element's author knows it by; empty if there
 * is none.
 */
export function recordOf(element: Element): string {
  const own = unshadowed(element);
  for (const name of own.getAttributeNames()) {
    if (!isRecordName(name)) continue;
    const value = own.getAttribute(name) ?? "";
    if (value !== "") return `${name}=${value.slice(0, MAX_LENGTH)}`;
  }
  return "";
}

/**
 * Tells whether the author knows an element by a record's key. A word may be the name of a part of
 * the page, unless one of its likes beside it has such a key too.
 */
export function isRecord(element: Element): boolean {
  const record = recordOf(element);
  if (record === "") return false;
  const [name = ""] = record.split("=", 1);
  if (/\d/.test(record.slice(name.length))) return true;
  const own = unshadowed(element);
  return [own.previousElementSibling, own.nextElementSibling].some(
    (beside) =>
      beside !== null &&
      unshadowed(beside).hasAttribute(name) &&
      entryKind(beside) === entryKind(element),
  );
}
