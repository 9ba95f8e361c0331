// Reads what the patterns say of themselves from the very files that the pages are built from.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import * as z from "zod/mini";

const range = z.tuple([z.number(), z.number()]);
const described = z.object({
  name: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  action: z._default(z.enum(["click", "type"]), "click"),
  delays: z.record(z.string(), range),
  waits: z.array(z.string()),
});
export type PatternInfo = z.infer<typeof described>;

const exported = z.object({ seen: z.array(described), unseen: z.array(described) });

export interface Catalogue {
  readonly seen: readonly PatternInfo[];
  readonly unseen: readonly PatternInfo[];
}

/** Imports the patterns at run time: they are written for another world, which has a document. */
export async function loadCatalogue(): Promise<Catalogue> {
  const folder = join(import.meta.dirname, "page", "patterns");
  const [all, held] = await Promise.all([
    import(pathToFileURL(join(folder, "all.ts")).href) as Promise<object>,
    import(pathToFileURL(join(folder, "unseen.ts")).href) as Promise<object>,
  ]);
  return exported.parse({ ...held, ...all });
}
