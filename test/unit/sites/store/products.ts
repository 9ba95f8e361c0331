// Finds products of the seeded shop by what a test needs of them.
import { z } from "zod";
import { ProductDetail, type Variant } from "../../../sites/store/contract/catalogue.ts";
import type { Database } from "../../../sites/store/server/database.ts";
import { findProduct } from "../../../sites/store/server/catalogue.ts";

/** The first product of a category, and its first variant with at least `stock` left. */
export function productIn(db: Database, category: string, stock = 5) {
  const rows = db.all(
    z.object({ slug: z.string() }),
    `SELECT p.slug FROM products p JOIN categories c ON c.id = p.category_id
     WHERE c.slug = ? ORDER BY p.id`,
    category,
  );
  for (const { slug } of rows) {
    const product = ProductDetail.parse(findProduct(db, slug));
    const variant = product.variants.find((candidate) => candidate.stock >= stock);
    if (variant) return { product, variant };
  }
  throw new Error(`no product in "${category}" has ${stock} left`);
}

export function stockOf(db: Database, { sku }: Variant): number {
  const row = db.get(
    z.object({ stock: z.number() }),
    "SELECT stock FROM variants WHERE sku = ?",
    sku,
  );
  if (!row) throw new Error(`no variant "${sku}"`);
  return row.stock;
}

export function setStock(db: Database, { sku }: Variant, stock: number): void {
  db.run("UPDATE variants SET stock = ? WHERE sku = ?", stock, sku);
}

export function setPrice(db: Database, { sku }: Variant, cents: number): void {
  db.run("UPDATE variants SET price_cents = ? WHERE sku = ?", cents, sku);
}
