// Takes the value of a slider and its like out of the words that name it: these move with it, and the thing stays.
import { unshadowed } from "../unshadowed.ts";

/** What a person sets or reads as a number. */
const RANGES: ReadonlySet<string> = new Set(
  "slider spinbutton scrollbar progressbar meter".split(" "),
);

const NUMBER = /[-+]?\d[\d.,\u00a0' ]*\d|[-+]?\d/gu;

/** `name` without its numbers, if one of them is the element's value: the others are its bounds or its partner's. */
export function withoutValue(element: Element, name: string): string {
  if (!/\d/.test(name)) return name;
  const values = valuesOf(element);
  if (values.length === 0) return name;
  const isTold = (name.match(NUMBER) ?? []).some((number) => values.includes(plain(number)));
  if (!isTold) return name;
  const kept = name.replace(NUMBER, " ").replace(/\s+/g, " ").trim();
  return /\p{L}/u.test(kept) ? kept : name;
}

function valuesOf(element: Element): string[] {
  const own = unshadowed(element);
  const isRange =
    element instanceof HTMLProgressElement ||
    element instanceof HTMLMeterElement ||
    (element instanceof HTMLInputElement && /^(?:range|number)$/.test(element.type)) ||
    RANGES.has(own.getAttribute("role") ?? "");
  if (!isRange) return [];
  const told = [own.getAttribute("aria-valuenow"), own.getAttribute("aria-valuetext")];
  if ("value" in element) told.push(String(element.value));
  return told.flatMap((value) => (value?.match(NUMBER) ?? []).map(plain));
}

/** Whatever separates its digits; a trailing zero says nothing. */
function plain(number: string): string {
  const digits = number.replace(/[,\u00a0' +]/g, "");
  return String(Number(digits));
}
