// The seeded database: always the same, and worth shopping in.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openDatabase } from "../../../sites/store/server/database.ts";
import { RANGES } from "../../../sites/store/server/seed/ranges.ts";
import { seedProducts } from "../../../sites/store/server/seed/products.ts";
import { seed } from "../../../sites/store/server/seed/seed.ts";

describe("the seed", () => {
  it("the seed gives the same rows every time", () => {
    expect(fingerprint()).toBe(fingerprint());
  });

  it("the seed gives every product its own name, address and codes", () => {
    const products = seedProducts();
    expect(products).toHaveLength(360);
    const distinct = (values: string[]) => new Set(values).size;
    expect(distinct(products.map(({ slug }) => slug))).toBe(products.length);
    expect(distinct(products.map(({ name }) => name))).toBe(products.length);
    const skus = products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
    expect(distinct(skus)).toBe(skus.length);
  });

  it("the seed keeps prices whole and within their range, and below the list price of a sale", () => {
    for (const { range, variants, listPriceCents } of seedProducts()) {
      const [low, high] = range.price;
      const first = variants[0]?.priceCents ?? 0;
      expect(first).toBeGreaterThanOrEqual(low * 100);
      expect(first).toBeLessThanOrEqual(high * 100 + 100);
      expect(listPriceCents ?? Infinity).toBeGreaterThan(first);
      for (const { priceCents } of variants) expect(Number.isInteger(priceCents)).toBe(true);
    }
  });

  it("the seed leaves something sold out, something scarce, and something to buy in every range", () => {
    const products = seedProducts();
    const stocks = products.flatMap(({ variants }) => variants.map(({ stock }) => stock));
    expect(stocks).toContain(0);
    expect(stocks.some((stock) => stock > 0 && stock <= 3)).toBe(true);
    expect(products.some(({ variants }) => variants.every(({ stock }) => stock === 0))).toBe(true);
    for (const range of RANGES) {
      const left = products
        .filter((product) => product.range === range)
        .flatMap((one) => one.variants);
      expect(left.some(({ stock }) => stock > 3)).toBe(true);
    }
  });
});

function fingerprint(): string {
  const db = openDatabase(":memory:");
  seed(db);
  const hash = createHash("sha256");
  const tables = db.all(
    z.object({ name: z.string() }),
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'product_search_%' ORDER BY name",
  );
  for (const { name } of tables) {
    hash
      .update(name)
      .update(JSON.stringify(db.all(z.unknown(), `SELECT * FROM "${name}" ORDER BY rowid`)));
  }
  db.close();
  return hash.digest("hex");
}
