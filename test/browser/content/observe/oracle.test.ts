// Judges readings of real pages by what the browser itself knows: the store, and four component libraries.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { LibraryServer } from "../../../support/component-libraries/server.ts";
import { ContentServer } from "../../../support/browser/content-server.ts";
import type { Comparison, Difference } from "../../../support/oracle/compare.ts";
import { Oracle } from "../../../support/oracle/oracle.ts";
import { startStore } from "../../../support/programs/store-server.ts";
import type { StoreServer } from "../../../support/programs/store-server.ts";

const RECALL = 0.99;
const PRECISION = 0.99;
const STORE_PAGES = [
  "/",
  "/c/bags",
  "/search?q=mug",
  "/p/zephyr-weekend-bag",
  "/sign-in",
  "/checkout",
];

let oracle: Oracle;
let libraries: LibraryServer;
let store: StoreServer;
beforeAll(async () => {
  // What pages ask of other hosts must not hold them up.
  oracle = await Oracle.open(["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]);
  libraries = await LibraryServer.listen();
  store = await startStore();
});
afterAll(async () => {
  await oracle.close();
  libraries.close();
  await store.close();
});

async function judge(urls: readonly string[]): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const url of urls) {
    const page = await oracle.visitAtRest(url, 100);
    comparisons.push(await oracle.judge(page));
    oracle.leave(page);
  }
  return comparisons;
}

/** What is wrong with readings that miss, or make up, more than a hundredth. */
function shortcomingsOf(comparisons: readonly Comparison[]): string[] {
  const sum = (key: "truths" | "found" | "read" | "right"): number =>
    comparisons.reduce((total, each) => total + each[key], 0);
  const recall = sum("found") / sum("truths");
  const precision = sum("right") / sum("read");
  const misses = comparisons.flatMap((each) => each.misses);
  const extras = comparisons.flatMap((each) => each.extras);
  return [
    ...(recall >= RECALL ? [] : [`recall ${recall}`, ...misses.map(inWords)]),
    ...(precision >= PRECISION ? [] : [`precision ${precision}`, ...extras.map(inWords)]),
  ];
}

function inWords({ id, element, why }: Difference): string {
  return [id, element, why].filter((word) => word !== undefined).join(" ");
}

describe("what the browser knows to be interactive", () => {
  test.each(["govuk-frontend", "uswds", "uikit", "shoelace"])(
    "what the browser knows to be interactive is read as such in the examples of %s, and little else",
    async (library) => {
      const pages = libraries.pages.filter((page) => page.library === library);
      expect(pages).not.toEqual([]);
      expect(shortcomingsOf(await judge(pages.map(({ url }) => url)))).toEqual([]);
    },
  );

  test("what the browser knows to be interactive is read as such in the store, and little else", async () => {
    const comparisons = await judge(STORE_PAGES.map((path) => store.origin + path));
    expect(shortcomingsOf(comparisons)).toEqual([]);
  });
});

test.each([
  "modal-overlay",
  "modal-unsaid",
  "modal-portal-select",
  "modal-portal-calendar",
  "modal-portal-menu",
  "modal-over-modal",
  "modal-top-layer",
  "frames-over-modal",
])("what lies on top of the dialog of %s can be acted on, and nothing behind it", async (slug) => {
  const server = await new ContentServer().listen();
  const page = await oracle.visit(`${server.origin}/${slug}/`);
  const { truths, misses, extras } = await oracle.judge(page);
  expect(truths).toBeGreaterThan(0);
  expect([...misses, ...extras].map(inWords)).toEqual([]);
  oracle.leave(page);
  await server.close();
});

test("an element that only the browser knows of is a miss, told with what says so", async () => {
  const page = await oracle.visitAtRest(store.origin, 300);
  // Listeners of the debugger's own world are hidden from the page's script, and so from the reading.
  const session = await page.createCDPSession();
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  await session.send("Runtime.evaluate", {
    contextId: executionContextId,
    expression: 'document.querySelector("footer p").addEventListener("click", () => {})',
  });
  const { misses } = await oracle.judge(page);
  expect(misses).toMatchObject([{ why: "listener (click)" }]);
  await session.detach();
  oracle.leave(page);
});

test("a page comes to rest in a tab whose former page was left with a request under way", async () => {
  const server = await new ContentServer().listen();
  const former = await oracle.visit(server.page("<script>fetch('/hold/answer')</script>"));
  await server.held("answer");
  oracle.leave(former);
  const page = await oracle.visitAtRest(store.origin, 100);
  expect(page).toBe(former);
  oracle.leave(page);
  await server.close();
});
