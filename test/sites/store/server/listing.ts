// Filters, sorts and counts products; pure, so that every facet can be tested by itself.
import type { Facets, Listing, ListingQuery, SortOrder } from "../contract/catalogue.ts";
import { PAGE_SIZE } from "../contract/catalogue.ts";
import { popularity, type CatalogueProduct } from "./catalogue.ts";

type Filter = "category" | "brand" | "price" | "rating" | "inStock";
type Test = (product: CatalogueProduct) => boolean;

/** One page of `candidates`, which come in order of relevance, with the facets to refine it by. */
export function listProducts(
  candidates: CatalogueProduct[],
  query: ListingQuery,
): Omit<Listing, "title" | "parents"> {
  const tests = filterTests(query);
  const matching = keep(candidates, tests);
  const sorted =
    query.sort === "relevance" ? relevance(matching, query) : sort(matching, query.sort);
  const pageCount = Math.max(1, Math.ceil(sorted.length / PAGE_SIZE));
  const page = Math.min(query.page, pageCount);
  return {
    total: sorted.length,
    page,
    pageCount,
    products: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    facets: facets(candidates, tests, query),
  };
}

function filterTests(query: ListingQuery): Record<Filter, Test> {
  const { category, brand, minPrice = 0, maxPrice = Infinity, rating = 0 } = query;
  return {
    category: (product) =>
      category === undefined ||
      product.category.slug === category ||
      product.department.slug === category,
    brand: (product) => brand.length === 0 || brand.includes(product.brand),
    price: ({ priceCents }) => priceCents >= minPrice && priceCents <= maxPrice,
    rating: (product) => product.rating >= rating,
    inStock: (product) => !query.inStock || product.inStock,
  };
}

function keep(products: CatalogueProduct[], tests: Record<Filter, Test>, except?: Filter) {
  const checks = Object.entries(tests).flatMap(([name, test]) => (name === except ? [] : [test]));
  return products.filter((product) => checks.every((check) => check(product)));
}

/** Each facet counts what there would be without its own filter, so that choices stay open. */
function facets(
  candidates: CatalogueProduct[],
  tests: Record<Filter, Test>,
  query: ListingQuery,
): Facets {
  const prices = keep(candidates, tests, "price").map(({ priceCents }) => priceCents);
  const rated = keep(candidates, tests, "rating");
  return {
    categories: categoryFacet(keep(candidates, tests, "category"), query.category),
    brands: brandFacet(keep(candidates, tests, "brand"), query.brand),
    ratings: [4.5, 4, 3.5].map((atLeast) => ({
      atLeast,
      count: rated.filter(({ rating }) => rating >= atLeast).length,
    })),
    price: {
      minCents: prices.length > 0 ? Math.min(...prices) : 0,
      maxCents: prices.length > 0 ? Math.max(...prices) : 0,
    },
    inStock: keep(candidates, tests, "inStock").filter((product) => product.inStock).length,
  };
}

/** Within a department only its own categories are offered. */
function categoryFacet(products: CatalogueProduct[], category: string | undefined) {
  const department = products.find(
    (product) => product.category.slug === category || product.department.slug === category,
  )?.department.slug;
  const found = new Map<string, Facets["categories"][number]>();
  for (const product of products) {
    if (department !== undefined && product.department.slug !== department) continue;
    const entry = found.get(product.category.slug) ?? { ...product.category, count: 0 };
    found.set(product.category.slug, { ...entry, count: entry.count + 1 });
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function brandFacet(products: CatalogueProduct[], chosen: string[]): Facets["brands"] {
  const counts = new Map(chosen.map((name) => [name, 0]));
  for (const { brand } of products) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function relevance(products: CatalogueProduct[], query: ListingQuery): CatalogueProduct[] {
  return query.q === "" ? sort(products, "popular") : products;
}

function sort(products: CatalogueProduct[], order: Exclude<SortOrder, "relevance">) {
  const by: Record<typeof order, (a: CatalogueProduct, b: CatalogueProduct) => number> = {
    popular: (a, b) => popularity(b) - popularity(a),
    "price-asc": (a, b) => a.priceCents - b.priceCents,
    "price-desc": (a, b) => b.priceCents - a.priceCents,
    rating: (a, b) => b.rating - a.rating || b.reviewCount - a.reviewCount,
    newest: (a, b) => b.addedOn.localeCompare(a.addedOn),
    name: (a, b) => a.name.localeCompare(b.name, "en"),
  };
  return products.toSorted((a, b) => by[order](a, b) || a.id - b.id);
}
