// Elements that a page has put another thing into since they were told, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";

const said = `<p></p><script>
  const say = (text) => { document.querySelector("p").textContent += "[" + text + "]"; };
</script>`;

/** Rows are drawn anew into the same elements, as in a virtual list. */
const recycled = (row: string): string => `<title>Rows</title>${said}
  <style>li { height: 40px } #veil { position: fixed; inset: 0; background: #fff }</style>
  <ul></ul>
  <script>
    const list = document.querySelector("ul");
    const show = (names) => {
      while (list.children.length < names.length) list.insertAdjacentHTML("beforeend", ${JSON.stringify(row)});
      while (list.children.length > names.length) list.lastElementChild.remove();
      names.forEach((name, at) => fill(list.children[at], name));
    };
    const fill = (row, name) => {
      for (const each of row.querySelectorAll("[data-text]")) each.textContent = each.dataset.text.replace("%", name);
      row.querySelector("button, input").onclick = () => say(name);
    };
    const veil = () => document.body.insertAdjacentHTML("beforeend", "<div id=veil>Please wait</div>");
    const unveil = () => document.querySelector("#veil").remove();
    show(["Alice", "Bob", "Carol"]);
  </script>`;

const named = recycled(`<li><button data-text="Delete %"></button></li>`);
const plain = recycled(`<li><span data-text="%"></span> <button>Delete</button></li>`);
const boxes = recycled(
  `<li><label><input type="checkbox"><span data-text="%"></span></label></li>`,
);

const card = `<title>Card</title>${said}
  <section><h2>Alice</h2><button onclick="say(document.querySelector('h2').textContent)">Delete</button></section>`;

const lone = `<title>Lone</title>${said}<button onclick="say(this.textContent)"></button>
  <script>
    const call = (text) => { document.querySelector("button").textContent = text; };
    call(decodeURIComponent(location.hash.slice(1)));
  </script>`;

/** Plays a trick once as the pointer comes. */
const hasty = (html: string, trick: string): string =>
  `${html}<script>addEventListener("mousemove", () => { ${trick} }, { capture: true, once: true });</script>`;

let chromium: ExtensionBrowser;
let server: PageServer;
let bundles: ContentServer;

beforeAll(async () => {
  [chromium, server, bundles] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({
      "/named": named,
      "/plain": plain,
      "/boxes": boxes,
      "/card": card,
      "/lone": lone,
      "/hasty": hasty(named, `show(["Bob", "Carol", "Dave"]);`),
    }),
    new ContentServer().listen(),
  ]);
  // Bundled when it is asked for, which may take longer than the opening waits for the page.
  await fetch(`${bundles.origin}/keyless-list/bundle.js`);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
  await bundles.close();
});

describe.each(["trusted", "synthetic"] as const)("reused elements, by %s input", (input) => {
  /** A page that was told, and changed after that. */
  async function changed(address: string, change: string) {
    const url = `${address}?${input}-${encodeURIComponent(change)}`;
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    const page = await chromium.pageAt(url);
    await page.evaluate(change);
    return { agent, heard: () => page.evaluate(`document.querySelector("p").textContent`) };
  }

  const lists = [
    ["whose buttons name their things", () => server.url("/named"), "delete-alice", "delete-bob"],
    ["whose rows name their things", () => server.url("/plain"), "alice.delete", "bob.delete"],
    ["of React", () => `${bundles.origin}/keyless-list/`, "alice.delete", "bob.delete"],
  ] as const;

  describe.each(lists)("a list without keys %s", (_, address, alice, bob) => {
    test("a click on an element that shows another thing now fails as stale, and does nothing", async () => {
      const { agent, heard } = await changed(address(), `show(["Bob", "Carol", "Dave"])`);
      const step = await agent.act({ type: "click", id: agent.id(alice) });
      expect(step).toMatchObject({ status: "failed", error: { code: "stale-id" } });
      expect(step.error?.details).toMatchObject({ id: agent.id(alice), now: agent.id(bob) });
      expect(await heard()).toBe("");
      await agent.close();
    });

    test("a thing is acted on in whichever element shows it now, and the answer says so", async () => {
      const { agent, heard } = await changed(address(), `show(["Bob", "Carol", "Dave"])`);
      const step = await agent.act({ type: "click", id: agent.id(bob) });
      expect(step).toMatchObject({ status: "done", target: { rebound: true } });
      expect(await heard()).toBe("[Bob]");
      await agent.close();
    });

    test("the answer says so, too, if the id may also be a name", async () => {
      const { agent } = await changed(address(), `show(["Bob", "Carol", "Dave"])`);
      const id = agent.id(bob);
      const step = await agent.act({ type: "click", id: { id, name: id } });
      expect(step).toMatchObject({ status: "done", target: { id, rebound: true } });
      await agent.close();
    });

    test("the one entry that is left in a list has nothing done to it by the id of another", async () => {
      const { agent, heard } = await changed(address(), `show(["Zoe"])`);
      const step = await agent.act({ type: "click", id: agent.id(alice) });
      expect(step).toMatchObject({ status: "failed", error: { code: "stale-id" } });
      expect(await heard()).toBe("");
      await agent.close();
    });
  });

  test("a box that stands for another thing now is not checked, nor told to be checked", async () => {
    const { agent, heard } = await changed(
      server.url("/boxes"),
      `show(["Bob", "Carol", "Dave"]); document.querySelector("input").checked = true`,
    );
    const step = await agent.act({ type: "check", id: agent.id("alice") });
    expect(step).toMatchObject({ status: "failed", error: { code: "stale-id" } });
    expect(await heard()).toBe("");
    await agent.close();
  });

  test("a button under a heading that names another thing now is not clicked", async () => {
    const { agent, heard } = await changed(
      server.url("/card"),
      `document.querySelector("h2").textContent = "Bob"`,
    );
    const step = await agent.act({ type: "click", id: agent.id("delete") });
    expect(step).toMatchObject({ status: "failed", error: { code: "stale-id" } });
    expect(await heard()).toBe("");
    await agent.close();
  });

  test("a thing that comes into the element with the pointer is not pressed", async () => {
    const { agent, heard } = await changed(server.url("/hasty"), "0");
    const step = await agent.act({ type: "click", id: agent.id("delete-alice") });
    expect(step).toMatchObject({ error: { code: "stale-id" } });
    expect(await heard()).toBe("");
    await agent.close();
  });

  async function renamed(before: string, now: string) {
    const url = server.url(`/lone?${input}#${encodeURIComponent(before)}`);
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    const page = await chromium.pageAt(url);
    await page.evaluate(`call(${JSON.stringify(now)})`);
    const [id = ""] = agent.opened.observation?.clickable ?? [];
    const step = await agent.act({ type: "click", id });
    const heard = await page.evaluate(`document.querySelector("p").textContent`);
    await agent.close();
    return { step, heard };
  }

  test.each([
    ["a count in its label", "Cart (2)", "Cart (3)"],
    ["its state", "Follow Alice", "Unfollow Alice"],
    ["all its words", "Mute", "Ton an"],
  ])("a button that changed %s is clicked", async (_, before, now) => {
    const { step, heard } = await renamed(before, now);
    expect(step.error).toBeUndefined();
    expect(step.status).toBe("done");
    expect(step.target).not.toHaveProperty("rebound");
    expect(heard).toBe(`[${now}]`);
  });

  test("a button by itself that names another thing now is not clicked", async () => {
    const { step, heard } = await renamed("Delete Alice", "Delete Bob");
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "stale-id", details: { shows: "Delete Bob", now: "delete-bob" } },
    });
    expect(heard).toBe("");
  });
});
