// Writes as much of what was read as a budget of tokens holds, and never more.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { DEFAULT_MAX_TOKENS } from "@webserv/shared/model/page/observation.ts";
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import type { WriteStyle } from "./format/attributes.ts";
import type { ToldCut } from "./budget/cuts.ts";
import { piecesOf } from "./budget/cuts.ts";
import type { Expansion } from "./budget/expansion.ts";
import type { LastCut } from "./budget/last-cut.ts";
import type { PageSources, Shown } from "./page-writer.ts";
import { PageWriter } from "./page-writer.ts";
import { elementsIn } from "./tree/parts.ts";
import type { ReadingSteps } from "./walk/time-slices.ts";
import type { Walk } from "./tree/walk-result.ts";

export interface FittingOptions extends ObserveOptions {
  /** The frame has the focus of the page around it; true if left out. */
  readonly focused?: boolean | undefined;
  /** Nobody is told of this reading. */
  readonly aside?: boolean | undefined;
}

export interface Fitted extends Shown {
  /** Its name, if it is told. */
  readonly reading?: string | undefined;
  /** The name of the reading that was told last, if this one shows all of that again. */
  readonly again?: string | undefined;
  /** The budget that it keeps to, in tokens. */
  readonly budget: number;
}

/** The tokens kept for a mark on a frame that says why nothing of it is told. */
const FRAME_MARK = 16;

/** The most times that a bit less is tried, as costs are estimated before anything is written. */
const TRIES = 6;

/** A cut page is filled up to this share of its budget, so many times, if a least share of it is left. */
const FILLED_SHARE = 0.9;
const FILLING_TRIES = 2;
const LEAST_LEFT = 0.1;

/**
 * The most tokens of a repeated reading of which only the changes are told: it may be longer than
 * what is told.
 */
const MOST_AGAIN = 16_000;
/**
 * The share of a budget that changes may take for their diff to keep to it: a diff tells about
 * twice of them.
 */
const CHANGED_SHARE = 0.3;
/**
 * If a cut takes no more than this share of what it took when it was made, there is room for more.
 */
const SHRUNK_SHARE = 0.7;

/**
 * Writes a reading within its budget. Ids are given only to what is shown, and to what was tried
 * and did not fit.
 */
export function* fitted(
  sources: PageSources,
  seen: Walk,
  expansion: Expansion,
  options: FittingOptions,
): ReadingSteps<Fitted> {
  const { form = "html", maxTokens = DEFAULT_MAX_TOKENS } = options;
  const style: WriteStyle = {
    form,
    cues: options.cues !== "off",
    layout: options.layout !== "off",
    addresses: options.addresses !== "off",
    focused: options.focused ?? true,
    cutsOptions: form !== "paper" && options.expand === undefined,
    endTags: form === "paper" ? "all" : "needed",
  };
  const writer = new PageWriter(sources, seen, expansion, style);
  const { cuts } = sources;
  const isTold = options.expand === undefined && options.aside !== true;
  const styled = JSON.stringify({ ...style, focused: true });
  const last = isTold && cuts.last?.style === styled ? cuts.last : undefined;
  const shown =
    (last === undefined ? undefined : yield* shownAgain(writer, last, options)) ??
    (yield* shownMore(writer, last, maxTokens));
  if (!isTold) return shown;
  const reading = cuts.name();
  const isAgain = last !== undefined && shown.again !== undefined;
  cuts.last = {
    reading,
    cut: writer.cutOf(shown),
    // Another budget leaves out other things, and has room for what this one left out.
    budget: isAgain ? last.budget : shown.budget,
    needed: isAgain ? last.needed : needed(shown),
    style: styled,
    html: shown.written.html,
  };
  return { ...shown, reading };
}

/**
 * Returns what was shown last, again. It returns undefined if there is not enough room for that, or
 * so much that what was left out fits in too.
 */
function* shownAgain(
  writer: PageWriter,
  last: ToldCut,
  { form = "html", maxTokens = DEFAULT_MAX_TOKENS, diff }: FittingOptions,
): ReadingSteps<Fitted | undefined> {
  if (diff !== true && maxTokens > last.budget) return undefined;
  const shown = yield* writer.again(last.cut);
  const tokens = needed(shown);
  const budget = Math.max(maxTokens, tokens);
  const told = { ...shown, again: last.reading, budget };
  const hasRoom = maxTokens > last.budget || tokens < SHRUNK_SHARE * last.needed;
  if (tokens <= maxTokens && !hasRoom) return told;
  if (diff !== true || tokens > MOST_AGAIN) return undefined;
  const before = new Set(piecesOf(last.html, form).map(({ ageless }) => ageless));
  const changed = piecesOf(shown.written.html, form)
    .filter(({ ageless }) => !before.has(ageless))
    .map(({ text }) => text);
  // If much has changed, the whole page is told instead of a diff.
  const most = CHANGED_SHARE * Math.min(maxTokens, tokens);
  return estimateTokens(changed.join("")) <= most ? told : undefined;
}

/** Cuts anew, unless that would lose something for which there is room. */
function* shownMore(
  writer: PageWriter,
  last: ToldCut | undefined,
  maxTokens: number,
): ReadingSteps<Fitted> {
  if (last === undefined || last.budget > maxTokens) return yield* shownAnew(writer, maxTokens);
  const again = yield* writer.again(last.cut);
  if (needed(again) > maxTokens) return yield* shownAnew(writer, maxTokens);
  const before = elementsIn(again.kept);
  const anew = yield* shownAnew(writer, maxTokens, last.cut);
  const now = new Set(elementsIn(anew.kept));
  if (before.every((part) => now.has(part))) return anew;
  const show = (): ReadingSteps<Shown> => writer.again(last.cut);
  const same = yield* show();
  const filled = yield* filledUp(writer, same, maxTokens, show);
  // One that shows more is no repetition.
  const isSame = filled.written.html === same.written.html;
  return { ...filled, budget: maxTokens, ...(isSame ? { again: last.reading } : {}) };
}

function* shownAnew(writer: PageWriter, maxTokens: number, kept?: LastCut): ReadingSteps<Fitted> {
  let allowed = maxTokens;
  let shown = yield* writer.within(allowed, kept);
  for (let tries = 1; needed(shown) > maxTokens && allowed > 0; tries++) {
    // If all of it was expected to fit, anything above what was expected would show the same again.
    const expected = Math.min(allowed, writer.expected);
    const less = expected * Math.min(0.95, (maxTokens / needed(shown)) * 0.97);
    // At last everything is left out, which is one mark.
    allowed = tries < TRIES ? Math.floor(less) : 0;
    shown = yield* writer.within(allowed, kept);
  }
  const show = (): ReadingSteps<Shown> => writer.within(allowed, kept);
  return { ...(yield* filledUp(writer, shown, maxTokens, show)), budget: maxTokens };
}

/**
 * Puts more in the place of the marks, if much of the budget is left: what parts cost is estimated too high.
 * @param show shows anew what is shown
 */
function* filledUp(
  writer: PageWriter,
  first: Shown,
  maxTokens: number,
  show: () => ReadingSteps<Shown>,
): ReadingSteps<Shown> {
  let shown = first;
  for (let tries = 0; tries < FILLING_TRIES; tries++) {
    const left = FILLED_SHARE * maxTokens - needed(shown);
    if (shown.elisions.length === 0 || left < LEAST_LEFT * maxTokens) return shown;
    const fuller = yield* writer.filled(shown, left);
    if (needed(fuller) > maxTokens) return yield* show();
    shown = fuller;
  }
  return shown;
}

function needed({ tokens, written }: Shown): number {
  return tokens + FRAME_MARK * written.frames.size;
}
