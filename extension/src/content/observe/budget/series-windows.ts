// Leaves the entries of a long series unread that no observation within the budget could show.
//
// A series of like siblings is read in windows if its first entries say that all together cost more
// than the whole budget. Windows begin at its beginning, and where something was left out that is
// to be expanded; each holds as many entries as the series' share of the budget. What is in view or
// near it, and what holds the focus or a dialog, is read too. A page of 100,000 nodes is mostly
// such series, and takes no longer than what is shown.
import type { Area } from "../geometry/area.ts";
import { isInsideArea } from "../geometry/area.ts";
import { briefCost } from "./brief-entry.ts";
import { briefsOf } from "./entry-name.ts";
import { entryKind, SKIPPED } from "../../dom/element-kinds.ts";
import { controlsIn } from "../tree/left-out.ts";
import type { Part, UnreadPart } from "../tree/parts.ts";
import { isBlank } from "../tree/parts.ts";
import type { Holder, Sharing } from "./series-share.ts";
import { mostFor } from "./series-share.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { LongRun } from "../tree/walk-result.ts";

export interface WindowOptions extends Sharing {
  /** Something is to be expanded, which has the whole budget for itself. */
  readonly expands: boolean;
  /** Elements that are to be read, each with those around it. */
  readonly required: ReadonlySet<Element>;
  /** Elements at which a window begins. */
  readonly anchors: ReadonlySet<Element>;
  /** Tells whether an entry was told last time, and so is to be told again. */
  readonly wasShown: (entry: Element) => boolean;
  /** Takes an entry that is passed over. */
  readonly pass: (entry: Element) => void;
  /** Tells whether a person looks at a box, or need not scroll far for it. */
  readonly isNear: (box: DOMRect) => boolean;
}

/** Shorter series are read in whole, in entries. */
const LONG = 30;
/** The number of entries that tell what the others cost. */
const SAMPLE = 8;

interface SeriesState {
  /** Indices of nodes, up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  readonly entries: number;
  /** The number of entries that were passed. */
  passed: number;
  /** The index of the first entry's first part. */
  partsFrom: number;
  /**
   * The number of entries that one window holds; undefined before that is known, or if all are
   * read.
   */
  window: number | undefined;
  /** Entries before this ordinal are in the present window. */
  readUntil: number;
  like: UnreadPart | undefined;
  unread: UnreadPart | undefined;
}

export class SeriesWindows {
  readonly #nodes: readonly Node[];
  readonly #options: WindowOptions;
  readonly #contents: () => Area;
  readonly #states: SeriesState[];

  private constructor(
    nodes: readonly Node[],
    options: WindowOptions,
    contents: () => Area,
    states: SeriesState[],
  ) {
    this.#nodes = nodes;
    this.#options = options;
    this.#contents = contents;
    this.#states = states;
  }

  /**
   * Returns the windows of the long series among `nodes`; undefined if none is long.
   *
   * @param contents what can be seen of what stands there
   */
  static in(
    nodes: readonly Node[],
    options: WindowOptions,
    contents: () => Area,
  ): SeriesWindows | undefined {
    if (nodes.length < LONG) return undefined;
    const states = longSeriesIn(nodes);
    return states.length === 0 ? undefined : new SeriesWindows(nodes, options, contents, states);
  }

  /**
   * Returns the long series among the children of `holder`; to be asked before any of them is
   * passed over.
   */
  runs(holder: Element): LongRun[] {
    return this.#states.map((series) => new Entries(holder, this.#nodes, series));
  }

  /**
   * Tells whether the node at `index` of those in `holder` is left unread; if so, that is noted in
   * its parts.
   */
  passOver(index: number, holder: Holder & { readonly parts: Part[] }): boolean {
    const { parts } = holder;
    const series = this.#states[0];
    if (series === undefined || index < series.from) return false;
    if (index === series.to - 1) this.#states.shift();
    const entry = this.#nodes[index];
    if (!(entry instanceof Element) || !isEntry(entry)) return series.unread !== undefined;
    const ordinal = series.passed++;
    if (ordinal === 0) series.partsFrom = parts.length;
    if (ordinal === SAMPLE) this.#judge(series, holder);
    if (!this.#isPassedOver(entry, ordinal, series)) {
      series.unread = undefined;
      return false;
    }
    this.#note(entry, series, parts);
    return true;
  }

  #judge(series: SeriesState, holder: Holder): void {
    const { costs, maxTokens, expands } = this.#options;
    const sample = holder.parts.slice(series.partsFrom);
    const cost = costs.ofAll(sample) / SAMPLE;
    const whole = cost === 0 ? Infinity : Math.max(SAMPLE, Math.ceil(maxTokens / cost));
    if (series.entries <= whole) return;
    let window = whole;
    if (!expands) {
      const share = mostFor(holder, holder.parts.slice(0, series.partsFrom), this.#options);
      // Most are shown by their names alone if there is not room for all.
      const briefs = [...briefsOf(sample)];
      const blanks = costs.ofAll(sample.filter((part) => part.kind !== "element"));
      const brief =
        briefs.reduce((sum, [part, shown]) => sum + briefCost(part, shown, costs), blanks) / SAMPLE;
      window = Math.min(whole, Math.max(SAMPLE, Math.ceil(share / brief)));
    }
    const solid = sample.filter((part) => !isBlank(part));
    const first = solid.find((part) => part.kind === "element");
    series.window = window;
    series.readUntil = Math.max(series.readUntil, window);
    series.like = {
      kind: "unread",
      tag: first?.tag ?? "",
      count: 0,
      controls: controlsIn(solid) / SAMPLE,
    };
  }

  #isPassedOver(entry: Element, ordinal: number, series: SeriesState): boolean {
    const { required, anchors, isNear, wasShown } = this.#options;
    if (anchors.has(entry)) series.readUntil = ordinal + 1 + (series.window ?? series.entries);
    if (series.window === undefined || ordinal < series.readUntil) return false;
    if (required.has(entry) || wasShown(entry)) return false;
    const box = unshadowed(entry).getBoundingClientRect();
    // An entry that may be clipped has to be looked at, so that nobody is told of more that can't
    // be seen.
    return !isNear(box) && isInsideArea(box, this.#contents());
  }

  #note(entry: Element, series: SeriesState, parts: Part[]): void {
    if (!unshadowed(entry).checkVisibility() || series.like === undefined) return;
    this.#options.pass(entry);
    if (series.unread === undefined) {
      series.unread = { ...series.like };
      parts.push(series.unread);
    }
    series.unread.count++;
  }
}

/**
 * The entries of a long series. They are looked through once somebody asks: most series are read
 * without that.
 */
class Entries implements LongRun {
  readonly holder: Element;
  readonly count: number;
  readonly #nodes: readonly Node[];
  readonly #series: Pick<SeriesState, "from" | "to">;

  constructor(holder: Element, nodes: readonly Node[], series: SeriesState) {
    this.holder = holder;
    this.count = series.entries;
    this.#nodes = nodes;
    this.#series = { from: series.from, to: series.to };
  }

  *[Symbol.iterator](): Iterator<Element> {
    for (let at = this.#series.from; at < this.#series.to; at++) {
      const node = this.#nodes[at];
      if (node instanceof Element && isEntry(node)) yield node;
    }
  }
}

/** Returns the long series of like elements, with the white space and the comments between them. */
function longSeriesIn(nodes: readonly Node[]): SeriesState[] {
  const states: SeriesState[] = [];
  let kind: string | undefined;
  let from = 0;
  let entries = 0;
  const end = (to: number): void => {
    if (entries >= LONG) states.push(stateOf(from, to, entries));
    entries = 0;
    kind = undefined;
  };
  for (const [index, node] of nodes.entries()) {
    if (node instanceof Element) {
      if (!isEntry(node)) continue;
      const next = entryKind(node);
      if (next !== kind) {
        end(index);
        kind = next;
        from = index;
      }
      entries++;
    } else if (node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? "")) end(index);
  }
  end(nodes.length);
  return states;
}

function stateOf(from: number, to: number, entries: number): SeriesState {
  return {
    from,
    to,
    entries,
    passed: 0,
    partsFrom: 0,
    window: undefined,
    readUntil: 0,
    like: undefined,
    unread: undefined,
  };
}

function isEntry(element: Element): boolean {
  const { localName } = unshadowed(element);
  return localName !== "br" && !SKIPPED.has(localName);
}
