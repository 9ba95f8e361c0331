// Tells what became of a text that was entered once: what the fields hold, and whether the page took it at all.
import { WebservError } from "../protocol/errors.ts";
import { isHeld } from "./field-text.ts";
import type { Difference } from "./text-difference.ts";
import { differenceOf, dots } from "./text-difference.ts";

interface Contents {
  readonly value: string;
  readonly secret?: true | undefined;
}

/** As of `frame.typed`. */
export interface Arrival extends Contents {
  /** All that the text went into: pages move the focus on from one field to the next. */
  readonly fields: readonly Contents[];
  readonly heard: boolean;
  readonly entered: boolean;
  readonly changed: boolean;
}

export interface EnteredText {
  readonly id: string;
  readonly text: string;
  readonly append: boolean;
  /** As of `frame.locate`. */
  readonly editing: string;
  readonly before: Contents;
  /** Undefined where the page went on to another document, or has no such field any more. */
  readonly after: Arrival | undefined;
  /** The end of the text, if the page made no room for it. */
  readonly unsent: string;
}

export interface TextOutcome {
  readonly value?: string;
  readonly difference?: Difference;
  readonly emptied?: true;
}

/**
 * What stands in the field says little of whether the text arrived: a scanner or a console empties it. So
 * only what the page can't have used is refused: no event of it came, or the page kept the browser from
 * entering it and nothing changed, or the field was given back the value that it had.
 * @throws WebservError `value-refused`
 */
export function judgeEntered(entered: EnteredText): TextOutcome {
  const { text, append, editing, before, after, unsent } = entered;
  if (after === undefined) {
    if (unsent === "") return {};
    return told(text, text.slice(0, text.length - unsent.length), before.secret === true);
  }
  const secret = before.secret === true || after.secret === true;
  const wanted = append ? before.value + text : text;
  const { fields } = after;
  const joined = fields.map(({ value }) => value).join("");
  const last = fields.at(-1);
  const candidates = [after.value, ...(last === undefined ? [] : [joined, last.value])];
  const held = candidates.find((value) => isHeld({ editing }, wanted, value));
  if (held !== undefined) return { value: shown(held, secret) };
  const got = fields.length > 1 ? joined : after.value;
  if (fields.length <= 1 && got === before.value) assertTaken(entered, after);
  const value = shown(got, secret);
  if (got === "" && text !== "" && after.changed && unsent === "") return { value, emptied: true };
  return { value, ...told(wanted, got, secret) };
}

function assertTaken(
  { id, text, before }: EnteredText,
  { heard, entered, changed }: Arrival,
): void {
  const { value, secret } = before;
  if (heard && (entered ? value === "" : changed)) return;
  const given = JSON.stringify(shown(text.slice(0, 100), secret === true));
  const held = shown(value.slice(0, 1000), secret === true);
  const holds = `it holds ${JSON.stringify(held.slice(0, 100))}`;
  const details = { id, value: held };
  if (!heard) {
    throw new WebservError(
      "value-refused",
      `no key and no other event of ${given} reached the field "${id}"; ${holds}`,
      { next: "Click it, and look at what has the focus then.", details },
    );
  }
  if (!entered) {
    throw new WebservError(
      "value-refused",
      `the page kept the keys of ${given} from the field "${id}", and nothing changed; ${holds}`,
      { next: "Look for another way to enter it: the page heard each key once.", details },
    );
  }
  throw new WebservError("value-refused", `the field "${id}" did not take ${given}; ${holds}`, {
    details,
  });
}

function told(wanted: string, got: string, secret: boolean): Pick<TextOutcome, "difference"> {
  const difference = differenceOf(wanted, got, secret);
  return difference === undefined ? {} : { difference };
}

function shown(value: string, secret: boolean): string {
  return secret ? dots(value) : value;
}
