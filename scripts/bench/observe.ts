// Benchmark: readings of pages: time, tokens and recall, beside raw HTML, the accessibility tree and Playwright.
import { LibraryServer } from "../../test/support/component-libraries/server.ts";
import { Oracle } from "../../test/support/oracle/oracle.ts";
import { startStore } from "../../test/support/programs/store-server.ts";
import { withLock } from "../bootstrap/lock.mjs";
import { openApplications } from "./observe/applications.ts";
import type { Figures, PageFigures, SizeFigures } from "./observe/figures.ts";
import { libraryPages, storePages } from "./observe/loopback-pages.ts";
import { measurePage } from "./observe/measure-page.ts";
import { measureSize } from "./observe/measure-size.ts";
import { type Options, parseOptions } from "./observe/options.ts";
import { PLAYWRIGHT_FLAG, playwrightVersion } from "./observe/peers/playwright.ts";
import { ReadingBrowser } from "./observe/reading-browser.ts";
import { reportLines } from "./observe/report-text.ts";
import { resultLine } from "./observe/result-line.ts";
import { type VisitedPage, Visitor } from "./observe/visited-page.ts";
import { interruption, timedWords } from "./course.ts";
import { machineLine } from "./report.ts";

/** The lock that lets one run at a time on a machine: two would measure each other, and share a sandbox's name. */
const LOCK = "/run/lock/webserv-bench-observe";
const PLAYWRIGHT_ROUNDS = 3;
/**
 * Names the groups measured in tokens. For the libraries only recall counts, since their pages are as small as their
 * examples.
 */
const MEASURED_IN_TOKENS = new Set(["store", "wordpress", "evershop"]);

interface Bench {
  readonly options: Options;
  readonly say: (line: string) => void;
  /** Receives a page that could not be measured; the others are. */
  readonly failed: (what: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

await main();

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  await withLock(LOCK, () => bench(options, interruption()));
}

async function bench(options: Options, signal: AbortSignal): Promise<void> {
  const failures: string[] = [];
  const say = timedWords();
  const failed = (what: string, error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    failures.push(`NOT MEASURED: ${what}: ${reason}`);
    say(failures.at(-1) ?? "");
  };
  const figures = await measureAll({ options, say, failed, signal });
  const lines = [
    machineLine({ Playwright: await playwrightVersion() }),
    ...reportLines(figures),
    "",
    ...failures,
  ];
  if (!options.json) process.stdout.write(`${lines.join("\n")}\n`);
  process.stdout.write(`${resultLine(figures)}\n`);
  if (failures.length > 0) process.exitCode = 1;
}

async function measureAll(bench: Bench): Promise<Figures> {
  const { options, say, signal } = bench;
  await using ended = new AsyncDisposableStack();
  const { parts } = options;
  const needsPages = parts.has("pages") || parts.has("oracle");
  const applications = await openApplications(needsPages ? options.groups : [], say, signal);
  ended.defer(() => applications.close());
  const pages = [...(await loopbackPages(options, ended)), ...applications.pages];
  const measured = pages.map(({ group, name }): PageFigures => ({ group, name }));
  const sizes = await measureTimes(bench, applications.flags, pages, measured);
  if (options.parts.has("oracle")) await judgeAll(bench, applications.flags, pages, measured);
  return { sizes, pages: measured.filter(({ size, judged }) => size ?? judged) };
}

/** Serves the store and the libraries until the end. */
async function loopbackPages(
  { groups, parts }: Options,
  ended: AsyncDisposableStack,
): Promise<VisitedPage[]> {
  if (!parts.has("pages") && !parts.has("oracle")) return [];
  const pages: VisitedPage[] = [];
  if (groups.includes("store")) {
    const store = await startStore();
    ended.defer(() => store.close());
    pages.push(...storePages(store.origin));
  }
  if (groups.includes("libraries")) {
    const libraries = await LibraryServer.listen();
    ended.defer(() => libraries.close());
    pages.push(...libraryPages(libraries.pages));
  }
  return pages;
}

/** Puts the pages' sizes into `measured`. */
async function measureTimes(
  { options, say, failed, signal }: Bench,
  flags: readonly string[],
  pages: readonly VisitedPage[],
  measured: PageFigures[],
): Promise<SizeFigures[]> {
  const { parts, rounds, playwrightNodes } = options;
  const sizes: SizeFigures[] = [];
  if (!parts.has("sizes") && !parts.has("pages")) return sizes;
  const browser = await ReadingBrowser.open([...flags, PLAYWRIGHT_FLAG]);
  try {
    for (const nodes of parts.has("sizes") ? options.sizes : []) {
      signal.throwIfAborted();
      say(`${nodes.toLocaleString("en")} nodes`);
      const playwrightRounds = nodes <= playwrightNodes ? PLAYWRIGHT_ROUNDS : 0;
      const profiled = options.profile;
      sizes.push(await measureSize({ browser, nodes, rounds, playwrightRounds, profiled }));
    }
    if (!parts.has("pages")) return sizes;
    const visitor = new Visitor();
    await eachPage(pages, measured, { say, failed, signal }, async (visited) => {
      if (!MEASURED_IN_TOKENS.has(visited.group)) return {};
      return { size: await measurePage({ browser, visitor, visited, rounds }) };
    });
    return sizes;
  } finally {
    await browser.close();
  }
}

/** Puts the oracle's judgements into `measured`. */
async function judgeAll(
  bench: Bench,
  flags: readonly string[],
  pages: readonly VisitedPage[],
  measured: PageFigures[],
): Promise<void> {
  const oracle = await Oracle.open(flags);
  try {
    const visitor = new Visitor();
    await eachPage(pages, measured, bench, async (visited) => {
      const page = await oracle.browser.newPage();
      try {
        await visitor.visit(page, visited);
        return { judged: await oracle.judge(page) };
      } finally {
        await page.close();
      }
    });
  } finally {
    await oracle.close();
  }
}

async function eachPage(
  pages: readonly VisitedPage[],
  measured: PageFigures[],
  { say, failed, signal }: Pick<Bench, "say" | "failed" | "signal">,
  measure: (page: VisitedPage) => Promise<Partial<PageFigures>>,
): Promise<void> {
  for (const [index, page] of pages.entries()) {
    const { group, name } = page;
    signal.throwIfAborted();
    say(`${group}: ${name}`);
    try {
      measured[index] = { group, name, ...measured[index], ...(await measure(page)) };
    } catch (error) {
      signal.throwIfAborted();
      failed(`${group}: ${name}`, error);
    }
  }
}
