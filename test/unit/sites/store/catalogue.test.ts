// Listings, search, filters and product pages.
import { describe, expect, it } from "vitest";
import {
  Departments,
  Home,
  Listing,
  ProductDetail,
  SORT_ORDERS,
  Suggestions,
} from "../../../sites/store/contract/catalogue.ts";
import { useStore, type Visitor } from "./visitor.ts";

const openStore = useStore();
const list = (visitor: Visitor, query: string) =>
  visitor.expect(Listing, 200, { path: `/api/products?${query}` });

describe("search", () => {
  it("the search finds products by any of their words, whole or begun", async () => {
    const visitor = openStore().visit();
    const { products } = await list(visitor, "q=rain+jack");
    expect(products.length).toBeGreaterThan(0);
    for (const { name } of products) expect(name).toContain("Rain Jacket");
  });

  it("the search finds the singular by its plural, and in any case", async () => {
    const visitor = openStore().visit();
    const [mug, mugs] = await Promise.all([list(visitor, "q=mug"), list(visitor, "q=MUGS")]);
    expect(mug.total).toBeGreaterThan(0);
    expect(mugs.total).toBe(mug.total);
  });

  it("the search finds nothing for words that no product has, and survives query syntax", async () => {
    const visitor = openStore().visit();
    const odd = ["zzzz", "AND OR NOT", "name:zzzz*", "' OR 1=1 --"];
    for (const q of odd) {
      expect((await list(visitor, `q=${encodeURIComponent(q)}`)).products).toEqual([]);
    }
    expect((await visitor.send({ path: "/api/products?q=%22(" })).status).toBe(200);
  });

  it("the search suggests products and categories, but nothing for an empty query", async () => {
    const visitor = openStore().visit();
    const found = await visitor.expect(Suggestions, 200, { path: "/api/suggest?q=tent" });
    expect(found.products.map(({ category }) => category.slug)).toEqual(Array(6).fill("tents"));
    expect(found.categories).toContainEqual({ slug: "tents", name: "Tents" });
    expect(found.total).toBeGreaterThanOrEqual(15);
    const none = await visitor.expect(Suggestions, 200, { path: "/api/suggest?q=" });
    expect(none).toEqual({ products: [], categories: [], total: 0 });
  });
});

describe("filters", () => {
  it("filters keep products by category, department, brand, price, rating and stock", async () => {
    const visitor = openStore().visit();
    const jackets = await list(visitor, "category=jackets");
    expect(jackets.total).toBe(15);
    expect(jackets.parents).toEqual([{ slug: "clothing", name: "Clothing" }]);
    expect((await list(visitor, "category=clothing")).total).toBe(60);

    const branded = await list(visitor, "category=clothing&brand=Ferrow&brand=Oakhurst");
    expect(new Set(branded.products.map(({ brand }) => brand))).toEqual(
      new Set(["Ferrow", "Oakhurst"]),
    );

    const priced = await list(visitor, "minPrice=2000&maxPrice=3000");
    for (const { priceCents } of priced.products) {
      expect(priceCents).toBeGreaterThanOrEqual(2000);
      expect(priceCents).toBeLessThanOrEqual(3000);
    }
    for (const { rating } of (await list(visitor, "rating=4.5")).products) {
      expect(rating).toBeGreaterThanOrEqual(4.5);
    }
    const [all, inStock] = [await list(visitor, ""), await list(visitor, "inStock=true")];
    expect(inStock.total).toBeLessThan(all.total);
    expect(inStock.total).toBe(all.facets.inStock);
  });

  it("filters count the products that each choice of a facet would find", async () => {
    const visitor = openStore().visit();
    const { facets } = await list(visitor, "category=footwear&brand=Strider");
    expect(facets.brands.length).toBeGreaterThan(1);
    expect(facets.categories.length).toBeGreaterThan(1);
    for (const { name, count } of facets.brands) {
      const one = await list(visitor, `category=footwear&brand=${encodeURIComponent(name)}`);
      expect(one.total).toBe(count);
    }
    for (const { slug, count } of facets.categories) {
      expect((await list(visitor, `category=${slug}&brand=Strider`)).total).toBe(count);
    }
  });

  it("filters are refused with the field's name if they make no sense", async () => {
    const visitor = openStore().visit();
    const cases = [
      ["minPrice=cheap", "minPrice"],
      ["minPrice=3000&maxPrice=2000", "maxPrice"],
      ["rating=6", "rating"],
      ["page=0", "page"],
      ["sort=random", "sort"],
      [`q=${"a".repeat(101)}`, "q"],
    ] as const;
    for (const [query, field] of cases) {
      const problem = await visitor.refused(422, { path: `/api/products?${query}` });
      expect(problem).toMatchObject({ code: "invalid_input", field });
    }
    const unknown = await visitor.refused(404, { path: "/api/products?category=boats" });
    expect(unknown.message).toContain("boats");
  });
});

describe("the order and the pages of a listing", () => {
  it("a listing is sorted by price, rating, name and age", async () => {
    const visitor = openStore().visit();
    const up = (await list(visitor, "sort=price-asc")).products.map((one) => one.priceCents);
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    const down = (await list(visitor, "sort=price-desc")).products.map((one) => one.priceCents);
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    const rated = (await list(visitor, "sort=rating")).products.map((one) => one.rating);
    expect(rated).toEqual(rated.toSorted((a, b) => b - a));
    const named = (await list(visitor, "sort=name")).products.map((one) => one.name);
    expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b, "en")));
    expect((await list(visitor, "sort=newest")).products[0]?.isNew).toBe(true);
  });

  it("a listing shows every product once over all its pages, in every order", async () => {
    const visitor = openStore().visit();
    for (const sort of SORT_ORDERS) {
      const first = await list(visitor, `sort=${sort}`);
      const slugs = new Set<string>();
      for (let page = 1; page <= first.pageCount; page += 1) {
        for (const { slug } of (await list(visitor, `sort=${sort}&page=${page}`)).products)
          slugs.add(slug);
      }
      expect(slugs.size).toBe(first.total);
    }
  });

  it("a listing shows its last page if there is no such page", async () => {
    const found = await list(openStore().visit(), "category=mugs&page=99");
    expect(found.page).toBe(1);
    expect(found.products).toHaveLength(15);
  });
});

describe("products", () => {
  it("products come with options, variants with stock and price, and related products", async () => {
    const visitor = openStore().visit();
    const [first] = (await list(visitor, "category=tents")).products;
    const tent = await visitor.expect(ProductDetail, 200, { path: `/api/products/${first?.slug}` });
    expect(tent.options.map(({ name, preselected }) => [name, preselected])).toEqual([
      ["Colour", true],
      ["Capacity", false],
    ]);
    const combinations = tent.options.reduce((product, { values }) => product * values.length, 1);
    expect(tent.variants).toHaveLength(combinations);
    expect(Math.min(...tent.variants.map(({ priceCents }) => priceCents))).toBe(tent.priceCents);
    expect(tent.related.map(({ category }) => category.slug)).toEqual(Array(4).fill("tents"));
  });

  it("products that do not exist are not found", async () => {
    const problem = await openStore().visit().refused(404, { path: "/api/products/no-such-thing" });
    expect(problem.message).toContain("no-such-thing");
  });

  it("products have a picture in a colour of theirs, and in no other", async () => {
    const visitor = openStore().visit();
    const [mug] = (await list(visitor, "category=mugs")).products;
    const picture = await visitor.send({ path: `${mug?.image}?colour=${mug?.colours[0]}` });
    expect(picture.headers.get("content-type")).toBe("image/svg+xml");
    expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/);
    await visitor.refused(422, { path: `${mug?.image}?colour=%22%3E` });
  });

  it("products fill the front page and the menu", async () => {
    const visitor = openStore().visit();
    const home = await visitor.expect(Home, 200, { path: "/api/home" });
    expect([home.bestSellers.length, home.newArrivals.length]).toEqual([8, 4]);
    const { departments } = await visitor.expect(Departments, 200, { path: "/api/categories" });
    expect(departments).toHaveLength(7);
    expect(departments.reduce((sum, { count }) => sum + count, 0)).toBe(360);
  });
});
