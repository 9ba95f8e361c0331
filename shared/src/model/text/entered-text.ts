// Judges the outcome of a text that was entered once, by the contents of the fields and by the page's reaction.
import { WebservError } from "../../errors/errors.ts";
import { isHeld } from "./field-text.ts";
import type { Difference } from "./text-difference.ts";
import { differenceOf, dots } from "./text-difference.ts";

interface Contents {
  readonly value: string;
  readonly secret?: true | undefined;
}

/** The result of `frame.typed`. */
export interface Arrival extends Contents {
  /** All fields that the text went into: pages move the focus on from one field to the next. */
  readonly fields: readonly Contents[];
  /** True if an event of it has reached the page, or the page's own keys were kept from the browser. */
  readonly heard: boolean;
}

export interface EnteredText {
  readonly id: string;
  readonly text: string;
  readonly append: boolean;
  /** The value of `frame.locate`. */
  readonly editing: string;
  readonly before: Contents;
  /** Undefined if the page went on to another document, or has no such field any more. */
  readonly after: Arrival | undefined;
  /** The end of the text, if the page made no room for it. */
  readonly unsent: string;
}

export interface TextOutcome {
  readonly value?: string;
  readonly difference?: Difference;
  /**
   * Set together with a difference if the field is empty. If the page shows anything until it has settled, it has used
   * the text; if not, it may as well have refused it.
   */
  readonly emptied?: true;
}

/**
 * The field's value does not prove whether the text arrived: a scanner or a console empties it, and
 * a mask can turn the text into the former value. So a text is refused only if no event of it has
 * reached the page.
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
  if (!after.heard && got === before.value) throw unheard(entered);
  const outcome = { value: shown(got, secret), ...told(wanted, got, secret) };
  return got === "" && unsent === "" ? { ...outcome, emptied: true } : outcome;
}

function unheard({ id, text, before: { value, secret } }: EnteredText): WebservError {
  const given = JSON.stringify(shown(text.slice(0, 100), secret === true));
  const held = shown(value.slice(0, 1000), secret === true);
  return new WebservError(
    "value-refused",
    `no key and no other event of ${given} reached the field "${id}"; it holds ${JSON.stringify(held.slice(0, 100))}`,
    {
      next: "Click it, and look at what has the focus then.",
      details: { id, value: held },
    },
  );
}

function told(wanted: string, got: string, secret: boolean): Pick<TextOutcome, "difference"> {
  const difference = differenceOf(wanted, got, secret);
  return difference === undefined ? {} : { difference };
}

function shown(value: string, secret: boolean): string {
  return secret ? dots(value) : value;
}
