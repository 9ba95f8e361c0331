// The pages whose texts are looked at one by one: those of the tests, and if asked for, those of component libraries and the store.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { LibraryServer } from "../component-libraries/server.ts";
import { actingPagesDir, ContentServer, pagesDir } from "../content-server.ts";
import { startStore } from "../store-server.ts";

/** Pages about sight, and every so many of the others. */
const ABOUT_SIGHT = /unseen|scroll|letters|colour|covered|clip|canvas|carousel|dark|white|sight/;
const EVERY = 8;

/** The names of the folders of test/pages. */
export function pageNames(which: "some" | "all"): string[] {
  const names = readdirSync(pagesDir)
    .filter((name) => existsSync(join(pagesDir, name, "expected.json")))
    .sort();
  if (which === "all") return names;
  return names.filter((name, index) => ABOUT_SIGHT.test(name) || index % EVERY === 0);
}

export interface SightedSite {
  /** Addresses of its pages, by names. */
  readonly pages: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

type Entry = [name: string, url: string];

export async function testPages(which: "some" | "all"): Promise<SightedSite> {
  const server = await new ContentServer().listen();
  const pages = pageNames(which).map((name): Entry => [name, `${server.origin}/${name}/`]);
  return { pages: Object.fromEntries(pages), close: () => server.close() };
}

export async function actingPages(): Promise<SightedSite> {
  const server = await new ContentServer(actingPagesDir).listen();
  const pages = readdirSync(actingPagesDir).map((name): Entry => [
    name,
    `${server.origin}/${name}/`,
  ]);
  return { pages: Object.fromEntries(pages), close: () => server.close() };
}

export async function libraryPages(): Promise<SightedSite> {
  const server = await LibraryServer.listen();
  const pages = server.pages.map(({ library, name, url }): Entry => [`${library}: ${name}`, url]);
  return {
    pages: Object.fromEntries(pages),
    close() {
      server.close();
      return Promise.resolve();
    },
  };
}

export async function storePages(): Promise<SightedSite> {
  const store = await startStore();
  const paths = ["/", "/c/bags", "/search?q=mug", "/p/zephyr-weekend-bag", "/sign-in", "/checkout"];
  const pages = paths.map((path): Entry => [path, store.origin + path]);
  return { pages: Object.fromEntries(pages), close: () => store.close() };
}
