// Makes pages of govuk-frontend's components from the examples that the package ships as fixtures.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import type { MadePage } from "./made-page.ts";

const HOME = "govuk-frontend/dist/govuk";
/** The number of pages. Each holds one example of each component, so that few of their ids are there twice. */
const PAGES = 4;

const fixturesFile = z.object({
  fixtures: z.array(z.object({ name: z.string(), hidden: z.boolean(), html: z.string() })),
});

export async function govukPages(packages: string): Promise<MadePage[]> {
  const components = join(packages, HOME, "components");
  const entries = await readdir(components, { withFileTypes: true });
  const examples: string[][] = [];
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const text = await readFile(join(components, entry.name, "fixtures.json"), "utf8");
    const { fixtures } = fixturesFile.parse(JSON.parse(text));
    examples.push(fixtures.filter(({ hidden }) => !hidden).map(({ html }) => html));
  }
  return Array.from({ length: PAGES }, (_, index) => ({
    library: "govuk-frontend",
    name: `examples ${index + 1}`,
    path: `/govuk-frontend/examples-${index + 1}.html`,
    html: page(examples.flatMap((each) => each[index] ?? [])),
  }));
}

function page(examples: readonly string[]): string {
  return `<!doctype html><html lang="en" class="govuk-template"><head><meta charset="utf-8"><title>govuk-frontend</title>
<link rel="stylesheet" href="/node_modules/${HOME}/govuk-frontend.min.css"></head>
<body class="govuk-template__body"><script>document.body.className += " js-enabled govuk-frontend-supported";</script>
<div class="govuk-width-container"><main class="govuk-main-wrapper">
${examples.map((html) => `<section>${html}</section>`).join("\n")}
</main></div>
<script type="module">import { initAll } from "/node_modules/${HOME}/govuk-frontend.min.js"; initAll();</script></body></html>`;
}
