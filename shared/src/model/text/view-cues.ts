// Tells what a written page says of the page from what it says of the view: where the view begins and ends, what lies
// over a thing, what the pointer would do, and where the focus is. A change of the latter alone is no change of the page.

import { AGES } from "./ages.ts";

/** Marks of a reading that say what is in view. Html has them as comments, an outline in round brackets. */
export const IN_VIEW_FROM_HERE = "in view from here";
export const BELOW_THE_VIEW = "below the view";

interface WrittenPage {
  /** An `ObservationForm`. */
  readonly form: string;
  readonly html: string;
}

/** Returns the page without the marks that say what is in view. */
export function withoutViewMarks({ form, html }: WrittenPage): string {
  if (form !== "outline") return html.replace(COMMENTS, "");
  const isMark = (line: string): boolean => LINES.has(line.trim());
  return html
    .split("\n")
    .filter((line) => !isMark(line))
    .join("\n");
}

const MARKS = [IN_VIEW_FROM_HERE, BELOW_THE_VIEW];
const COMMENTS = new RegExp(`<!--(?:${MARKS.join("|")})-->`, "g");
const LINES: ReadonlySet<string> = new Set(MARKS.map((says) => `(${says})`));

interface Age {
  readonly ageS: number;
  /** The seconds of its unit; 0 if it has none. */
  readonly unitS: number;
}

/** A piece of a written page, taken apart. */
export interface Piece {
  readonly text: string;
  /** The text without its cues. */
  readonly bare: string;
  /** The bare text without the ages in it, which grow by themselves. */
  readonly ageless: string;
  /** The ages in the text: `5 minutes ago`. */
  readonly ages: readonly Age[];
  /** The cues on the focus and the caret; empty if nothing in the piece has the focus. */
  readonly focus: string;
}

/**
 * Takes one piece of a page apart, such as an element or an outline's line.
 * @param besideModal `clickable` counts as a cue, too: a modal takes it from all that it blocks
 */
export function pieceOf(text: string, form: string, besideModal = false): Piece {
  let focus = "";
  const without = (cue: string, name = ""): string => {
    if (FOCUS.has(name)) focus += cue;
    return FOCUS.has(name) || CUES.has(name) || (besideModal && name === "clickable") ? "" : cue;
  };
  const bare =
    form === "outline"
      ? text.replace(WORDS, without)
      : text.replace(TAGS, (tag) => tag.replace(ATTRIBUTES, without));
  const ages: Age[] = [];
  const ageless = bare.replace(AGES, (_, count: string | undefined, unit: string | undefined) => {
    const unitS = secondsIn(unit);
    ages.push({ ageS: Number(count ?? 1) * unitS, unitS });
    return "ago";
  });
  return { text, bare, ageless, ages, focus };
}

function secondsIn(unit: string | undefined): number {
  const word = unit?.toLowerCase() ?? "";
  if (word.startsWith("mo")) return MONTH;
  return UNITS[word.charAt(0)] ?? 0;
}

const MINUTE = 60;
const DAY = 86_400;
const MONTH = 30 * DAY;
const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: MINUTE,
  h: 3_600,
  d: DAY,
  w: 7 * DAY,
  y: 365 * DAY,
};

const CUES: ReadonlySet<string> = new Set(["covered", "hoverable", "data-maybe-hoverable"]);
const FOCUS: ReadonlySet<string> = new Set(["focused", "caret"]);

/** Matches start tags. Their values have no angle brackets and no quotes, as the writer escapes these. */
const TAGS = /<[a-z][^<>]*>/g;
const ATTRIBUTES = / ([^\s="<>]+)(?:="[^"]*")?/g;
/** Matches an outline's words of ours with a blank before them, and skips the page's words, which stand in quotes. */
const WORDS =
  /"(?:[^"\\]|\\.)*"| (caret(?==)|covered(?=[ =]|$)|(?:hoverable|focused|clickable)(?= |$))(?:=(?:"(?:[^"\\]|\\.)*"|[^\s"]+))?/g;

/**
 * Tells whether two pieces say the same of the page. A caret that has moved within its field is a change, and so is an
 * age that has become less, or more than by itself: another one was chosen, or something has happened anew.
 * @param passedS the seconds between the readings
 */
export function saysTheSame(one: Piece, other: Piece, passedS: number): boolean {
  const isMoved = one.focus !== "" && other.focus !== "" && one.focus !== other.focus;
  if (one.ageless !== other.ageless || isMoved) return false;
  return other.ages.every((age, at) => hasGrown(one.ages[at], age, passedS));
}

/** An age is rounded, to a unit or at the step to the next one, and may be written anew only once a minute. */
function hasGrown(from: Age | undefined, { ageS, unitS }: Age, passedS: number): boolean {
  if (from === undefined) return false;
  const roundedS = unitS === from.unitS ? unitS : ageS / 2;
  return ageS >= from.ageS && ageS - from.ageS <= passedS + Math.max(MINUTE, roundedS);
}

/** Tells whether a modal dialog is open on the page; words of the page's own may make it seem so. */
export function mayHaveModal(html: string): boolean {
  return / modal(?=[ >\n]|$)/.test(html);
}
