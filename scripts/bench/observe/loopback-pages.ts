// Lists the demo store's pages and the component libraries' examples, as pages to be read.
import type { LibraryPage } from "../../../test/support/component-libraries/server.ts";

import type { VisitedPage } from "./visited-page.ts";

const STORE: Readonly<Record<string, string>> = {
  home: "/",
  listing: "/c/bags",
  search: "/search?q=mug",
  product: "/p/zephyr-weekend-bag",
  "sign in": "/sign-in",
  checkout: "/checkout",
};

export function storePages(origin: string): VisitedPage[] {
  return Object.entries(STORE).map(([name, path]) => ({
    group: "store",
    name,
    url: origin + path,
    settled: (page) => page.waitForNetworkIdle({ idleTime: 300 }),
  }));
}

export function libraryPages(pages: readonly LibraryPage[]): VisitedPage[] {
  return pages.map(({ library, name, url }) => ({
    group: library,
    name,
    url,
    settled: (page) => page.waitForNetworkIdle({ idleTime: 300 }),
  }));
}
