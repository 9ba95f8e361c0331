// Writes as much of what was read as a budget of tokens holds, and never more.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { DEFAULT_MAX_TOKENS, MAX_HTML } from "@webserv/shared/model/page/observation.ts";
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import type { WriteStyle } from "./format/attributes.ts";
import { focusedElement } from "../dom/composed-tree.ts";
import type { Costs } from "./tree/cost.ts";
import { ControlOcclusion } from "./visibility/control-occlusion.ts";
import type { Cuts, ToldCut } from "./budget/cuts.ts";
import { piecesOf } from "./budget/cuts.ts";
import { elide, forget } from "./budget/elide.ts";
import { emphasis, IN_VIEW } from "./tree/emphasis.ts";
import type { Expansion } from "./budget/expansion.ts";
import type { FrameIds } from "./identity/frame-ids.ts";
import { takesOwnInput } from "./interactivity/own-input.ts";
import { LastCut } from "./budget/last-cut.ts";
import { markView } from "./visibility/in-view.ts";
import type { MoreIds } from "./identity/more-ids.ts";
import { writeOutline } from "./format/outline.ts";
import type { ElementPart, ElisionPart, Part, ViewPart } from "./tree/parts.ts";
import { actable, elementsIn } from "./tree/parts.ts";
import type { OptionEntry } from "./state/select-state.ts";
import { listedOptions } from "./state/select-state.ts";
import type { ReadingSteps } from "./walk/time-slices.ts";
import type { Walk } from "./tree/walk-result.ts";
import type { Written } from "./format/part-writer.ts";
import { writeHtml } from "./format/html.ts";

export interface FittingSources {
  readonly costs: Costs;
  readonly cuts: Cuts;
  readonly ids: FrameIds;
  readonly more: MoreIds;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export interface FittingOptions extends ObserveOptions {
  /** The frame has the focus of the page around it; true if left out. */
  readonly focused?: boolean | undefined;
  /** Nobody is told of this reading. */
  readonly aside?: boolean | undefined;
}

export interface Shown {
  readonly written: Written;
  readonly tokens: number;
  /** The parts shown that have an id, in reading order. */
  readonly interactive: readonly ElementPart[];
  readonly options: ReadonlyMap<Part, readonly OptionEntry[]>;
  readonly elisions: readonly ElisionPart[];
  readonly kept: readonly ViewPart[];
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
  sources: FittingSources,
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
    endTags: form === "paper" ? "all" : "needed",
  };
  const fitting = new Fitting(sources, seen, expansion, style);
  const { cuts } = sources;
  const isTold = options.expand === undefined && options.aside !== true;
  const styled = JSON.stringify({ ...style, focused: true });
  const last = isTold && cuts.last?.style === styled ? cuts.last : undefined;
  const shown =
    (last === undefined ? undefined : yield* shownAgain(fitting, last, options)) ??
    (yield* shownMore(fitting, last, maxTokens));
  if (!isTold) return shown;
  const reading = cuts.name();
  const isAgain = last !== undefined && shown.again !== undefined;
  cuts.last = {
    reading,
    cut: fitting.cutOf(shown),
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
  fitting: Fitting,
  last: ToldCut,
  { form = "html", maxTokens = DEFAULT_MAX_TOKENS, diff }: FittingOptions,
): ReadingSteps<Fitted | undefined> {
  if (diff !== true && maxTokens > last.budget) return undefined;
  const shown = yield* fitting.again(last.cut);
  const tokens = needed(shown);
  const budget = Math.max(maxTokens, tokens);
  const told = { ...shown, again: last.reading, budget };
  const hasRoom = maxTokens > last.budget || tokens < SHRUNK_SHARE * last.needed;
  if (tokens <= maxTokens && !hasRoom) return told;
  if (diff !== true || tokens > MOST_AGAIN) return undefined;
  const before = new Set(piecesOf(last.html, form));
  const changed = piecesOf(shown.written.html, form).filter((piece) => !before.has(piece));
  // If much has changed, the whole page is told instead of a diff.
  const most = CHANGED_SHARE * Math.min(maxTokens, tokens);
  return estimateTokens(changed.join("")) <= most ? told : undefined;
}

/** Cuts anew, unless that would lose something for which there is room. */
function* shownMore(
  fitting: Fitting,
  last: ToldCut | undefined,
  maxTokens: number,
): ReadingSteps<Fitted> {
  if (last === undefined || last.budget > maxTokens) return yield* shownAnew(fitting, maxTokens);
  const again = yield* fitting.again(last.cut);
  if (needed(again) > maxTokens) return yield* shownAnew(fitting, maxTokens);
  const before = elementsIn(again.kept);
  const anew = yield* shownAnew(fitting, maxTokens, last.cut);
  const now = new Set(elementsIn(anew.kept));
  if (before.every((part) => now.has(part))) return anew;
  return { ...(yield* fitting.again(last.cut)), again: last.reading, budget: maxTokens };
}

function* shownAnew(fitting: Fitting, maxTokens: number, kept?: LastCut): ReadingSteps<Fitted> {
  let allowed = maxTokens;
  let shown = yield* fitting.within(allowed, kept);
  for (let tries = 1; needed(shown) > maxTokens && allowed > 0; tries++) {
    const less = allowed * Math.min(0.95, (maxTokens / needed(shown)) * 0.97);
    // At last everything is left out, which is one mark.
    allowed = tries < TRIES ? Math.floor(less) : 0;
    shown = yield* fitting.within(allowed, kept);
  }
  return { ...shown, budget: maxTokens };
}

function needed({ tokens, written }: Shown): number {
  return tokens + FRAME_MARK * written.frames.size;
}

class Fitting {
  readonly #sources: FittingSources;
  readonly #seen: Walk;
  readonly #expansion: Expansion;
  readonly #style: WriteStyle;
  readonly #weightOf: (part: ElementPart) => number;
  readonly #covers: ControlOcclusion;
  readonly #options = new Map<Part, readonly OptionEntry[]>();
  readonly #giveIds: (shown: readonly ElementPart[]) => void;
  #tries = 0;

  constructor(sources: FittingSources, seen: Walk, expansion: Expansion, style: WriteStyle) {
    this.#sources = sources;
    this.#seen = seen;
    this.#expansion = expansion;
    this.#style = style;
    this.#weightOf = emphasis(document, {
      focused: focusedElement(sources.shadowRootOf),
      inFront: seen.modal === undefined ? [] : [seen.modal.element, ...seen.modal.over.layers],
    });
    this.#giveIds = sources.ids.forReading(seen, sources.shadowRootOf, sources.cuts.passed);
    const { ids, shadowRootOf } = sources;
    const isActedOn = (element: Element): boolean =>
      ids.idOf(element) !== undefined && !ids.isPassive(element);
    this.#covers = new ControlOcclusion({
      shadowRootOf,
      isControl: (element) => takesOwnInput(element, isActedOn),
    });
  }

  /**
   * Shows what costs about so many tokens. Parts that were `kept` weigh as if they were in view.
   */
  *within(allowed: number, kept?: LastCut): ReadingSteps<Shown> {
    const { costs } = this.#sources;
    const { parts, container } = this.#expansion;
    forget(this.#seen.parts);
    const weightOf = (part: ElementPart): number =>
      Math.max(this.#weightOf(part), kept?.wasShown(part.element) === true ? IN_VIEW : 0);
    return yield* this.#shown(elide(parts, container, allowed, { costs, weightOf }));
  }

  /** Shows what was told last, with what is new. */
  *again(last: LastCut): ReadingSteps<Shown> {
    const { costs, cuts } = this.#sources;
    forget(this.#seen.parts);
    const view = { costs, weightOf: this.#weightOf, passed: cuts.passed };
    return yield* this.#shown(last.again(this.#seen.parts, view));
  }

  cutOf({ kept }: Shown): LastCut {
    return new LastCut(this.#seen.parts, kept, this.#weightOf);
  }

  *#shown(kept: ViewPart[]): ReadingSteps<Shown> {
    const { more } = this.#sources;
    const { container, show } = this.#expansion;
    show(kept);
    yield this.#tries === 0 ? "before-ids" : "after-ids";
    const interactive = this.#named(kept);
    yield "after-ids";
    const elisions = more.give(kept, container, this.#seen.headings);
    if (this.#style.layout) {
      this.#covers.note(interactive);
      markView(kept, innerHeight);
    }
    yield "after-ids";
    const optionsOf = (part: ElementPart): readonly OptionEntry[] => this.#options.get(part) ?? [];
    const writeIn = this.#style.form === "outline" ? writeOutline : writeHtml;
    const written = writeIn(kept, this.#style, optionsOf, MAX_HTML);
    const tokens = estimateTokens(written.html);
    yield "after-ids";
    return { written, tokens, interactive, elisions, kept, options: this.#options };
  }

  /** Returns what is shown and can be acted on, with ids; those that an earlier try gave stay. */
  #named(kept: readonly ViewPart[]): readonly ElementPart[] {
    const { ids } = this.#sources;
    const view = this.#expansion.view(kept);
    const { path } = this.#expansion;
    const shown = actable(view).filter((part) => !path.includes(part));
    if (this.#tries++ === 0 || shown.some(({ id }) => id === undefined)) {
      this.#giveIds(shown.filter(({ id }) => id === undefined));
    }
    for (const part of shown) {
      if (!(part.element instanceof HTMLSelectElement) || this.#options.has(part)) continue;
      this.#options.set(part, ids.giveOptions(part.id ?? "", listedOptions(part.element)));
    }
    return shown;
  }
}
