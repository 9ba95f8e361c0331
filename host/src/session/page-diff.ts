// What has changed between two readings of a page, where that is shorter than the page.
import type { Observation } from "@webserv/shared/model/observation.ts";
import { diffArrays } from "diff";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** More differences than this are no small change, and take long to find. */
const MAX_EDITS = 2000;
/** Fragments without a change shown around one, so that it can be found. */
const CONTEXT = 1;
/** A diff that takes more of the page's tokens than this is not worth reading in its place. */
const WORTHWHILE = 0.7;

/**
 * `next` with the changes since `before` in the place of its `html`, and with `since`; `next` as it is where
 * it is another page, has another form, or would not be much shorter so.
 *
 * A line of a diff begins with `-` (no longer there), `+` (new) or a blank (as before, to tell where), and
 * `@@` stands for what has not changed.
 */
export function diffObservation(before: Observation | undefined, next: Observation): Observation {
  if (before === undefined || !isComparable(before, next)) return next;
  const html = diffText(fragments(before), fragments(next));
  if (html === undefined) return next;
  const tokens = countTokens(html, { disallowedSpecial: new Set<string>() });
  if (tokens > WORTHWHILE * next.tokens) return next;
  return { ...next, html, tokens, since: before.at };
}

/** An answer that is given a second time is the one that it would be compared with. */
function isComparable(before: Observation, next: Observation): boolean {
  return before.url === next.url && before.form === next.form && before.at !== next.at;
}

/** Undefined where too much has changed. */
export function diffText(before: readonly string[], next: readonly string[]): string | undefined {
  const changes = diffArrays([...before], [...next], { maxEditLength: MAX_EDITS });
  if (changes === undefined) return undefined;
  const lines: string[] = [];
  for (const [index, { added, removed, value }] of changes.entries()) {
    if (added) lines.push(...value.map((text) => `+${text}`));
    else if (removed) lines.push(...value.map((text) => `-${text}`));
    else lines.push(...unchanged(value, index > 0, index < changes.length - 1));
  }
  return lines.join("\n");
}

function unchanged(value: readonly string[], isAfter: boolean, isBefore: boolean): string[] {
  const head = isAfter ? value.slice(0, CONTEXT) : [];
  const tail = isBefore ? value.slice(Math.max(head.length, value.length - CONTEXT)) : [];
  const isWhole = head.length + tail.length === value.length;
  return [
    ...head.map((text) => ` ${text}`),
    ...(isWhole ? [] : ["@@"]),
    ...tail.map((text) => ` ${text}`),
  ];
}

/** An outline's lines; else a piece for every element but those that are ways of writing within a text. */
export function fragments({ form, html }: Pick<Observation, "form" | "html">): string[] {
  if (html === "") return [];
  return form === "outline" ? html.split("\n") : html.split(PIECE);
}

const PIECE = /(?=<(?!\/|(?:code|del|em|ins|mark|span|strong|su[bp])[\s>]))/;
