// Of a page that never rests, what is shown in a slot may be taken out while it is looked at.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterAll(() => browser.close());

test("a page is read in which something beside a slotted text is drawn anew all the time", async () => {
  // What stands out from nothing around it has the whole page looked at before it is judged.
  const page = await browser.show(`<p>Seen</p>
    <my-box><template shadowrootmode="open"><slot></slot></template><b></b>lost</my-box>
    <style>my-box { color: white }</style>
    <main></main><script>
      document.querySelector("main").innerHTML = "<i></i>".repeat(60_000);
      const box = document.querySelector("my-box");
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        box.querySelector("b").remove();
        box.prepend(document.createElement("b"));
        port2.postMessage(null);
      };
      port2.postMessage(null);
    </script>`);
  const { html, unseen } = await page.read({ explain: true });
  expect(html).toContain("Seen");
  expect(unseen?.texts).toEqual([{ text: "lost", tag: "my-box", why: "same-colour" }]);
});
