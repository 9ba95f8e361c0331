// Checkout: validation, placing orders, stock, and who may see them.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Cart } from "../../../sites/store/contract/cart.ts";
import { CheckoutTerms } from "../../../sites/store/contract/checkout.ts";
import { AdminOrder, Order, Orders } from "../../../sites/store/contract/order.ts";
import { productIn, setPrice, setStock, stockOf } from "./products.ts";
import { TOMORROW, useStore, type Visitor } from "./visitor.ts";

const openStore = useStore();
const ORDERS = { method: "POST", path: "/api/orders" };
const ADMIN = { Authorization: `Basic ${btoa("admin:admin-demo")}` };

const FORM = {
  name: "Ada Agent",
  email: "ada@example.com",
  address: "1 Test Street",
  city: "Leeds",
  postcode: "LS1 4AP",
  country: "GB",
  deliveryMethod: "express",
  deliveryDate: TOMORROW,
  paymentMethod: "card",
  notes: "Leave with the neighbour",
  acceptTerms: true,
};

type Found = ReturnType<typeof productIn>;

async function fill(visitor: Visitor, { product, variant }: Found, quantity = 1): Promise<void> {
  const body = { product: product.slug, options: variant.options, quantity };
  await visitor.expect(Cart, 201, { method: "POST", path: "/api/cart/lines", body });
}

describe("placing an order", () => {
  it("placing an order numbers it, empties the cart, lowers the stock, and tells the shop's keeper all", async () => {
    const { db, visit } = openStore();
    const jacket = productIn(db, "jackets");
    const before = stockOf(db, jacket.variant);
    const visitor = visit();
    await fill(visitor, jacket, 2);
    const order = await visitor.expect(Order, 201, { ...ORDERS, body: FORM });
    expect(order.number).toBe("ST-100234");
    expect(order.totalCents).toBe(2 * jacket.variant.priceCents + 895);
    expect(stockOf(db, jacket.variant)).toBe(before - 2);
    expect((await visitor.expect(Cart, 200, { path: "/api/cart" })).lines).toEqual([]);

    const path = `/api/admin/orders/${order.number}`;
    const seen = await visit().expect(AdminOrder, 200, { path, headers: ADMIN });
    const { acceptTerms: _accepted, ...given } = FORM;
    expect(seen).toMatchObject({ ...given, account: null, status: "placed" });
    expect(seen.lines).toMatchObject([
      { sku: jacket.variant.sku, options: jacket.variant.options, quantity: 2 },
    ]);
  });

  it("placing an order twice in a row makes one order", async () => {
    const { db, visit } = openStore();
    const visitor = visit();
    await fill(visitor, productIn(db, "mugs"));
    await visitor.expect(Order, 201, { ...ORDERS, body: FORM });
    const problem = await visitor.refused(409, { ...ORDERS, body: FORM });
    expect(problem.code).toBe("cart_empty");
    const { orders } = await visit().expect(Orders, 200, {
      path: "/api/admin/orders",
      headers: ADMIN,
    });
    expect(orders).toHaveLength(4);
  });

  it("an order from £60 is delivered free of charge by the standard way, and not by express", async () => {
    const { db, visit } = openStore();
    const jacket = productIn(db, "jackets");
    const candle = productIn(db, "candles");
    const cost = async (found: Found, quantity: number, deliveryMethod: string) => {
      const visitor = visit();
      await fill(visitor, found, quantity);
      const body = { ...FORM, deliveryMethod };
      return (await visitor.expect(Order, 201, { ...ORDERS, body })).deliveryCents;
    };
    setPrice(db, jacket.variant, 6000);
    expect(await cost(jacket, 1, "standard")).toBe(0);
    setPrice(db, jacket.variant, 5999);
    expect(await cost(jacket, 1, "standard")).toBe(395);
    expect(await cost(jacket, 2, "standard")).toBe(0);
    expect(await cost(candle, 1, "standard")).toBe(395);
    expect(await cost(candle, 1, "collect")).toBe(0);
    expect(await cost(jacket, 2, "express")).toBe(895);
  });

  it("the last piece goes to whoever orders first, and the other's order does not happen at all", async () => {
    const { db, visit } = openStore();
    const mug = productIn(db, "mugs");
    const kettle = productIn(db, "kettles");
    setStock(db, mug.variant, 1);
    const [first, second] = [visit(), visit()];
    await fill(first, mug);
    await fill(second, kettle);
    await fill(second, mug);
    const kettles = stockOf(db, kettle.variant);
    const answers = await Promise.all([
      first.send({ ...ORDERS, body: FORM }),
      second.send({ ...ORDERS, body: FORM }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    const problem = await second.refused(409, { ...ORDERS, body: FORM });
    expect(problem).toMatchObject({ code: "out_of_stock", field: `lines.${mug.variant.sku}` });
    expect(problem.message).toContain(mug.product.name);
    expect([stockOf(db, mug.variant), stockOf(db, kettle.variant)]).toEqual([0, kettles]);
    expect((await second.expect(Cart, 200, { path: "/api/cart" })).itemCount).toBe(2);
    const { orders } = await visit().expect(Orders, 200, {
      path: "/api/admin/orders",
      headers: ADMIN,
    });
    expect(orders).toHaveLength(4);
  });
});

describe("the checkout form", () => {
  it("the checkout form names every field that is missing, in its own order", async () => {
    const problem = await openStore()
      .visit()
      .refused(422, { ...ORDERS, body: {} });
    expect(problem).toMatchObject({ code: "invalid_input", field: "name" });
    expect(problem.issues.map(({ field }) => field)).toEqual([
      "name",
      "email",
      "address",
      "city",
      "country",
      "postcode",
      "deliveryMethod",
      "deliveryDate",
      "paymentMethod",
      "acceptTerms",
    ]);
  });

  it.each([
    ["email", "ada@", "Enter an email address like name@example.com"],
    ["postcode", "12345", "Enter a valid postcode, like SW1A 2AA"],
    ["country", "XX", "Choose a country"],
    ["deliveryDate", "2026-03-10", "Choose a date from tomorrow on"],
    ["deliveryDate", "2026-05-10", "Choose a date within the next 60 days"],
    ["deliveryDate", "2026-02-30", "Choose a delivery date"],
    ["deliveryMethod", "drone", "Choose a delivery method"],
    ["paymentMethod", "", "Choose a payment method"],
    ["acceptTerms", false, "Accept the terms to place your order"],
    ["name", " ", "Enter your full name"],
    ["notes", "x".repeat(301), "Use at most 300 characters"],
  ])("the checkout form refuses the field %s if it is %j", async (field, value, message) => {
    const body = { ...FORM, [field]: value };
    const problem = await openStore()
      .visit()
      .refused(422, { ...ORDERS, body });
    expect(problem.issues).toEqual([{ field, message }]);
  });

  it("the checkout form takes each country's own postcodes", async () => {
    const { db, visit } = openStore();
    const mug = productIn(db, "mugs");
    for (const [country, postcode] of [
      ["DE", "10115"],
      ["NL", "1011 AB"],
      ["US", "94103-1234"],
    ]) {
      const visitor = visit();
      await fill(visitor, mug);
      const body = { ...FORM, country, postcode };
      expect((await visitor.expect(Order, 201, { ...ORDERS, body })).postcode).toBe(postcode);
    }
  });

  it("the checkout form is told between which days delivery is possible", async () => {
    const terms = await openStore().visit().expect(CheckoutTerms, 200, { path: "/api/checkout" });
    expect(terms).toEqual({ earliestDeliveryDate: TOMORROW, latestDeliveryDate: "2026-05-09" });
  });
});

describe("seeing orders", () => {
  it("an order is seen by the guest who placed it, and by nobody else", async () => {
    const { db, visit } = openStore();
    const guest = visit();
    await fill(guest, productIn(db, "mugs"));
    const { number } = await guest.expect(Order, 201, { ...ORDERS, body: FORM });
    const path = `/api/orders/${number}`;
    expect((await guest.expect(Order, 200, { path })).email).toBe(FORM.email);
    await visit().refused(404, { path });
    expect((await guest.refused(401, { path: "/api/orders" })).code).toBe("sign_in_required");
  });

  it("every order is seen by the shop's keeper, but only with the right password", async () => {
    const visitor = openStore().visit();
    const wrong = { Authorization: `Basic ${btoa("admin:wrong")}` };
    for (const path of ["/api/admin/orders", "/api/admin/orders/ST-100231"]) {
      const refusal = await visitor.send({ path });
      expect(refusal.status).toBe(401);
      expect(refusal.headers.get("www-authenticate")).toContain("Basic");
      expect((await visitor.refused(401, { path, headers: wrong })).code).toBe("admin_only");
    }
    await visitor.expect(AdminOrder, 200, { path: "/api/admin/orders/ST-100231", headers: ADMIN });
    for (const number of ["ST-999999", "100231", "ST-1 OR 1"]) {
      const path = `/api/admin/orders/${encodeURIComponent(number)}`;
      await visitor.refused(404, { path, headers: ADMIN });
    }
    await visitor.expect(z.object({ ok: z.literal(true) }), 200, { path: "/healthz" });
  });
});
