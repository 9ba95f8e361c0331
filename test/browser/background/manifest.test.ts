import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { extensionDir } from "@webserv/host/src/paths.ts";
import { EXTENSION_KEY } from "@webserv/shared/protocol/extension-id.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const built = z.looseObject({
  key: z.string(),
  incognito: z.string(),
  content_scripts: z.array(z.looseObject({ js: z.array(z.string()), run_at: z.string() })),
});

test("the built extension offers nothing to pages, and its content scripts are whole files", async () => {
  const text = await readFile(join(extensionDir, "manifest.json"), "utf8");
  const manifest = built.parse(JSON.parse(text));
  expect(manifest).not.toHaveProperty("web_accessible_resources");
  expect(manifest).toMatchObject({ key: EXTENSION_KEY, incognito: "split" });
  for (const { js, run_at } of manifest.content_scripts) {
    expect(run_at).toBe("document_start");
    for (const file of js) {
      const script = await readFile(join(extensionDir, file), "utf8");
      // A loader would import its code later, after the page's first scripts.
      expect(script).not.toMatch(/\bimport\s*\(|^import\s/m);
    }
  }
});
