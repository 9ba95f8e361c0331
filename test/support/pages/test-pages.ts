// Finds the pages of test/pages by their names: each is a folder in the folder of the room that it is about.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const pages = join(import.meta.dirname, "..", "..", "pages");

/** The folder of each page, by the page's name. */
export const pageFolders: ReadonlyMap<string, string> = foldersByName();

/** The names of the pages that say in an expected.json what a reading of them tells, in order. */
export function expectedPages(): string[] {
  const names = [...pageFolders].filter(([, folder]) => existsSync(join(folder, "expected.json")));
  return names.map(([name]) => name).sort();
}

/** Returns the path of one of a page's files. */
export function pageFile(name: string, file: string): string {
  const folder = pageFolders.get(name);
  if (folder === undefined) throw new Error(`no page of test/pages is called "${name}"`);
  return join(folder, file);
}

function foldersByName(): Map<string, string> {
  const found = new Map<string, string>();
  for (const room of readdirSync(pages)) {
    for (const entry of readdirSync(join(pages, room), { withFileTypes: true })) {
      const { name } = entry;
      if (!entry.isDirectory()) {
        throw new Error(
          `test/pages/${room}/${name} belongs to a page that stands in no room's folder`,
        );
      }
      if (found.has(name)) throw new Error(`two pages of test/pages are called "${name}"`);
      found.set(name, join(pages, room, name));
    }
  }
  return found;
}
