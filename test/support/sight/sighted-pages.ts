// Names the pages of test/pages whose texts are looked at one by one, and serves them.
import { ContentServer } from "../browser/content-server.ts";
import { expectedPages } from "../pages/test-pages.ts";

/** Matches the names of pages about sight; of the others only one in `EVERY` is checked. */
const ABOUT_SIGHT = /unseen|scroll|letters|colour|covered|clip|canvas|carousel|dark|white|sight/;
const EVERY = 8;

/** Returns the names of pages of which a reading is expected. */
export function pageNames(which: "some" | "all"): string[] {
  const names = expectedPages();
  if (which === "all") return names;
  return names.filter((name) => ABOUT_SIGHT.test(name) || sumOf(name) % EVERY === 0);
}

/** Sums a name up, so that which pages are checked does not depend on which others there are. */
function sumOf(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at++) sum = (31 * sum + name.charCodeAt(at)) % 65_521;
  return sum;
}

export interface SightedSite {
  /** The addresses of its pages, by names. */
  readonly pages: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

type Entry = [name: string, url: string];

export async function testPages(which: "some" | "all"): Promise<SightedSite> {
  const server = await new ContentServer().listen();
  const pages = pageNames(which).map((name): Entry => [name, `${server.origin}/${name}/`]);
  return { pages: Object.fromEntries(pages), close: () => server.close() };
}
