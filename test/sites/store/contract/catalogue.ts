// What the shop says about its products: categories, listings, facets and details.
import { z } from "zod";

export const SORT_ORDERS = [
  "relevance",
  "popular",
  "price-asc",
  "price-desc",
  "rating",
  "newest",
  "name",
] as const;
export const SortOrder = z.enum(SORT_ORDERS);
export type SortOrder = z.infer<typeof SortOrder>;

export const PAGE_SIZE = 24;

const slug = z.string().regex(/^[a-z0-9-]{1,80}$/, "Use lower-case letters, digits and dashes");
const cents = z.coerce
  .number("Enter an amount in whole cents")
  .int("Enter an amount in whole cents")
  .min(0, "Enter an amount of 0 or more")
  .max(10_000_000, "Enter a smaller amount");

/** The query string of `GET /api/products`; prices are in cents. */
export const ListingQuery = z
  .object({
    q: z.string().trim().max(100, "Search for at most 100 characters").default(""),
    category: slug.optional(),
    brand: z.array(z.string().max(60)).max(30).default([]),
    minPrice: cents.optional(),
    maxPrice: cents.optional(),
    rating: z.coerce.number("Enter a rating from 1 to 5").min(1).max(5).optional(),
    inStock: z.stringbool("Use true or false").default(false),
    sort: SortOrder.default("relevance"),
    page: z.coerce.number("Enter a page number").int().min(1).max(1000).default(1),
  })
  .refine((query) => (query.minPrice ?? 0) <= (query.maxPrice ?? Infinity), {
    path: ["maxPrice"],
    message: "The highest price must not be below the lowest",
  });
export type ListingQuery = z.infer<typeof ListingQuery>;

export const SuggestQuery = z.object({
  q: z.string().trim().max(100, "Search for at most 100 characters").default(""),
});

export const CategoryRef = z.object({ slug: z.string(), name: z.string() });
export type CategoryRef = z.infer<typeof CategoryRef>;

const CountedCategory = CategoryRef.extend({ count: z.number() });

export const Department = CategoryRef.extend({
  count: z.number(),
  categories: z.array(CountedCategory),
  brands: z.array(z.string()),
});
export type Department = z.infer<typeof Department>;
export const Departments = z.object({ departments: z.array(Department) });

export const ProductCard = z.object({
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  category: CategoryRef,
  priceCents: z.number(),
  listPriceCents: z.number().nullable(),
  priceVaries: z.boolean(),
  rating: z.number(),
  reviewCount: z.number(),
  inStock: z.boolean(),
  isNew: z.boolean(),
  image: z.string(),
  colours: z.array(z.string()),
});
export type ProductCard = z.infer<typeof ProductCard>;

export const Facets = z.object({
  categories: z.array(CountedCategory),
  brands: z.array(z.object({ name: z.string(), count: z.number() })),
  ratings: z.array(z.object({ atLeast: z.number(), count: z.number() })),
  price: z.object({ minCents: z.number(), maxCents: z.number() }),
  inStock: z.number(),
});
export type Facets = z.infer<typeof Facets>;

export const Listing = z.object({
  title: z.string(),
  parents: z.array(CategoryRef),
  total: z.number(),
  page: z.number(),
  pageCount: z.number(),
  products: z.array(ProductCard),
  facets: Facets,
});
export type Listing = z.infer<typeof Listing>;

export const Suggestions = z.object({
  products: z.array(ProductCard),
  categories: z.array(CategoryRef),
  total: z.number(),
});
export type Suggestions = z.infer<typeof Suggestions>;

export const Home = z.object({
  bestSellers: z.array(ProductCard),
  newArrivals: z.array(ProductCard),
});
export type Home = z.infer<typeof Home>;

export const OptionValues = z.record(z.string(), z.string());
export type OptionValues = z.infer<typeof OptionValues>;

/** `preselected` options start with their first value; the others must be chosen. */
export const ProductOption = z.object({
  name: z.string(),
  values: z.array(z.string()),
  preselected: z.boolean(),
});
export type ProductOption = z.infer<typeof ProductOption>;

export const Variant = z.object({
  sku: z.string(),
  options: OptionValues,
  priceCents: z.number(),
  stock: z.number(),
});
export type Variant = z.infer<typeof Variant>;

export const ProductDetail = ProductCard.extend({
  department: CategoryRef,
  description: z.string(),
  features: z.array(z.string()),
  options: z.array(ProductOption),
  variants: z.array(Variant),
  related: z.array(ProductCard),
});
export type ProductDetail = z.infer<typeof ProductDetail>;
