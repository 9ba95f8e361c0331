// EverShop as its users have it: one cart, branched and bought three ways, and an agent's tasks, all looked up in its database.
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { describeWithIncus } from "../support/incus/incus.ts";
import { STEPS_MS, useRealSite } from "../support/sandboxes/real-site.ts";
import type { SiteUser } from "../support/sandboxes/site-user.ts";

const ORIGIN = "http://evershop.test";
const PICTURES = join(packageRoot, "extension", "public", "icons");
const TEAPOT = "/kitchen/alder-teapot-white-1";
const CART = `${ORIGIN}/cart`;

/** How a cart with two teapots at $5 is bought, and the order it becomes: what, how many, total, delivery, buyer, city. */
const purchases = [
  {
    more: 0,
    delivery: "standard-delivery",
    city: "Harbour",
    order: "HS-0001|2|15.0000|5.0000|iris@example.test|guest|Harbour",
  },
  {
    more: 0,
    delivery: "express-delivery",
    city: "Hilltop",
    order: "HS-0001|2|25.0000|15.0000|iris@example.test|guest|Hilltop",
  },
  {
    more: 1,
    delivery: "standard-delivery",
    city: "Riverside",
    order: "HS-0001|3|20.0000|5.0000|iris@example.test|guest|Riverside",
  },
] as const;

describeWithIncus("EverShop", () => {
  // All of these tests share one import of the image, which takes longer than any of them.
  const site = useRealSite({ name: "evershop" });

  /** What a shop's database answers, one row a line. */
  const ask = async (sandboxId: string, query: string): Promise<string> => {
    const psql = "/usr/lib/postgresql/15/bin/psql";
    const login = ["--host", "/run/postgresql", "--username", "evershop", "evershop"];
    const form = ["--tuples-only", "--no-align", "--command"];
    return await site().exec(sandboxId, psql, ...login, ...form, query);
  };

  test("EverShop has a catalogue of hundreds of products", { timeout: STEPS_MS }, async () => {
    await site().create("shop");
    expect(Number(await ask("shop", PRODUCTS))).toBeGreaterThanOrEqual(500);
    expect(await ask("shop", CARTS)).toBe("");
    expect(await ask("shop", ORDERS)).toBe("");
  });

  test(
    "a cart is filled in the browser and branched three ways, each bought differently; the parent keeps its cart",
    { timeout: 3 * STEPS_MS },
    async () => {
      const filling = await site().use("shop", TEAPOT);
      await addTwo(filling);
      await filling.goto(CART);
      await filling.reads("1 items in your cart");
      await filling.close();
      expect(await ask("shop", CARTS)).toBe("HS-0001|2");

      const branches = purchases.map((purchase, index) => ({
        ...purchase,
        id: `branch-${index + 1}`,
      }));
      for (const { id } of branches) {
        expect(await site().branch("shop", id)).toMatchObject({ parent: "shop", state: "ready" });
      }
      for (const { id, more, delivery, city } of branches) {
        await using user = await site().use(id, "/cart");
        // The same visitor, by the cookie of the parent.
        await user.reads("1 items in your cart");
        for (let count = 0; count < more; count += 1) {
          await user.click("order-summary.plus");
          await user.reads("$15.00");
        }
        await checkOut(user, delivery, city);
      }

      for (const { id, order } of branches) {
        expect({ id, orders: await ask(id, ORDERS) }).toEqual({ id, orders: order });
        expect(await ask(id, CARTS)).toBe("");
      }
      expect(await ask("shop", ORDERS)).toBe("");
      expect(await ask("shop", CARTS)).toBe("HS-0001|2");
    },
  );

  test(
    "a shop goes back to the cart that a checkpoint kept, and forgets the order made since",
    { timeout: 2 * STEPS_MS },
    async () => {
      await site().checkpoint("shop", "full-cart");
      const buying = await site().use("shop", "/cart");
      await buying.reads("1 items in your cart");
      await checkOut(buying, "express-delivery", "Lakeside");
      expect(await ask("shop", ORDERS)).toContain("Lakeside");
      expect(await ask("shop", CARTS)).toBe("");

      await site().restore("shop", "full-cart");
      expect(await ask("shop", ORDERS)).toBe("");
      expect(await ask("shop", CARTS)).toBe("HS-0001|2");
      await buying.goto(CART);
      await buying.reads("1 items in your cart");
      await buying.close();
    },
  );

  test("an agent buys as a guest in a shop of its own", { timeout: STEPS_MS }, async () => {
    await site().create("agents-shop");
    await using user = await site().use("agents-shop", TEAPOT);
    expect(await ask("agents-shop", ORDERS)).toBe("");
    await addTwo(user);
    await checkOut(user, "standard-delivery", "Harbour");
    expect(await ask("agents-shop", ORDERS)).toBe(purchases[0].order);
  });

  test(
    "an agent creates a product with a picture and a category in the administration",
    { timeout: STEPS_MS },
    async () => {
      await using user = await site().use("agents-shop", "/admin/login", PICTURES);
      expect(await ask("agents-shop", PRODUCT)).toBe("");
      await user.type("email", "admin@evershop.test");
      await user.type("password", "webserv-admin1");
      await user.click("sign-in");
      await user.reads("Dashboard");
      await createProduct(user);
      await user.reads("Editing Harbour bench");
      expect(await ask("agents-shop", PRODUCT)).toMatch(
        /^149\.5000\|Harbour bench\|harbour-bench\|Furniture\|12\|\/assets\/catalog\/.*\/icon-128\.png$/,
      );
    },
  );
});

const PRODUCTS = "SELECT count(*) FROM product WHERE status";

const CARTS = `SELECT item.product_sku, item.qty FROM cart
  JOIN cart_item item USING (cart_id) WHERE cart.status ORDER BY 1`;

const ORDERS = `SELECT item.product_sku, item.qty, o.grand_total, o.shipping_fee_incl_tax, o.customer_email,
    CASE WHEN o.customer_id IS NULL THEN 'guest' ELSE 'customer' END, address.city
  FROM "order" o JOIN order_item item ON item.order_item_order_id = o.order_id
  JOIN order_address address ON address.order_address_id = o.shipping_address_id ORDER BY o.order_id`;

const PRODUCT = `SELECT p.price, d.name, d.url_key, c.name, stock.qty, image.origin_image FROM product p
  JOIN product_description d ON d.product_description_product_id = p.product_id
  JOIN category_description c ON c.category_description_category_id = p.category_id
  JOIN product_inventory stock ON stock.product_inventory_product_id = p.product_id
  JOIN product_image image ON image.product_image_product_id = p.product_id
  WHERE p.sku = 'HS-9001'`;

/** Puts two teapots into the cart. */
async function addTwo(user: SiteUser): Promise<void> {
  await user.type("quantity", "2");
  await user.click("add-to-cart");
  await user.reads("Your Cart");
}

/** Pays what is in the cart in cash at the door. */
async function checkOut(user: SiteUser, delivery: string, city: string): Promise<void> {
  await user.goto(`${ORIGIN}/checkout`);
  await user.reads("Contact Information");
  await user.type("email", "iris@example.test");
  await user.type("full-name", "Iris Vogel");
  await user.type("telephone", "5550100");
  await user.type("address", "1 Quay Street");
  await user.type("city", city);
  await user.type("postcode", "90001");
  await user.select("country", "United States");
  await user.select("province", "California");
  await user.reads("Express delivery");
  // A page that still asks its server for the choices takes them away, makes them anew, and forgets
  // what was chosen.
  const named = delivery.startsWith("express") ? "Express delivery" : "Standard delivery";
  await user.checkUntil(delivery, `Shipping (${named})`);
  await user.click("cash-on-delivery-cash-on");
  await user.reads("Place Order");
  await user.click("place-order");
  await user.reads("Thank you for your order!");
}

async function createProduct(user: SiteUser): Promise<void> {
  await user.goto(`${ORIGIN}/admin/products/new`);
  await user.reads("General Information");
  await user.upload("media.file-input", join(PICTURES, "icon-128.png"));
  await user.type("product-name", "Harbour bench");
  await user.type("sku", "HS-9001");
  await user.type("price", "149.50");
  await user.select("tax-class", "Taxable Goods");
  await user.type("quantity", "12");
  await user.type("weight", "30");
  await user.type("url-key", "harbour-bench");
  await user.type("meta-title", "Harbour bench");
  await user.click("select-category");
  await user.reads("Furniture");
  await user.click("furniture.select");
  await user.click("save");
}
