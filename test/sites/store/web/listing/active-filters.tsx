// The filters in force, each with a button that lifts it.
import type { Facets } from "../../contract/catalogue.ts";
import { Icon } from "../icons.tsx";
import { navigate, withQuery, type Place } from "../navigation.ts";

type Chip = { label: string; lift: Record<string, string | string[] | null> };

export function ActiveFilters({ place, facets }: { place: Place; facets: Facets }) {
  const chips = chipsOf(place, facets);
  if (chips.length === 0) return null;
  const all = { brand: null, min: null, max: null, rating: null, stock: null, category: null };
  return (
    <ul class="chips" aria-label="Filters in force">
      {chips.map(({ label, lift }) => (
        <li key={label}>
          <button
            type="button"
            class="chip"
            aria-label={`Remove filter ${label}`}
            onClick={() => navigate(withQuery(place, { ...lift, page: null }))}
          >
            {label}
            <Icon name="close" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          class="link"
          onClick={() => navigate(withQuery(place, { ...all, page: null }))}
        >
          Clear all filters
        </button>
      </li>
    </ul>
  );
}

function chipsOf({ query }: Place, facets: Facets): Chip[] {
  const chips: Chip[] = [];
  const category = query.get("category");
  if (category !== null) {
    const name = facets.categories.find(({ slug }) => slug === category)?.name ?? category;
    chips.push({ label: name, lift: { category: null } });
  }
  const brands = query.getAll("brand");
  for (const brand of brands) {
    chips.push({ label: brand, lift: { brand: brands.filter((other) => other !== brand) } });
  }
  const min = query.get("min");
  const max = query.get("max");
  if (min !== null || max !== null) {
    const label =
      max === null ? `From £${min}` : min === null ? `Up to £${max}` : `£${min} to £${max}`;
    chips.push({ label, lift: { min: null, max: null } });
  }
  const rating = query.get("rating");
  if (rating !== null) chips.push({ label: `${rating} stars and up`, lift: { rating: null } });
  if (query.get("stock") === "1") chips.push({ label: "In stock only", lift: { stock: null } });
  return chips;
}
