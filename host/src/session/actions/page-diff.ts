// Finds what has changed between two readings of a page, if that is shorter than the page.
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Piece } from "@webserv/shared/model/text/view-cues.ts";
import {
  mayHaveModal,
  pieceOf,
  saysTheSame,
  withoutViewMarks,
} from "@webserv/shared/model/text/view-cues.ts";
import { diffArrays } from "diff";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

import { withoutUnchanged } from "./unchanged-parts.ts";

/** More differences than this are no small change, and take long to find. */
const MAX_EDITS = 2000;
/** The number of unchanged fragments shown around a change, so that it can be found. */
const CONTEXT = 1;
/** The number of fragments shown of a stretch that was removed; the rest is only counted. */
const GONE_TOLD = 3;
/** A diff that takes more of the page's tokens than this is not worth reading in its place. */
const WORTHWHILE = 0.7;
/** A page that takes more than this share of its tokens without what is unchanged is told whole. */
const ABRIDGED = 0.9;

/**
 * Returns `next` with the changes since `before` in place of its `html`, and with `since`. If it leaves out other things,
 * or if its changes are long, it is the page without what is unchanged, with `unchangedSince`. Returns `next` itself if it
 * is of another site, has another form, or would hardly become shorter.
 *
 * A line of a diff begins with `-` (removed), `+` (new) or a blank (unchanged, for orientation),
 * with `↵` behind that if it continues the line above. `@@` stands for unchanged lines, `-@@ 12`
 * for twelve more that were removed. Lines that differ only in cues on the view or the focus are
 * unchanged, and are told without these cues; so are lines in which ages have grown (`5 minutes ago`).
 */
export function diffObservation(before: Observation | undefined, next: Observation): Observation {
  if (before === undefined || !isOfOneSite(before, next)) return next;
  const told = isOfOneCut(before, next) ? changed(before, next) : undefined;
  return told ?? abridged(before, next) ?? next;
}

/** Tells whether anything has changed; undefined if the two can't be compared. */
export function hasChanged(
  before: Observation | undefined,
  next: Observation,
): boolean | undefined {
  if (before === undefined || before.at === next.at || before.form !== next.form) return undefined;
  if (before.url !== next.url) return true;
  if (!isOfOneCut(before, next)) return undefined;
  const [former, latter] = piecesOf(before, next);
  const passedS = passedBetween(before, next);
  return (
    former.length !== latter.length ||
    former.some((one, index) => {
      const other = latter[index];
      return other === undefined || !isSame(one, other, passedS);
    })
  );
}

/** Returns undefined if the changes are not worth reading in place of the page. */
function changed(before: Observation, next: Observation): Observation | undefined {
  const html = diffText(...piecesOf(before, next), passedBetween(before, next));
  if (html === undefined) return undefined;
  const tokens = tokensOf(html);
  return tokens > WORTHWHILE * next.tokens
    ? undefined
    : { ...next, html, tokens, since: before.at };
}

function piecesOf(before: Observation, next: Observation): [Piece[], Piece[]] {
  const besideModal = mayHaveModal(before.html) !== mayHaveModal(next.html);
  // If only one of them was asked for addresses, these are no changes of the page.
  const withAddresses = !(lacksAddresses(before) || lacksAddresses(next));
  const pieces = (of: Observation): Piece[] =>
    fragments(of).map((text) =>
      pieceOf(withAddresses ? text : text.replace(ADDRESS, "$1"), of.form, besideModal),
    );
  return [pieces(before), pieces(next)];
}

/** Matches the start tag of a link up to the address that it tells. */
const ADDRESS = /(<a (?:[^>"]|"[^"]*")*?) href="[^"]*"/;

/** Tells whether a page is told with links and without their addresses. */
function lacksAddresses({ html }: Observation): boolean {
  return html.includes("<a ") && !ADDRESS.test(html);
}

/** Returns the seconds by which ages on the page may have grown. */
function passedBetween(before: Observation, next: Observation): number {
  return (Date.parse(next.at) - Date.parse(before.at)) / 1000;
}

/** Returns the page without what it has in common with the page before; undefined if that is little. */
function abridged(before: Observation, next: Observation): Observation | undefined {
  if (next.form !== "html") return undefined;
  const html = withoutUnchanged(before.html, next.html);
  if (html === undefined) return undefined;
  const tokens = tokensOf(html);
  return tokens > ABRIDGED * tokensOf(next.html)
    ? undefined
    : { ...next, html, tokens, unchangedSince: before.at };
}

function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}

/** An answer that is given a second time is the one that it would be compared with. */
function isOfOneSite(before: Observation, next: Observation): boolean {
  const isOther = before.at !== next.at && before.form === next.form;
  return isOther && originOf(before) === originOf(next);
}

/** Tells whether neither of them shows something that the other leaves out although it was there, too. */
function isOfOneCut(before: Observation, next: Observation): boolean {
  if (next.again !== undefined && next.again === before.reading) return true;
  return before.expandable.length === 0 && next.expandable.length === 0;
}

/** Pages of one site have much in common; those without an origin (`data:`) only with themselves. */
function originOf({ url }: Observation): string {
  const origin = URL.parse(url)?.origin ?? "null";
  return origin === "null" ? url : origin;
}

/**
 * Returns undefined if too much has changed.
 * @param passedS the seconds by which ages on the page may have grown
 */
export function diffText(
  before: readonly Piece[],
  next: readonly Piece[],
  passedS = 0,
): string | undefined {
  const changes = diffArrays([...before], [...next], {
    maxEditLength: MAX_EDITS,
    comparator: (one, other) => isSame(one, other, passedS),
  });
  if (changes === undefined) return undefined;
  const lines: string[] = [];
  /** The index in `before` of the next change. */
  let at = 0;
  for (const [index, { added, removed, value }] of changes.entries()) {
    if (added) lines.push(...value.map(({ text }) => line("+", text)));
    else if (removed) lines.push(...gone(value));
    else {
      const end = at + value.length;
      const head = index === 0 ? 0 : Math.min(CONTEXT, value.length);
      const told = at + head;
      const from =
        index < changes.length - 1 ? tellingFrom(before, told, end, changes, index) : end;
      lines.push(...before.slice(at, told).map(({ bare }) => line(" ", bare)));
      if (from > told) lines.push("@@");
      lines.push(...before.slice(from, end).map(({ bare }) => line(" ", bare)));
    }
    if (!added) at += value.length;
  }
  return lines.join("\n");
}

function isSame(one: Piece, other: Piece, passedS: number): boolean {
  return saysTheSame(one, other, passedS) || isSameMark(one, other);
}

/** The mark's estimate of how much was left out is no change of what is shown. */
function isSameMark(one: Piece, other: Piece): boolean {
  const [mark, otherMark] = [one, other].map(({ bare }) => bare.replace(ESTIMATE, "$1-->"));
  return mark === otherMark && one.bare.startsWith("<!--more:");
}

const ESTIMATE = /^(<!--\S+) .*?-->/;

function gone(pieces: readonly Piece[]): string[] {
  const more = pieces.length - GONE_TOLD;
  // A mark would not be shorter than the one line it stands for.
  if (more <= 1) return pieces.map(({ text }) => line("-", text));
  return [...pieces.slice(0, GONE_TOLD).map(({ text }) => line("-", text)), `-@@ ${more}`];
}

/**
 * Returns the index at which the unchanged lines before a change must begin, so that the change
 * can't be taken for an earlier place that looks alike. A reader looks for it from `told` on.
 */
function tellingFrom(
  before: readonly Piece[],
  told: number,
  end: number,
  changes: readonly Change[],
  index: number,
): number {
  const behind = changes.slice(index + 1);
  const stop = behind.findIndex(({ added, removed }) => !added && !removed);
  const lost = behind
    .slice(0, stop === -1 ? behind.length : stop)
    .reduce((sum, { removed, value }) => sum + (removed ? value.length : 0), 0);
  // Only as far as the lines behind the change are surely shown.
  const until =
    lost > GONE_TOLD + 1
      ? end + GONE_TOLD
      : end + lost + Math.min(CONTEXT, behind[stop]?.value.length ?? 0);
  for (let context = CONTEXT; context < end - told; context *= 2) {
    const from = end - context;
    if (firstPlace(before, told, from, until) === from) return from;
  }
  return told;
}

type Change = ReturnType<typeof diffArrays<Piece>>[number];

/** Returns the first index, from `start` on, at which the pieces between `from` and `until` occur. */
function firstPlace(pieces: readonly Piece[], start: number, from: number, until: number): number {
  for (let at = start; at < from; at++) {
    let same = 0;
    while (from + same < until && pieces[at + same]?.bare === pieces[from + same]?.bare) same++;
    if (from + same === until) return at;
  }
  return from;
}

/** A piece of several lines is marked on each of them: its words can't be taken for another sign. */
function line(sign: "+" | "-" | " ", text: string): string {
  return sign + text.replaceAll("\n", `\n${sign}↵`);
}

/**
 * Returns the lines of an outline; else one piece for every element, except those that only style text. Marks of what
 * is in view are left out.
 */
export function fragments(page: Pick<Observation, "form" | "html">): string[] {
  const html = withoutViewMarks(page);
  if (html === "") return [];
  return page.form === "outline" ? html.split("\n") : html.split(PIECE);
}

const PIECE = /(?=<(?!\/|(?:code|del|em|ins|mark|span|strong|su[bp])[\s>]))/;
