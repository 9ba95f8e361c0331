// The cart: adding with options, quantities, stock, and whose cart it is.
import { describe, expect, it } from "vitest";
import { Cart } from "../../../sites/store/contract/cart.ts";
import { productIn, setStock } from "./products.ts";
import { useStore } from "./visitor.ts";

const openStore = useStore();
const LINES = { method: "POST", path: "/api/cart/lines" };

describe("adding to the cart", () => {
  it("adding to the cart keeps the variant chosen, with its price, and adds up", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "jackets");
    const body = { product: product.slug, options: variant.options, quantity: 2 };
    const visitor = visit();
    const cart = await visitor.expect(Cart, 201, { ...LINES, body });
    expect(cart.lines).toMatchObject([
      { sku: variant.sku, name: product.name, options: variant.options, quantity: 2 },
    ]);
    expect(cart.subtotalCents).toBe(2 * variant.priceCents);
    const more = await visitor.expect(Cart, 201, { ...LINES, body: { ...body, quantity: 1 } });
    expect(more.lines.map(({ quantity }) => quantity)).toEqual([3]);
    expect(await visitor.expect(Cart, 200, { path: "/api/cart" })).toEqual(more);
  });

  it("adding to the cart is refused with the name of an option that is missing or unknown", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "jackets");
    const { Colour = "" } = variant.options;
    const add = (options: Record<string, string>) =>
      visit().refused(422, { ...LINES, body: { product: product.slug, options } });
    expect(await add({ Colour })).toMatchObject({
      code: "option_required",
      field: "options.Size",
      message: "Choose a size",
    });
    expect(await add({ Colour, Size: "XXXL" })).toMatchObject({
      code: "unknown_option",
      field: "options.Size",
    });
  });

  it("adding to the cart is refused beyond the stock, counting what is in the cart already", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "mugs");
    setStock(db, variant, 3);
    const visitor = visit();
    const body = { product: product.slug, options: variant.options, quantity: 2 };
    await visitor.expect(Cart, 201, { ...LINES, body });
    const problem = await visitor.refused(409, { ...LINES, body });
    expect(problem).toMatchObject({
      code: "out_of_stock",
      field: "quantity",
      message: "Only 3 in stock, and 2 are in your cart",
    });
    setStock(db, variant, 0);
    expect((await visit().refused(409, { ...LINES, body })).message).toBe("This item is sold out");
  });

  it("adding to the cart is refused for a quantity that is no whole number in range", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "mugs");
    for (const quantity of [0, -1, 1.5, 21, "2", null]) {
      const body = { product: product.slug, options: variant.options, quantity };
      const problem = await visit().refused(422, { ...LINES, body });
      expect(problem).toMatchObject({ code: "invalid_input", field: "quantity" });
    }
  });

  it("adding to the cart needs a product that exists", async () => {
    const { visit } = openStore();
    await visit().refused(404, { ...LINES, body: { product: "nothing" } });
    expect(await visit().refused(422, { ...LINES, body: {} })).toMatchObject({ field: "product" });
  });
});

describe("changing the cart", () => {
  it("changing the cart sets a quantity, and removes a line with 0 or DELETE", async () => {
    const { db, visit } = openStore();
    const mug = productIn(db, "mugs");
    const candle = productIn(db, "candles");
    const visitor = visit();
    for (const { product, variant } of [mug, candle]) {
      const body = { product: product.slug, options: variant.options };
      await visitor.expect(Cart, 201, { ...LINES, body });
    }
    const change = (sku: string, quantity: number) =>
      visitor.expect(Cart, 200, {
        method: "PATCH",
        path: `/api/cart/lines/${sku}`,
        body: { quantity },
      });
    const three = await change(mug.variant.sku, 3);
    expect(three.itemCount).toBe(4);
    const one = await change(mug.variant.sku, 0);
    expect(one.lines.map(({ sku }) => sku)).toEqual([candle.variant.sku]);
    const path = `/api/cart/lines/${candle.variant.sku}`;
    const none = await visitor.expect(Cart, 200, { method: "DELETE", path });
    expect(none).toEqual({ lines: [], itemCount: 0, subtotalCents: 0 });
    await visitor.refused(404, { method: "DELETE", path });
  });

  it("changing the cart is refused beyond the stock, and leaves the line as it was", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "mugs");
    setStock(db, variant, 4);
    const visitor = visit();
    await visitor.send({ ...LINES, body: { product: product.slug, options: variant.options } });
    const path = `/api/cart/lines/${variant.sku}`;
    const problem = await visitor.refused(409, { method: "PATCH", path, body: { quantity: 5 } });
    expect(problem).toMatchObject({ code: "out_of_stock", field: "quantity" });
    expect((await visitor.expect(Cart, 200, { path: "/api/cart" })).itemCount).toBe(1);
  });
});

describe("carts", () => {
  it("a cart belongs to one visitor, behind a cookie that scripts cannot read", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "mugs");
    const body = { product: product.slug, options: variant.options };
    const answer = await visit().send({ ...LINES, body });
    expect(answer.headers.get("set-cookie")).toMatch(/^store_session=.*HttpOnly/);
    expect((await visit().expect(Cart, 200, { path: "/api/cart" })).lines).toEqual([]);
  });

  it("a cart is not begun by looking at it", async () => {
    const answer = await openStore().visit().send({ path: "/api/cart" });
    expect(answer.headers.get("set-cookie")).toBeNull();
  });
});
