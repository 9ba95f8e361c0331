// The cart of a session: what is in it, and how it changes.
import { z } from "zod";
import { AddToCart, EMPTY_CART, MAX_QUANTITY, type Cart } from "../contract/cart.ts";
import { OptionValues, ProductOption } from "../contract/catalogue.ts";
import { imageOf } from "./catalogue.ts";
import { json, type Database } from "./database.ts";
import { invalidField, notFound, outOfStock } from "./errors.ts";

const LineRow = z.object({
  sku: z.string(),
  product: z.string(),
  name: z.string(),
  brand: z.string(),
  options: json(OptionValues),
  unitPriceCents: z.number(),
  quantity: z.number(),
  stock: z.number(),
});

export function readCart(db: Database, sessionId: string | undefined): Cart {
  if (sessionId === undefined) return EMPTY_CART;
  const lines = db
    .all(
      LineRow,
      `SELECT v.sku, p.slug AS product, p.name, p.brand, v.options,
         v.price_cents AS unitPriceCents, l.quantity, v.stock
       FROM cart_lines l
       JOIN variants v ON v.id = l.variant_id
       JOIN products p ON p.id = v.product_id
       WHERE l.session_id = ? ORDER BY l.id`,
      sessionId,
    )
    .map((row) => ({
      ...row,
      image: imageOf(row.product, row.options["Colour"]),
      lineTotalCents: row.unitPriceCents * row.quantity,
    }));
  return {
    lines,
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalCents: lines.reduce((sum, line) => sum + line.lineTotalCents, 0),
  };
}

type Addition = z.output<typeof AddToCart>;

/** Adds a product with the options chosen; throws for options missing and stock exceeded. */
export function addToCart(db: Database, sessionId: string, addition: Addition): void {
  const variant = resolveVariant(db, addition);
  const line = lineOf(db, sessionId, variant.id);
  const wanted = (line?.quantity ?? 0) + addition.quantity;
  if (wanted > MAX_QUANTITY) {
    throw invalidField("too_many", "quantity", `Order at most ${MAX_QUANTITY} of one item`);
  }
  if (wanted > variant.stock) throw shortage("quantity", variant.stock, line?.quantity ?? 0);
  db.run(
    `INSERT INTO cart_lines (session_id, variant_id, quantity) VALUES (?, ?, ?)
     ON CONFLICT (session_id, variant_id) DO UPDATE SET quantity = excluded.quantity`,
    sessionId,
    variant.id,
    wanted,
  );
}

/** Sets a line's quantity; 0 removes the line. */
export function changeLine(
  db: Database,
  sessionId: string | undefined,
  sku: string,
  quantity: number,
): void {
  const variant = db.get(StockRow, "SELECT id, stock FROM variants WHERE sku = ?", sku);
  const line = variant && sessionId !== undefined && lineOf(db, sessionId, variant.id);
  if (!variant || !line || sessionId === undefined) throw notFound("item in your cart", sku);
  if (quantity > variant.stock) throw shortage("quantity", variant.stock, 0);
  if (quantity === 0) {
    db.run("DELETE FROM cart_lines WHERE session_id = ? AND variant_id = ?", sessionId, variant.id);
  } else {
    db.run(
      "UPDATE cart_lines SET quantity = ? WHERE session_id = ? AND variant_id = ?",
      quantity,
      sessionId,
      variant.id,
    );
  }
}

const StockRow = z.object({ id: z.number(), stock: z.number() });
const ProductRow = z.object({ id: z.number(), options: json(z.array(ProductOption)) });
const VariantRow = StockRow.extend({ options: json(OptionValues) });

function resolveVariant(db: Database, { product, options }: Addition) {
  const found = db.get(ProductRow, "SELECT id, options FROM products WHERE slug = ?", product);
  if (!found) throw notFound("product", product);
  for (const option of found.options) {
    const value = options[option.name];
    if (value === undefined) {
      const choose = `Choose a ${option.name.toLowerCase()}`;
      throw invalidField("option_required", `options.${option.name}`, choose);
    }
    if (!option.values.includes(value)) {
      const message = `"${value}" is not a ${option.name.toLowerCase()}. Choose one of: ${option.values.join(", ")}`;
      throw invalidField("unknown_option", `options.${option.name}`, message);
    }
  }
  const variant = db
    .all(VariantRow, "SELECT id, stock, options FROM variants WHERE product_id = ?", found.id)
    .find((row) => found.options.every(({ name }) => row.options[name] === options[name]));
  if (!variant) throw notFound("variant of product", product);
  return variant;
}

function lineOf(db: Database, sessionId: string, variantId: number) {
  return db.get(
    z.object({ quantity: z.number() }),
    "SELECT quantity FROM cart_lines WHERE session_id = ? AND variant_id = ?",
    sessionId,
    variantId,
  );
}

function shortage(field: string, stock: number, inCart: number) {
  if (stock === 0) return outOfStock(field, "This item is sold out");
  const already = inCart > 0 ? `, and ${inCart} ${inCart === 1 ? "is" : "are"} in your cart` : "";
  return outOfStock(field, `Only ${stock} in stock${already}`);
}
