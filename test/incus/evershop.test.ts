// EverShop as its users have it: one cart, branched three ways and bought three times, each time differently.
import { expect, test } from "vitest";

import { describeWithIncus } from "../support/incus.ts";
import { STEPS_MS, useRealSite } from "../support/real-site.ts";
import type { RealSite } from "../support/real-site.ts";
import type { Visit } from "../support/visit.ts";

const TEAPOT = "/kitchen/alder-teapot-white-1";
const CART = "http://evershop.test/cart";

/** How a cart with two teapots at $5 is bought, and the order it becomes: what, how many, total, delivery, city. */
const purchases = [
  {
    more: 0,
    delivery: "standard-delivery",
    city: "Harbour",
    order: "HS-0001|2|15.0000|5.0000|Harbour",
  },
  {
    more: 0,
    delivery: "express-delivery",
    city: "Hilltop",
    order: "HS-0001|2|25.0000|15.0000|Hilltop",
  },
  {
    more: 1,
    delivery: "standard-delivery",
    city: "Riverside",
    order: "HS-0001|3|20.0000|5.0000|Riverside",
  },
] as const;

describeWithIncus("EverShop", () => {
  const site = useRealSite({ name: "evershop" });

  test("has a catalogue of hundreds of products", { timeout: STEPS_MS }, async () => {
    await site().create("shop");
    expect(Number(await ask(site(), "shop", PRODUCTS))).toBeGreaterThanOrEqual(500);
    expect(await ask(site(), "shop", CARTS)).toBe("");
    expect(await ask(site(), "shop", ORDERS)).toBe("");
  });

  test(
    "a cart is filled in the browser and branched three ways, each bought differently; the parent keeps its cart",
    { timeout: 3 * STEPS_MS },
    async () => {
      const filling = await site().visit("shop", TEAPOT);
      await filling.type("quantity", "2");
      await filling.click("add-to-cart");
      await filling.reads("Your Cart");
      await filling.goto(CART);
      await filling.reads("1 items in your cart");
      await filling.close();
      expect(await ask(site(), "shop", CARTS)).toBe("HS-0001|2");

      const branches = purchases.map((purchase, index) => ({
        ...purchase,
        id: `branch-${index + 1}`,
      }));
      for (const { id } of branches) {
        expect(await site().branch("shop", id)).toMatchObject({ parent: "shop", state: "ready" });
      }
      for (const { id, more, delivery, city } of branches) {
        await using visit = await site().visit(id, "/cart");
        // The same visitor, by the cookie of the parent.
        await visit.reads("1 items in your cart");
        for (let count = 0; count < more; count += 1) {
          await visit.click("order-summary.plus");
          await visit.reads("$15.00");
        }
        await checkOut(visit, delivery, city);
      }

      for (const { id, order } of branches) {
        expect({ id, orders: await ask(site(), id, ORDERS) }).toEqual({ id, orders: order });
        expect(await ask(site(), id, CARTS)).toBe("");
      }
      expect(await ask(site(), "shop", ORDERS)).toBe("");
      expect(await ask(site(), "shop", CARTS)).toBe("HS-0001|2");
    },
  );

  test(
    "a shop goes back to the cart that a checkpoint kept, and forgets the order made since",
    { timeout: 2 * STEPS_MS },
    async () => {
      await site().checkpoint("shop", "full-cart");
      const buying = await site().visit("shop", "/cart");
      await buying.reads("1 items in your cart");
      await checkOut(buying, "express-delivery", "Lakeside");
      expect(await ask(site(), "shop", ORDERS)).toContain("Lakeside");
      expect(await ask(site(), "shop", CARTS)).toBe("");

      await site().restore("shop", "full-cart");
      expect(await ask(site(), "shop", ORDERS)).toBe("");
      expect(await ask(site(), "shop", CARTS)).toBe("HS-0001|2");
      await buying.goto(CART);
      await buying.reads("1 items in your cart");
      await buying.close();
    },
  );
});

const PRODUCTS = "SELECT count(*) FROM product WHERE status";

const CARTS = `SELECT item.product_sku, item.qty FROM cart
  JOIN cart_item item USING (cart_id) WHERE cart.status ORDER BY 1`;

const ORDERS = `SELECT item.product_sku, item.qty, o.grand_total, o.shipping_fee_incl_tax, address.city
  FROM "order" o JOIN order_item item ON item.order_item_order_id = o.order_id
  JOIN order_address address ON address.order_address_id = o.shipping_address_id ORDER BY o.order_id`;

/** What the shop's database answers, one row a line. */
async function ask(site: RealSite, sandboxId: string, query: string): Promise<string> {
  const psql = "/usr/lib/postgresql/15/bin/psql";
  const login = ["--host", "/run/postgresql", "--username", "evershop", "evershop"];
  const form = ["--tuples-only", "--no-align", "--command"];
  return await site.exec(sandboxId, psql, ...login, ...form, query);
}

/** Buys what is in the cart, paid in cash at the door. */
async function checkOut(visit: Visit, delivery: string, city: string): Promise<void> {
  await visit.goto("http://evershop.test/checkout");
  await visit.reads("Contact Information");
  await visit.type("email", "iris@example.test");
  await visit.type("full-name", "Iris Vogel");
  await visit.type("telephone", "5550100");
  await visit.type("address", "1 Quay Street");
  await visit.type("city", city);
  await visit.type("postcode", "90001");
  for (const [field, choice] of [
    ["country", "United States"],
    ["province", "California"],
  ] as const) {
    await visit.click(field);
    await visit.reads(choice);
    await visit.follow(choice);
  }
  await visit.reads("Express delivery");
  await visit.choose(delivery, /Shipping \((Standard|Express) delivery\)/);
  await visit.click("cash-on-delivery-cash-on");
  await visit.reads("Place Order");
  await visit.follow("Place Order");
  await visit.reads("Thank you for your order!");
}
