// Holds what the benchmark of readings has measured; what was not measured is not there.
import type { Difference } from "../../../test/support/oracle/compare.ts";
import type { Spread } from "../report.ts";
import type { FunctionShare } from "./profile.ts";
import type { TokenUse } from "./token-use.ts";

export interface Figures {
  readonly sizes: readonly SizeFigures[];
  readonly pages: readonly PageFigures[];
}

/** Holds the figures of one synthetic page. Times are in ms. */
export interface SizeFigures {
  readonly nodes: number;
  readonly times: ReadingTimes;
  /** The longest time that one task of a reading kept the page's main thread, in ms. */
  readonly longestTask?: Spread;
  readonly playwright?: Spread;
  /** The time of one reading by function, in ms, the longest first. */
  readonly profile?: readonly FunctionShare[];
}

export interface ReadingTimes {
  /** The processor time while the page settles, before the first reading, in ms. */
  readonly settlingCpuMs: number;
  /** The time of the page's first reading in tasks of its main thread, in ms. */
  readonly firstMs: number;
  /** The processor time of the first reading, in ms. */
  readonly firstCpuMs: number;
  /** The time of one of the later readings in tasks of the page's main thread, in ms. */
  readonly task: Spread;
  /** The processor time of the same readings, in ms. */
  readonly cpu: Spread;
  /** The time from the service worker's question to its answer, in ms. */
  readonly worker: Spread;
}

/** Holds the figures of one page of an application, a library or the store. */
export interface PageFigures {
  readonly group: string;
  readonly name: string;
  readonly size?: PageSize;
  readonly judged?: Judged;
}

export interface PageSize {
  /** The number of elements and texts of all its documents. */
  readonly nodes: number;
  readonly times: ReadingTimes;
  readonly playwrightMs: number;
  readonly tokens: Tokens;
  /** The use of the tokens of our reading. */
  readonly use: TokenUse;
}

/** Holds numbers of tokens of the o200k family. */
export interface Tokens {
  /** The tokens of the reading of all of the page, as recall is measured. */
  readonly reading: number;
  /** The tokens of the reading that an agent is shown if it asks for no other budget. */
  readonly byDefault: number;
  /** The tokens of what the reading says of fields and selects beside its html. */
  readonly states: number;
  readonly html: number;
  readonly accessibilityTree: number;
  readonly playwright: number;
}

/** Compares the reading with the oracle's truth, in elements. */
export interface Judged {
  readonly truths: number;
  readonly found: number;
  readonly read: number;
  readonly right: number;
  readonly misses: readonly Difference[];
  readonly extras: readonly Difference[];
}

/** Names the groups that are real applications: the goals are about them. */
export const APPLICATIONS: ReadonlySet<string> = new Set(["wordpress", "evershop"]);

export function sizeOf(figures: Figures, nodes: number): SizeFigures | undefined {
  return figures.sizes.find((size) => size.nodes === nodes);
}

/** Sums the tokens of all applications' pages; undefined if none was measured. */
export function applicationTokens({ pages }: Figures): Tokens | undefined {
  const measured = pages.flatMap(({ group, size }) =>
    APPLICATIONS.has(group) && size !== undefined ? [size.tokens] : [],
  );
  const sum = (key: keyof Tokens): number =>
    measured.reduce((total, tokens) => total + tokens[key], 0);
  return measured.length === 0
    ? undefined
    : {
        reading: sum("reading"),
        byDefault: sum("byDefault"),
        states: sum("states"),
        html: sum("html"),
        accessibilityTree: sum("accessibilityTree"),
        playwright: sum("playwright"),
      };
}

export interface Shares {
  readonly recall: number;
  readonly precision: number;
}

/** Computes the shares over all elements of the pages that were judged; undefined if none was. */
export function sharesOf(pages: readonly PageFigures[]): Shares | undefined {
  const judged = pages.flatMap(({ judged }) => (judged === undefined ? [] : [judged]));
  const sum = (key: "truths" | "found" | "read" | "right"): number =>
    judged.reduce((total, each) => total + each[key], 0);
  return judged.length === 0
    ? undefined
    : { recall: share(sum("found"), sum("truths")), precision: share(sum("right"), sum("read")) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
