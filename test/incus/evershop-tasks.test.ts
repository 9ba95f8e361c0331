// What people do in EverShop, done by an agent through the public API alone, and looked up in its database.
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { describeWithIncus } from "../support/incus.ts";
import { STEPS_MS, useRealSite } from "../support/real-site.ts";
import type { SiteUser } from "../support/site-user.ts";

const ORIGIN = "http://evershop.test";
const PICTURES = join(packageRoot, "extension", "public", "icons");

describeWithIncus("an agent in EverShop", () => {
  const site = useRealSite({ name: "evershop" });

  /** What the shop's database answers, one row a line. */
  const ask = async (query: string): Promise<string> => {
    const psql = "/usr/lib/postgresql/15/bin/psql";
    const login = ["--host", "/run/postgresql", "--username", "evershop", "evershop"];
    return await site().exec("shop", psql, ...login, "--tuples-only", "--no-align", "-c", query);
  };

  test("buys as a guest", { timeout: STEPS_MS }, async () => {
    await site().create("shop");
    await using user = await site().use("shop", "/kitchen/alder-teapot-white-1");
    expect(await ask(ORDERS)).toBe("");
    await user.type("quantity", "2");
    await user.click("add-to-cart");
    await user.reads("Your Cart");
    await checkOut(user);
    expect(await ask(ORDERS)).toBe("HS-0001|2|15.0000|iris@example.test|guest|Harbour");
  });

  test(
    "creates a product with a picture and a category in the administration",
    { timeout: STEPS_MS },
    async () => {
      await using user = await site().use("shop", "/admin/login", PICTURES);
      expect(await ask(PRODUCT)).toBe("");
      await user.type("email", "admin@evershop.test");
      await user.type("password", "webserv-admin1");
      await user.click("sign-in");
      await user.reads("Dashboard");
      await createProduct(user);
      await user.reads("Editing Harbour bench");
      expect(await ask(PRODUCT)).toMatch(
        /^149\.5000\|Harbour bench\|harbour-bench\|Furniture\|12\|\/assets\/catalog\/.*\/icon-128\.png$/,
      );
    },
  );
});

const ORDERS = `SELECT item.product_sku, item.qty, o.grand_total, o.customer_email,
    CASE WHEN o.customer_id IS NULL THEN 'guest' ELSE 'customer' END, address.city
  FROM "order" o JOIN order_item item ON item.order_item_order_id = o.order_id
  JOIN order_address address ON address.order_address_id = o.shipping_address_id`;

const PRODUCT = `SELECT p.price, d.name, d.url_key, c.name, stock.qty, image.origin_image FROM product p
  JOIN product_description d ON d.product_description_product_id = p.product_id
  JOIN category_description c ON c.category_description_category_id = p.category_id
  JOIN product_inventory stock ON stock.product_inventory_product_id = p.product_id
  JOIN product_image image ON image.product_image_product_id = p.product_id
  WHERE p.sku = 'HS-9001'`;

/** Pays what is in the cart in cash at the door. */
async function checkOut(user: SiteUser): Promise<void> {
  await user.goto(`${ORIGIN}/checkout`);
  await user.reads("Contact Information");
  await user.type("email", "iris@example.test");
  await user.type("full-name", "Iris Vogel");
  await user.type("telephone", "5550100");
  await user.type("address", "1 Quay Street");
  await user.type("city", "Harbour");
  await user.type("postcode", "90001");
  await user.select("country", "United States");
  await user.select("province", "California");
  await user.reads("Express delivery");
  // A page that still asks its server for the choices takes them away, makes them anew, and forgets
  // what was chosen.
  await user.checkUntil("standard-delivery", "Shipping (Standard delivery)");
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
