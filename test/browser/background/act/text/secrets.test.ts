// What is entered is withheld by what receives it, whatever element was named, and with each kind of input.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;
beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const CODE = `<input id="code" autocomplete="one-time-code" aria-label="Code"
  style="position: absolute; opacity: 0; width: 1px; height: 1px">`;

/** Each has a widget that hands its keys to a field for a code. */
const widgets = {
  "hands the focus to a hidden field": `${CODE}<div tabindex="0" aria-label="Widget" role="button"
    onfocus="code.focus()">PIN</div>`,
  "holds a hidden field": `<div tabindex="0" aria-label="Widget" role="button"
    onfocus="code.focus()">PIN ${CODE}</div>`,
  "hands the focus to a field in a shadow root": `<div id="host"></div><div tabindex="0" aria-label="Widget"
    role="button" onfocus="root.firstChild.focus()">PIN</div>
    <script>const root = host.attachShadow({ mode: "closed" }); root.innerHTML = \`${CODE}\`;</script>`,
  "hands the focus to a field in a frame": `<iframe id="frame" srcdoc='${CODE}'></iframe>
    <div tabindex="0" aria-label="Widget" role="button" onfocus="frame.contentDocument.querySelector('input').focus()">PIN</div>`,
  "takes the keys before it hands the focus on": `${CODE}<div tabindex="0" aria-label="Widget" role="button"
    onkeydown="event.preventDefault(); code.value += event.key; code.focus()">PIN</div>`,
};

describe.each(["trusted", "synthetic"] as const)("keys for secrets, by %s input", (input) => {
  test.each(Object.entries(widgets))("a key on an element that %s is withheld", async (_, body) => {
    const agent = await TestAgent.open(chromium.daemon, server.page(body), { input });
    const step = await agent.act({ type: "press", key: "4", id: agent.id("widget") });
    expect(step.action).toMatchObject({ key: null, secret: { length: 1 } });
    expect(step.action).not.toHaveProperty("secret.unsure");
    await agent.close();
  });

  test("a key on an element that keeps the focus is recorded", async () => {
    const body = `${CODE}<div tabindex="0" aria-label="Widget" role="button">Plain</div>`;
    const agent = await TestAgent.open(chromium.daemon, server.page(body), { input });
    const action = { type: "press", key: "4", id: agent.id("widget") } as const;
    expect((await agent.act(action)).action).toEqual(action);
    await agent.close();
  });
});

test.each(["goto", "new_tab"] as const)(
  "the action %s tells nothing of the sign-in in its address",
  async (type) => {
    const members = await PageServer.listen({
      "/": (request, response) => {
        const isSignedIn = request.headers.authorization !== undefined;
        response.writeHead(isSignedIn ? 200 : 401, { "www-authenticate": 'Basic realm="Members"' });
        response.end(isSignedIn ? "<title>Members</title>Welcome" : "Members only");
      },
      "/refused": (request, response) => {
        response.writeHead(401, { "www-authenticate": 'Basic realm="Members"' }).end("");
      },
    });
    const agent = await TestAgent.open(chromium.daemon, server.page("First"));
    const shown: string[] = [];
    for (const path of ["/", "/refused"]) {
      const url = members.url(path).replace("//", "//me:hunter2@");
      const step = await agent.act({ type, url });
      shown.push(htmlOf(step));
      expect(step.action).toEqual({ type, url: members.url(path) });
      expect(JSON.stringify(step)).not.toContain("hunter2");
    }
    expect(shown[0]).toContain("Welcome");
    const wrong = await agent.act({ type, url: "me:hunter2@a.test" });
    expect(wrong).toMatchObject({ status: "failed", error: { code: "url-not-allowed" } });
    expect(JSON.stringify(wrong)).not.toContain("hunter2");
    await agent.close();
    await members.close();
  },
);
