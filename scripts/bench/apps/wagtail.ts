// Wagtail: an editor signs in, writes a page with a day, a section, rich text and tags, and publishes it.
import * as z from "zod/mini";

import type { Application } from "./application.ts";
import { expectSame } from "./expect.ts";
import { askProject, prepareDjango } from "./python-project.ts";

const pages = z.array(
  z.object({
    title: z.string(),
    day: z.string(),
    section: z.string(),
    body: z.string(),
    tags: z.array(z.string()),
    live: z.boolean(),
  }),
);

export const wagtail: Application = {
  name: "wagtail",
  packages: { from: "pip", pinned: ["wagtail==8.0.1", "django==5.2.19"] },
  intent: "Publish a page “Storm warning” of 18 May 2027 in Open sea, with a text and a tag.",
  prepare: (place) =>
    prepareDjango("wagtail", place, { migrations: ["news"], readyPath: "/admin/login/" }),
  async carryOut(agent, url) {
    await agent.goto(`${url}/admin/`);
    await agent.type({ kind: "field", name: "Username" }, "editor");
    await agent.type({ kind: "field", name: "Password" }, "sesame-4711", true);
    await agent.goto(`${url}/admin/pages/add/news/newspage/2/`);
    await agent.type({ kind: "field", name: "Title" }, "Storm warning");
    await agent.type({ kind: "field", name: "Day" }, "2027-05-18");
    await agent.select({ kind: "field", name: "Section" }, "Open sea");
    await agent.type({ kind: "field", name: "Body" }, "Stay in port tonight.");
    await agent.type({ kind: "field", name: "Tags" }, "weather");
    await agent.press("Enter");
    await agent.click({ kind: "button", name: "More actions" });
    await agent.click({ kind: "button", name: "Publish" });
    await agent.sees("published");
  },
  async verify(place) {
    const [page] = pages.parse(JSON.parse(await askProject(place, "ask.py")));
    expectSame("the title", page?.title, "Storm warning");
    expectSame("the day", page?.day, "2027-05-18");
    expectSame("the section", page?.section, "sea");
    expectSame("the text", page?.body.includes("Stay in port tonight."), true);
    expectSame("the tags", page?.tags.join(), "weather");
    expectSame("it is published", page?.live, true);
  },
};
