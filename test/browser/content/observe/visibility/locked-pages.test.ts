// While a page keeps from scrolling down, what stands below is told: it scrolls again once its banner is answered.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

async function told(style: string, body = ""): Promise<string> {
  const page = await browser.show(
    `<style>${style}</style><p>Above</p><div style="height: 3000px"></div><p>Below</p>${body}`,
  );
  return (await page.read({})).html;
}

test.each([
  ["the root", "html { overflow: hidden }"],
  ["the body", "body { overflow: hidden }"],
  ["both", "html, body { overflow: hidden }"],
  ["both, which are as high as the window", "html, body { height: 100%; overflow: hidden }"],
  ["a root as high as the window", "html { height: 100%; overflow: hidden }"],
  ["a body as high as the window", "html, body { height: 100% } body { overflow: hidden }"],
  ["both downwards alone", "html, body { height: 100%; overflow-y: hidden }"],
])("all is told of a page kept from scrolling by an overflow of %s", async (_, style) => {
  const html = await told(style);
  expect(html).toContain("Above");
  expect(html).toContain("Below");
});

test("what stands above is told once a script has scrolled a page that a person can't scroll", async () => {
  const script = "<script>document.body.scrollTop = 2000</script>";
  const html = await told("html, body { height: 100%; overflow: hidden }", script);
  expect(html).toContain("Above");
  expect(html).toContain("Below");
});

test("what stands aside is told if the body of a page that can't scroll down scrolls sideways", async () => {
  const aside = '<p style="position: absolute; left: 4000px; top: 0">Aside</p>';
  const style = "html, body { height: 100%; overflow: auto hidden } body { position: relative }";
  expect(await told(style, aside)).toContain("Aside");
});

test("what stands aside of a page that scrolls to no side is not told", async () => {
  const aside = '<p style="position: absolute; left: 4000px; top: 0">Aside</p>';
  const style = "html, body { height: 100%; overflow: hidden } body { position: relative }";
  expect(await told(style, aside)).not.toContain("Aside");
});
