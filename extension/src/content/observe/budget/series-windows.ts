// Leaves the entries of a long series unread that no observation within the budget could show.
//
// A series of like siblings whose first entries say that all of them together cost more than the whole
// budget is read in windows: from its beginning, and from where something was left out that is to be
// expanded, as many entries as its share of the budget could hold; what is in view or near it; what holds
// the focus or a dialog. A page of 100,000 nodes is mostly such series, and takes no longer than what is shown.
import type { Area } from "../geometry/area.ts";
import { isWithin } from "../geometry/area.ts";
import { briefCost } from "./brief-cost.ts";
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
  /** Elements that are to be read, with what is around each. */
  readonly held: ReadonlySet<Element>;
  /** Of these, those at which a window begins. */
  readonly anchors: ReadonlySet<Element>;
  /** Whether it was told last time, and so is to be told again. */
  readonly wasShown: (entry: Element) => boolean;
  /** Takes what is passed over. */
  readonly pass: (entry: Element) => void;
  /** Whether a person looks at what stands there, or need not scroll far for it. */
  readonly isNear: (box: DOMRect) => boolean;
}

/** Shorter series are read in whole. */
const LONG = 30;
/** Entries that tell what the others cost. */
const SAMPLE = 8;

interface Run {
  /** Of nodes, up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  readonly entries: number;
  /** Entries passed. */
  passed: number;
  /** Where the first entry's parts begin. */
  partsFrom: number;
  /** Entries that one window holds; undefined before that is known, or where all are read. */
  window: number | undefined;
  /** Entries before this one are in the present window. */
  readUntil: number;
  like: UnreadPart | undefined;
  unread: UnreadPart | undefined;
}

export class SeriesWindows {
  readonly #nodes: readonly Node[];
  readonly #options: WindowOptions;
  readonly #contents: () => Area;
  readonly #runs: Run[];

  private constructor(
    nodes: readonly Node[],
    options: WindowOptions,
    contents: () => Area,
    runs: Run[],
  ) {
    this.#nodes = nodes;
    this.#options = options;
    this.#contents = contents;
    this.#runs = runs;
  }

  /**
   * Undefined where no series among `nodes` is long.
   * @param contents what can be seen of what stands there
   */
  static in(
    nodes: readonly Node[],
    options: WindowOptions,
    contents: () => Area,
  ): SeriesWindows | undefined {
    if (nodes.length < LONG) return undefined;
    const runs = runsIn(nodes);
    return runs.length === 0 ? undefined : new SeriesWindows(nodes, options, contents, runs);
  }

  /** The long series among the children of `holder`; to be asked before any of them is passed over. */
  runs(holder: Element): LongRun[] {
    return this.#runs.map((run) => new Entries(holder, this.#nodes, run));
  }

  /** Whether the node at `index` of those in `holder` is left unread; if so, that is noted in its parts. */
  passOver(index: number, holder: Holder & { readonly parts: Part[] }): boolean {
    const { parts } = holder;
    const run = this.#runs[0];
    if (run === undefined || index < run.from) return false;
    if (index === run.to - 1) this.#runs.shift();
    const entry = this.#nodes[index];
    if (!(entry instanceof Element) || !isEntry(entry)) return run.unread !== undefined;
    const ordinal = run.passed++;
    if (ordinal === 0) run.partsFrom = parts.length;
    if (ordinal === SAMPLE) this.#judge(run, holder);
    if (!this.#isPassedOver(entry, ordinal, run)) {
      run.unread = undefined;
      return false;
    }
    this.#note(entry, run, parts);
    return true;
  }

  #judge(run: Run, holder: Holder): void {
    const { costs, maxTokens, expands } = this.#options;
    const sample = holder.parts.slice(run.partsFrom);
    const cost = costs.ofAll(sample) / SAMPLE;
    const whole = cost === 0 ? Infinity : Math.max(SAMPLE, Math.ceil(maxTokens / cost));
    if (run.entries <= whole) return;
    let window = whole;
    if (!expands) {
      const share = mostFor(holder, holder.parts.slice(0, run.partsFrom), this.#options);
      // Most are shown by their names alone where there is not room for all.
      const brief = sample.reduce((sum, part) => sum + briefCost(part, costs), 0) / SAMPLE;
      window = Math.min(whole, Math.max(SAMPLE, Math.ceil(share / brief)));
    }
    const solid = sample.filter((part) => !isBlank(part));
    const first = solid.find((part) => part.kind === "element");
    run.window = window;
    run.readUntil = Math.max(run.readUntil, window);
    run.like = {
      kind: "unread",
      tag: first?.tag ?? "",
      count: 0,
      controls: controlsIn(solid) / SAMPLE,
    };
  }

  #isPassedOver(entry: Element, ordinal: number, run: Run): boolean {
    const { held, anchors, isNear, wasShown } = this.#options;
    if (anchors.has(entry)) run.readUntil = ordinal + 1 + (run.window ?? run.entries);
    if (run.window === undefined || ordinal < run.readUntil) return false;
    if (held.has(entry) || wasShown(entry)) return false;
    const box = unshadowed(entry).getBoundingClientRect();
    // What may be cut off from sight has to be looked at: nobody is told of more that can't be seen.
    return !isNear(box) && isWithin(box, this.#contents());
  }

  #note(entry: Element, run: Run, parts: Part[]): void {
    if (!unshadowed(entry).checkVisibility() || run.like === undefined) return;
    this.#options.pass(entry);
    if (run.unread === undefined) {
      run.unread = { ...run.like };
      parts.push(run.unread);
    }
    run.unread.count++;
  }
}

/** Looked through once somebody asks: most series are read without that. */
class Entries implements LongRun {
  readonly holder: Element;
  readonly count: number;
  readonly #nodes: readonly Node[];
  readonly #run: Pick<Run, "from" | "to">;

  constructor(holder: Element, nodes: readonly Node[], run: Run) {
    this.holder = holder;
    this.count = run.entries;
    this.#nodes = nodes;
    this.#run = { from: run.from, to: run.to };
  }

  *[Symbol.iterator](): Iterator<Element> {
    for (let at = this.#run.from; at < this.#run.to; at++) {
      const node = this.#nodes[at];
      if (node instanceof Element && isEntry(node)) yield node;
    }
  }
}

/** Long runs of like elements, with the white space and the comments between them. */
function runsIn(nodes: readonly Node[]): Run[] {
  const runs: Run[] = [];
  let kind: string | undefined;
  let from = 0;
  let entries = 0;
  const end = (to: number): void => {
    if (entries >= LONG) runs.push(runOf(from, to, entries));
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
  return runs;
}

function runOf(from: number, to: number, entries: number): Run {
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
