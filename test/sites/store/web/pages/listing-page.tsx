// A category, or the results of a search, with filters, sorting and pages.
import { useEffect } from "preact/hooks";
import { Listing, SORT_ORDERS, type SortOrder } from "../../contract/catalogue.ts";
import { Breadcrumbs } from "../breadcrumbs.tsx";
import { count } from "../format.ts";
import { ActiveFilters } from "../listing/active-filters.tsx";
import { Filters } from "../listing/filters.tsx";
import { Pagination } from "../listing/pagination.tsx";
import { ProductGrid } from "../listing/product-card.tsx";
import { navigate, withQuery, type Place } from "../navigation.ts";
import { ProblemPage } from "./not-found-page.tsx";
import { useResource } from "../resource.ts";
import { useShop } from "../shop.tsx";
import { useTitle } from "../title.ts";

const SORT_NAMES: Record<SortOrder, string> = {
  relevance: "Recommended",
  popular: "Most popular",
  "price-asc": "Price: low to high",
  "price-desc": "Price: high to low",
  rating: "Best rated",
  newest: "Newest",
  name: "Name: A to Z",
};

export function ListingPage({ place, category }: { place: Place; category?: string }) {
  const { announce } = useShop();
  const { data, problem, isLoading } = useResource(Listing, apiPath(place, category));
  const asked = place.query.get("q") ?? "";
  const title = asked === "" ? data?.title : `Results for “${asked}”`;
  useTitle(title);
  useEffect(() => {
    if (data && !isLoading) announce(`${count(data.total, "product")} found`);
  }, [data, isLoading]);

  if (problem) return <ProblemPage problem={problem} />;
  if (!data) return <p class="page loading">Loading…</p>;
  return (
    <div class="page">
      <Breadcrumbs parents={data.parents} current={title ?? ""} />
      <h1>{title}</h1>
      <div class="listing">
        <aside class="filters" aria-label="Filters">
          <details open={matchMedia("(min-width: 800px)").matches}>
            <summary>Filters</summary>
            <Filters place={place} facets={data.facets} category={category} />
          </details>
        </aside>
        <section class="results" aria-label="Products" aria-busy={isLoading}>
          <div class="toolbar">
            <p class="result-count">{count(data.total, "product")}</p>
            <label class="sort">
              <span>Sort by</span>
              <select
                name="sort"
                value={place.query.get("sort") ?? "relevance"}
                onChange={(event) => {
                  const sort = event.currentTarget.value;
                  navigate(
                    withQuery(place, { sort: sort === "relevance" ? null : sort, page: null }),
                  );
                }}
              >
                {SORT_ORDERS.map((order) => (
                  <option key={order} value={order}>
                    {SORT_NAMES[order]}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <ActiveFilters place={place} facets={data.facets} />
          {data.total === 0 ? (
            <p class="empty">Nothing matches. Try fewer filters or other words.</p>
          ) : (
            <ProductGrid products={data.products} label="Products" />
          )}
          <Pagination place={place} page={data.page} pageCount={data.pageCount} />
        </section>
      </div>
    </div>
  );
}

/** The page's address speaks of pounds, the API of cents. */
function apiPath({ query }: Place, category: string | undefined): string {
  const api = new URLSearchParams();
  for (const name of ["q", "category", "rating", "sort", "page"]) {
    const value = query.get(name);
    if (value !== null && value !== "") api.set(name, value);
  }
  for (const brand of query.getAll("brand")) api.append("brand", brand);
  if (category !== undefined) api.set("category", category);
  if (query.get("stock") === "1") api.set("inStock", "true");
  for (const [name, parameter] of [
    ["min", "minPrice"],
    ["max", "maxPrice"],
  ] as const) {
    const pounds = query.get(name);
    if (pounds !== null && pounds !== "")
      api.set(parameter, String(Math.round(Number(pounds) * 100)));
  }
  return `/products?${api.toString()}`;
}
