// django-oscar: a guest buys two of one product; the shop's keeper gives another product a category, through Select2.
import * as z from "zod/mini";

import type { AppAgent } from "./agent.ts";
import type { Application } from "./application.ts";
import { expectSame } from "./expect.ts";
import { askProject, prepareDjango } from "./python-project.ts";

const held = z.object({
  orders: z.array(
    z.object({
      email: z.string(),
      postcode: z.string(),
      country: z.string(),
      lines: z.array(z.tuple([z.string(), z.number()])),
    }),
  ),
  categories: z.array(z.string()),
});

export const oscar: Application = {
  name: "oscar",
  packages: { from: "pip", pinned: ["django-oscar[sorl-thumbnail]==4.2.1", "django==5.2.19"] },
  intent: "Buy three enamel kettles as a guest; as the keeper, put the egg timer into Baking.",
  prepare: (place) => prepareDjango("oscar", place, { migrations: [], readyPath: "/catalogue/" }),
  async carryOut(agent, url) {
    await buy(agent, url);
    await putIntoCategory(agent, url);
  },
  async verify(place) {
    const { orders, categories } = held.parse(JSON.parse(await askProject(place, "ask.py")));
    expectSame(
      "the orders",
      JSON.stringify(orders),
      JSON.stringify([
        {
          email: "iris@example.test",
          postcode: "20457",
          country: "DE",
          lines: [["Enamel kettle", 3]],
        },
      ]),
    );
    expectSame("the egg timer's categories", categories.join(), "Baking,Kitchen");
  },
};

async function buy(agent: AppAgent, url: string): Promise<void> {
  await agent.goto(`${url}/catalogue/`);
  await agent.type({ kind: "field", name: "Search" }, "kettle", true);
  await agent.click({ kind: "link", name: "Enamel kettle" });
  await agent.click({ kind: "button", name: "Add to cart" });
  await agent.click({ kind: "link", name: "View cart" });
  await agent.type({ kind: "field", name: "form-0-quantity" }, "3");
  await agent.click({ kind: "button", name: "Update" });
  await agent.click({ kind: "link", name: "Proceed to checkout" });
  await agent.type({ kind: "field", name: "My email address is" }, "iris@example.test");
  await agent.click({ kind: "button", name: "Continue" });
  const address = {
    "First name": "Iris",
    "Last name": "Vogel",
    "First line of address": "Harbour Lane 4",
    City: "Hamburg",
    "Post/Zip-code": "20457",
  };
  for (const [name, value] of Object.entries(address)) {
    await agent.type({ kind: "field", name }, value);
  }
  await agent.click({ kind: "button", name: "Continue" });
  await agent.click({ kind: "link", name: "Continue" });
  await agent.click({ kind: "button", name: "Place order" });
}

async function putIntoCategory(agent: AppAgent, url: string): Promise<void> {
  await agent.goto(`${url}/dashboard/catalogue/`);
  await agent.type({ kind: "field", name: "Username" }, "keeper@shop.test");
  await agent.type({ kind: "field", name: "Password" }, "sesame-4711", true);
  await agent.click({ kind: "link", name: "Egg timer" });
  await agent.click({ kind: "link", name: "Categories" });
  // An id may be on the list, or on the read-only field in it.
  if (!(await agent.select("category-2", "Kitchen > Baking"))) {
    await agent.select("category.textbox", "Kitchen > Baking");
  }
  await agent.click({ kind: "button", name: "Save" });
}
