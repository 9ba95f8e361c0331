// What the benchmark of readings has measured; what was not measured is not there.
import type { Difference } from "../../../test/support/oracle/compare.ts";
import type { Spread } from "../report.ts";
import type { FunctionShare } from "./profile.ts";
import type { TokenUse } from "./token-use.ts";

export interface Figures {
  readonly sizes: readonly SizeFigures[];
  readonly pages: readonly PageFigures[];
}

/** Of one synthetic page. Times are in ms. */
export interface SizeFigures {
  readonly nodes: number;
  readonly times: ReadingTimes;
  /** The longest the page's main thread was kept by one task of a reading. */
  readonly longestTask?: Spread;
  readonly playwright?: Spread;
  /** Milliseconds of one reading by function, those that take the most first. */
  readonly profile?: readonly FunctionShare[];
}

export interface ReadingTimes {
  /** While the page settles, before the first reading. */
  readonly settlingCpuMs: number;
  /** The page's first reading: its main thread in tasks. */
  readonly firstMs: number;
  /** The same in time of the processor. */
  readonly firstCpuMs: number;
  /** The page's main thread in tasks, for one of the readings that follow. */
  readonly task: Spread;
  /** The same in time of the processor. */
  readonly cpu: Spread;
  /** From the service worker's question to its answer. */
  readonly worker: Spread;
}

/** Of one page of an application, a library or the store. */
export interface PageFigures {
  readonly group: string;
  readonly name: string;
  readonly size?: PageSize;
  readonly judged?: Judged;
}

export interface PageSize {
  /** Elements and texts of all its documents. */
  readonly nodes: number;
  readonly times: ReadingTimes;
  readonly playwrightMs: number;
  readonly tokens: Tokens;
  /** What those of our reading go to. */
  readonly use: TokenUse;
}

/** Of the o200k family. */
export interface Tokens {
  /** The reading of all of the page, as recall is measured. */
  readonly reading: number;
  /** The reading that an agent is shown where it asks for no other budget. */
  readonly byDefault: number;
  /** What the reading says of fields and selects beside its html. */
  readonly states: number;
  readonly html: number;
  readonly accessibilityTree: number;
  readonly playwright: number;
}

/** The reading beside the oracle's truth, in elements. */
export interface Judged {
  readonly truths: number;
  readonly found: number;
  readonly read: number;
  readonly right: number;
  readonly misses: readonly Difference[];
  readonly extras: readonly Difference[];
}

/** The groups that are real applications: the goals are about them. */
export const APPLICATIONS: ReadonlySet<string> = new Set(["wordpress", "evershop"]);

export function sizeOf(figures: Figures, nodes: number): SizeFigures | undefined {
  return figures.sizes.find((size) => size.nodes === nodes);
}

/** Tokens of all applications' pages together; undefined where none was measured. */
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

/** Over all elements of the pages that were judged; undefined where none was. */
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
