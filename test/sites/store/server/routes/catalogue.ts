// Categories, listings, suggestions and product pages.
import { Hono } from "hono";
import {
  ListingQuery,
  ProductCard,
  ProductDetail,
  SuggestQuery,
  type CategoryRef,
  type Home,
  type Listing,
  type Suggestions,
} from "../../contract/catalogue.ts";
import {
  allProducts,
  departments,
  findProduct,
  popularity,
  searchProducts,
  type CatalogueProduct,
} from "../catalogue.ts";
import type { Database } from "../database.ts";
import { notFound } from "../errors.ts";
import { listProducts } from "../listing.ts";
import { readQuery } from "../request.ts";
import type { StoreEnv } from "../sessions.ts";

const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 3;

export function catalogueRoutes(db: Database) {
  return new Hono<StoreEnv>()
    .get("/categories", (c) => c.json({ departments: departments(db) }))
    .get("/home", (c) => c.json(home(allProducts(db))))
    .get("/products", (c) => c.json(listing(db, readQuery(c, ListingQuery, ["brand"]))))
    .get("/suggest", (c) => c.json(suggestions(db, readQuery(c, SuggestQuery).q)))
    .get("/products/:slug", (c) => {
      const slug = c.req.param("slug");
      const product = findProduct(db, slug);
      if (!product) throw notFound("product", slug);
      return c.json(ProductDetail.parse(product));
    });
}

function home(products: CatalogueProduct[]): Home {
  const inStock = products.filter((product) => product.inStock);
  return {
    bestSellers: inStock
      .toSorted((a, b) => popularity(b) - popularity(a))
      .slice(0, 8)
      .map(toCard),
    newArrivals: inStock
      .toSorted((a, b) => b.addedOn.localeCompare(a.addedOn) || a.id - b.id)
      .slice(0, 4)
      .map(toCard),
  };
}

function listing(db: Database, query: ListingQuery): Listing {
  const candidates = query.q === "" ? allProducts(db) : searchProducts(db, query.q);
  const { title, parents } = heading(db, query.category);
  const { products, ...rest } = listProducts(candidates, query);
  return { title, parents, products: products.map(toCard), ...rest };
}

function heading(
  db: Database,
  slug: string | undefined,
): { title: string; parents: CategoryRef[] } {
  if (slug === undefined) return { title: "All products", parents: [] };
  for (const department of departments(db)) {
    if (department.slug === slug) return { title: department.name, parents: [] };
    const category = department.categories.find((candidate) => candidate.slug === slug);
    const parent = { slug: department.slug, name: department.name };
    if (category) return { title: category.name, parents: [parent] };
  }
  throw notFound("category", slug);
}

function suggestions(db: Database, q: string): Suggestions {
  const products = searchProducts(db, q);
  const starts = q.toLowerCase();
  const categories = departments(db)
    .flatMap((department) => [department, ...department.categories])
    .filter(({ name }) => starts !== "" && name.toLowerCase().includes(starts))
    .slice(0, SUGGESTED_CATEGORIES)
    .map(({ slug, name }) => ({ slug, name }));
  const shown = products.slice(0, SUGGESTED_PRODUCTS).map(toCard);
  return { products: shown, categories, total: products.length };
}

/** Strips what only listings need. */
function toCard(product: ProductCard): ProductCard {
  return ProductCard.parse(product);
}
