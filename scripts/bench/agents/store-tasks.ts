// Lists the tasks on the demo store, verified by its keeper's API.
import * as z from "zod/mini";

import type { OwnPlace } from "./places.ts";
import type { Task } from "./task.ts";

const order = z.object({
  name: z.string(),
  city: z.string(),
  deliveryMethod: z.string(),
  paymentMethod: z.string(),
  totalCents: z.number(),
  lines: z.array(
    z.object({
      product: z.string(),
      options: z.record(z.string(), z.string()),
      quantity: z.number(),
    }),
  ),
});
const orders = z.object({ orders: z.array(z.object({ number: z.string() })) });
const products = z.object({
  products: z.array(z.object({ name: z.string(), priceCents: z.number() })),
});
const FIRST_OWN_ORDER = "ST-100234";

const link = (name: string) => ({ kind: "link", name }) as const;
const button = (name: string) => ({ kind: "button", name }) as const;
const field = (name: string) => ({ kind: "field", name }) as const;
const choice = (name: string) => ({ kind: "choice", name }) as const;

export const storeTasks: readonly Task[] = [
  {
    name: "buy a backpack",
    site: "store",
    intent: "Buy the Alder School Backpack, 18 L in black, as a guest; tell the order's number.",
    async carryOut(agent, url) {
      await agent.open(`${url}/`, "Best sellers");
      await agent.enter(field("Search the shop"), "backpack");
      await agent.click(link("Alder School Backpack"), "Choose your options");
      await agent.fillIn([
        { target: choice("18 L"), kind: "tick" },
        { target: choice("Black"), kind: "tick" },
      ]);
      await agent.click(button("Add to cart"), "Your cart (1 item)");
      await agent.click(button("Go to checkout"), "Delivery address");
      await agent.fillIn([
        { target: field("Full name"), kind: "text", value: "Iris Vogel" },
        { target: field("Email address"), kind: "text", value: "iris@example.test" },
        { target: field("Street and house number"), kind: "text", value: "4 Harbour Lane" },
        { target: field("Town or city"), kind: "text", value: "Leeds" },
        { target: field("Postcode"), kind: "text", value: "LS1 4AP" },
        { target: field("Country"), kind: "option", value: "United Kingdom" },
        { target: field("Delivery date"), kind: "text", value: inDays(7) },
        { target: choice("Invoice"), kind: "tick" },
        { target: choice("I accept the terms"), kind: "tick" },
      ]);
      await agent.click(button("Place order"), "ST-");
      return agent.tell(/(ST-\d{6})/);
    },
    async verify(place, answer) {
      expectSame("the order's number", answer, FIRST_OWN_ORDER);
      const placed = order.parse(await ofKeeper(place, `/orders/${answer}`));
      const { name, city, paymentMethod, lines } = placed;
      expectSame(
        "the order",
        JSON.stringify({ name, city, paymentMethod, lines }),
        JSON.stringify({
          name: "Iris Vogel",
          city: "Leeds",
          paymentMethod: "invoice",
          lines: [
            {
              product: "alder-school-backpack",
              options: { Colour: "Black", Capacity: "18 L" },
              quantity: 1,
            },
          ],
        }),
      );
    },
  },
  {
    name: "find the cheapest",
    site: "store",
    intent: "Among Lowland's bags, tell the price of the cheapest.",
    async carryOut(agent, url) {
      await agent.open(`${url}/`);
      await agent.click(link("Bags"), "Filters");
      await agent.click(choice("Lowland"));
      const cheapFirst = { target: field("Sort by"), value: "Price: low to high" };
      await agent.fillIn([{ ...cheapFirst, kind: "option" }], true);
      return agent.tell(/Lowland [^£]*£([\d.]+)/);
    },
    async verify(place, answer) {
      const query = "category=bags&brand=Lowland&sort=price-asc";
      const response = await fetch(`${place.url}/api/products?${query}`);
      const [cheapest] = products.parse(await response.json()).products;
      expectSame("the price", answer, ((cheapest?.priceCents ?? 0) / 100).toFixed(2));
    },
  },
  {
    name: "look up an order",
    site: "store",
    intent: "Sign in as demo@store.test and tell what the latest order cost altogether.",
    async carryOut(agent, url) {
      await agent.open(`${url}/`);
      await agent.click(link("Sign in"), "Password");
      await agent.fillIn([
        { target: field("Email address"), kind: "text", value: "demo@store.test" },
      ]);
      await agent.enter(field("Password"), "demo-pass", "My orders");
      await agent.click(link("My orders"), "ST-1002");
      await agent.click(link("ST-100233"), "Total");
      return agent.tell(/Total[^£]*£([\d.]+)/);
    },
    async verify(place, answer) {
      const { totalCents } = order.parse(await ofKeeper(place, "/orders/ST-100233"));
      expectSame("the total", answer, (totalCents / 100).toFixed(2));
      orders.parse(await ofKeeper(place, "/orders"));
    },
  },
];

/** Returns the date as yyyy-mm-dd. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function ofKeeper(place: OwnPlace, path: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from("admin:admin-demo").toString("base64")}`;
  const response = await fetch(`${place.url}/api/admin${path}`, { headers: { authorization } });
  if (!response.ok) throw new Error(`${path}: the store answers ${response.status}`);
  return await response.json();
}

function expectSame(what: string, found: string, wanted: string): void {
  if (found !== wanted) throw new Error(`${what} is ${found}, expected ${wanted}`);
}
