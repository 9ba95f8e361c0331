// Reads products and categories from the database.
import { z } from "zod";
import {
  ProductOption,
  OptionValues,
  type CategoryRef,
  type Department,
  type ProductCard,
  type ProductDetail,
} from "../contract/catalogue.ts";
import { json, type Database } from "./database.ts";

/** A product as listings need it; `department` and `addedOn` serve filters and sorting. */
export type CatalogueProduct = ProductCard & {
  id: number;
  department: CategoryRef;
  addedOn: string;
};

const NEW_SINCE = "2025-10-15";

const ProductRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  categorySlug: z.string(),
  categoryName: z.string(),
  departmentSlug: z.string(),
  departmentName: z.string(),
  minCents: z.number(),
  maxCents: z.number(),
  listPriceCents: z.number().nullable(),
  ratingTenths: z.number(),
  reviewCount: z.number(),
  stock: z.number(),
  options: json(z.array(ProductOption)),
  addedOn: z.string(),
});

const SELECT_PRODUCTS = `
  SELECT p.id, p.slug, p.name, p.brand, p.list_price_cents AS listPriceCents,
    p.rating_tenths AS ratingTenths, p.review_count AS reviewCount, p.options,
    p.added_on AS addedOn, c.slug AS categorySlug, c.name AS categoryName,
    d.slug AS departmentSlug, d.name AS departmentName,
    MIN(v.price_cents) AS minCents, MAX(v.price_cents) AS maxCents, SUM(v.stock) AS stock
  FROM products p
  JOIN categories c ON c.id = p.category_id
  JOIN departments d ON d.id = c.department_id
  JOIN variants v ON v.product_id = p.id`;

/** Every product, in the order of the catalogue. */
export function allProducts(db: Database): CatalogueProduct[] {
  return db.all(ProductRow, `${SELECT_PRODUCTS} GROUP BY p.id ORDER BY p.id`).map(fromRow);
}

/** The products that match all words of a query, best first; words match by their beginnings. */
export function searchProducts(db: Database, query: string): CatalogueProduct[] {
  const match = matchExpression(query);
  if (match === "") return [];
  return db
    .all(
      ProductRow,
      `WITH hits AS MATERIALIZED (
         SELECT rowid AS id, bm25(product_search, 10, 4, 8, 2, 1) AS distance
         FROM product_search WHERE product_search MATCH ?
       )
       ${SELECT_PRODUCTS} JOIN hits ON hits.id = p.id
       GROUP BY p.id ORDER BY hits.distance, p.id`,
      match,
    )
    .map(fromRow);
}

/** An FTS5 expression; a plural also finds its singular ("mugs" finds "mug"). */
function matchExpression(query: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .map((word) => {
      const forms = word.length > 3 && word.endsWith("s") ? [word, word.slice(0, -1)] : [word];
      return `(${forms.map((form) => `"${form}"*`).join(" OR ")})`;
    })
    .join(" AND ");
}

const DetailRow = z.object({
  description: z.string(),
  features: json(z.array(z.string())),
  options: json(z.array(ProductOption)),
});

const VariantRow = z.object({
  sku: z.string(),
  options: json(OptionValues),
  priceCents: z.number(),
  stock: z.number(),
});

export function findProduct(db: Database, slug: string): ProductDetail | undefined {
  const products = allProducts(db);
  const product = products.find((candidate) => candidate.slug === slug);
  const detail =
    product &&
    db.get(
      DetailRow,
      "SELECT description, features, options FROM products WHERE id = ?",
      product.id,
    );
  if (!product || !detail) return undefined;
  const related = products
    .filter(({ category, id }) => category.slug === product.category.slug && id !== product.id)
    .sort((a, b) => popularity(b) - popularity(a))
    .slice(0, 4);
  const variants = db.all(
    VariantRow,
    "SELECT sku, options, price_cents AS priceCents, stock FROM variants WHERE product_id = ? ORDER BY id",
    product.id,
  );
  return { ...product, ...detail, variants, related };
}

const BrandRow = z.object({
  departmentSlug: z.string(),
  departmentName: z.string(),
  categorySlug: z.string(),
  categoryName: z.string(),
  brand: z.string(),
  count: z.number(),
});

/** The departments with their categories and brands, for the menu. */
export function departments(db: Database): Department[] {
  const rows = db.all(
    BrandRow,
    `SELECT d.slug AS departmentSlug, d.name AS departmentName, c.slug AS categorySlug,
       c.name AS categoryName, p.brand, COUNT(*) AS count
     FROM products p
     JOIN categories c ON c.id = p.category_id
     JOIN departments d ON d.id = c.department_id
     GROUP BY c.id, p.brand ORDER BY d.id, c.id, p.brand`,
  );
  const found = new Map<string, Department>();
  for (const { departmentSlug: slug, departmentName: name, brand, count, ...row } of rows) {
    const entry = found.get(slug) ?? { slug, name, count: 0, categories: [], brands: [] };
    found.set(slug, entry);
    entry.count += count;
    const known = entry.categories.find((category) => category.slug === row.categorySlug);
    if (known) known.count += count;
    else entry.categories.push({ slug: row.categorySlug, name: row.categoryName, count });
    if (!entry.brands.includes(brand)) entry.brands.push(brand);
  }
  for (const { brands } of found.values()) brands.sort();
  return [...found.values()];
}

export function popularity(product: ProductCard): number {
  return product.rating * Math.log(product.reviewCount + 2);
}

export function imageOf(slug: string, colour?: string): string {
  return `/images/${slug}.svg${colour === undefined ? "" : `?colour=${encodeURIComponent(colour)}`}`;
}

function fromRow(row: z.output<typeof ProductRow>): CatalogueProduct {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    category: { slug: row.categorySlug, name: row.categoryName },
    department: { slug: row.departmentSlug, name: row.departmentName },
    priceCents: row.minCents,
    listPriceCents: row.listPriceCents,
    priceVaries: row.maxCents > row.minCents,
    rating: row.ratingTenths / 10,
    reviewCount: row.reviewCount,
    inStock: row.stock > 0,
    isNew: row.addedOn >= NEW_SINCE,
    image: imageOf(row.slug),
    colours: row.options.find(({ name }) => name === "Colour")?.values ?? [],
    addedOn: row.addedOn,
  };
}
