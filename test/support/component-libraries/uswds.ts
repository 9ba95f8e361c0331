// Makes pages of the U.S. Web Design System's components from the templates its own tests use.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { MadePage } from "./made-page.ts";

const HOME = "@uswds/uswds";
/** The number of templates on one page. */
const TOGETHER = 6;

export async function uswdsPages(packages: string): Promise<MadePage[]> {
  const folder = join(packages, HOME, "packages");
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => /[/\\]test[/\\](?!invalid)[^/\\]*template\.html$/.test(file))
    .filter((file) => !file.includes("uswds-core"))
    .sort();
  const templates = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return Array.from({ length: Math.ceil(templates.length / TOGETHER) }, (_, index) => ({
    library: "uswds",
    name: `templates ${index + 1}`,
    path: `/uswds/templates-${index + 1}.html`,
    html: page(templates.slice(index * TOGETHER, (index + 1) * TOGETHER)),
  }));
}

function page(templates: readonly string[]): string {
  const examples = templates.map((html) => `<section class="usa-section">${html}</section>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>U.S. Web Design System</title>
<script src="/node_modules/${HOME}/dist/js/uswds-init.js"></script>
<link rel="stylesheet" href="/node_modules/${HOME}/dist/css/uswds.css"></head>
<body><main class="grid-container">${examples.join("\n").replaceAll("{{ uswds.path }}", `/node_modules/${HOME}/dist`)}</main>
<script src="/node_modules/${HOME}/dist/js/uswds.js"></script></body></html>`;
}
