// Measures one real page: the time of its reading and its tokens, beside what other tools show of it.
import type { Page } from "puppeteer";
import * as z from "zod/mini";

import { spreadOf } from "../report.ts";
import type { PageSize } from "./figures.ts";
import { readingTimes } from "./measure-size.ts";
import { accessibilityTree } from "./peers/accessibility-tree.ts";
import { playwrightSnapshots } from "./peers/playwright.ts";
import type { ReadingBrowser } from "./reading-browser.ts";
import { tokensOf } from "./tokens.ts";
import { tokenUse } from "./token-use.ts";
import type { VisitedPage, Visitor } from "./visited-page.ts";

const PLAYWRIGHT_ROUNDS = 3;
/** A budget so large that nothing is left out, as when recall is measured. */
const WHOLE = 1_000_000;

export interface PageRun {
  readonly browser: ReadingBrowser;
  readonly visitor: Visitor;
  readonly visited: VisitedPage;
  /** The number of readings that are counted, after the first. */
  readonly rounds: number;
}

export async function measurePage(run: PageRun): Promise<PageSize> {
  const { browser, visitor, visited, rounds } = run;
  const page = await browser.newPage();
  try {
    await visitor.visit(page, visited);
    const times = readingTimes(await browser.time(page, rounds + 1));
    const { html, nodes } = await documentsOf(page);
    const tree = await accessibilityTree(page);
    const snapshots = await playwrightSnapshots(browser.profile, page.url(), PLAYWRIGHT_ROUNDS);
    const { reading, byDefault, states } = await shown(browser, visited);
    return {
      nodes,
      times,
      playwrightMs: spreadOf(snapshots.map(({ ms }) => ms)).p50,
      tokens: {
        reading: tokensOf(reading),
        byDefault: tokensOf(byDefault),
        states: tokensOf(states),
        html: tokensOf(html),
        accessibilityTree: tokensOf(tree),
        playwright: tokensOf(snapshots[0]?.text ?? ""),
      },
      use: tokenUse(reading),
    };
  } finally {
    await page.close();
  }
}

/** Resolves with what an agent is shown of the page, in a session of its own. */
async function shown(
  browser: ReadingBrowser,
  { url, settled }: VisitedPage,
): Promise<{ reading: string; byDefault: string; states: string }> {
  return await browser.observed(url, async ({ page, observe }) => {
    await settled(page);
    const { html: byDefault } = await observe();
    const { html: reading, inputs, selects } = await observe({ maxTokens: WHOLE });
    return { reading, byDefault, states: JSON.stringify({ inputs, selects }) };
  });
}

const documentFacts = z.object({ html: z.string(), nodes: z.number() });

/** Resolves with all frames' HTML, one after the other, and the number of their elements and texts. */
async function documentsOf(page: Page): Promise<z.infer<typeof documentFacts>> {
  const documents: z.infer<typeof documentFacts>[] = [];
  for (const frame of page.frames()) {
    // A frame may be about to go.
    const facts: unknown = await frame.evaluate(DOCUMENT_FACTS).catch(() => undefined);
    const known = documentFacts.safeParse(facts);
    if (known.success) documents.push(known.data);
  }
  return {
    html: documents.map(({ html }) => html).join("\n"),
    nodes: documents.reduce((sum, { nodes }) => sum + nodes, 0),
  };
}

const DOCUMENT_FACTS = `(() => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let nodes = 0;
  while (walker.nextNode()) nodes++;
  return { html: document.documentElement.outerHTML, nodes };
})()`;
