// Fills a form by what a model is told of it as text, and by nothing else.
import { stripVTControlCharacters } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { formatPage } from "@webserv/host/src/format/observation.ts";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterAll(() => browser.close());

const fieldsSchema = z.array(
  z.strictObject({
    id: z.string(),
    tag: z.string(),
    attributes: z.record(z.string(), z.string()),
    options: z.array(
      z.strictObject({ id: z.string(), text: z.string(), group: z.string(), free: z.boolean() }),
    ),
  }),
);
type Field = z.infer<typeof fieldsSchema>[number];

/** The fields in a text, as anyone reads them who knows HTML. */
async function fieldsIn(page: ContentPage, text: string): Promise<Field[]> {
  const found: unknown = await page.page.evaluate((text) => {
    const { body } = new DOMParser().parseFromString(text, "text/html");
    return [...body.querySelectorAll("input, select, textarea")].map((field) => ({
      id: field.id,
      tag: field.localName,
      attributes: Object.fromEntries([...field.attributes].map(({ name, value }) => [name, value])),
      options: [...field.querySelectorAll("option")].map((option) => ({
        id: option.id,
        text: option.text,
        group: option.closest("optgroup")?.label ?? "",
        free: !option.disabled && !option.hasAttribute("selected"),
      })),
    }));
  }, text);
  return fieldsSchema.parse(found);
}

/** What a person would write who has these to choose from. */
const KNOWN = ["Ada Lovelace", "XYZ-07", "hello there, all of you"];

function valueFor({ attributes }: Field): string {
  const { min, format, suggestions, pattern, minlength = "0", maxlength = "1000" } = attributes;
  if (format !== undefined || attributes["type"] === "number") return min ?? "";
  if (suggestions !== undefined) return suggestions.split(" | ")[1] ?? "";
  const fitting = KNOWN.map((words) => words.slice(0, Number(maxlength))).find(
    (words) =>
      words.length >= Number(minlength) &&
      (pattern === undefined || new RegExp(`^(?:${pattern})$`, "v").test(words)),
  );
  return fitting ?? "";
}

test("what a form's text tells is enough to fill it, and tells when it is not", async () => {
  const page = await browser.open("/fields-told/");
  const text = async (): Promise<string> => {
    const observation = { ...(await page.observe()), form: "html" as const, tabs: [], at: "" };
    return stripVTControlCharacters(formatPage(observation));
  };
  expect(await page.page.$eval("form", (form) => form.checkValidity())).toBe(false);
  const fields = await fieldsIn(page, await text());
  for (const field of fields) {
    const { id, attributes, options } = field;
    if (field.tag === "select") {
      const car = options.find(({ group, free }) => group === "Cars" && free);
      // Two options are called alike: their groups tell them apart, and so do ids.
      const { indices } = await page.call("frame.find-options", { id, options: [car?.id ?? ""] });
      await page.call("frame.select-options", { id, indices });
    } else if (attributes["type"] === "checkbox") {
      if ("required" in attributes) {
        const { x, y } = await page.locate(id);
        await page.page.mouse.click(x, y);
      }
    } else if (attributes["value"] === undefined || attributes["invalid"] !== undefined) {
      await page.call("frame.set-value", { id, value: valueFor(field) });
    }
  }
  const state = await page.page.$eval("form", (form) => ({
    isValid: form.checkValidity(),
    values: [...form.elements].flatMap((each) => ("value" in each ? String(each.value) : [])),
  }));
  expect(state.values.slice(0, 8)).toEqual([
    "Ada Lovelace",
    "XYZ-07",
    "2026-12-01",
    "08:00",
    "2026-W50",
    "2",
    "Bergen",
    "car",
  ]);
  expect(state.isValid).toBe(true);
  expect(await text()).not.toContain("invalid=");
});
