// The filters beside a list of products; every choice is part of the address.
import type { ComponentChildren } from "preact";
import type { Facets } from "../../contract/catalogue.ts";
import { navigate, withQuery, type Place } from "../navigation.ts";
import { PriceFilter } from "./price-filter.tsx";
import { Rating } from "./rating.tsx";

type Props = { place: Place; facets: Facets; category: string | undefined };

export function Filters({ place, facets, category }: Props) {
  const change = (changes: Record<string, string | string[] | null>) =>
    navigate(withQuery(place, { ...changes, page: null }));
  const brands = place.query.getAll("brand");
  const rating = place.query.get("rating") ?? "";
  return (
    <>
      <CategoryFilter place={place} facets={facets} category={category} />
      <Group legend="Brand">
        {facets.brands.map(({ name, count }) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              name="brand"
              value={name}
              checked={brands.includes(name)}
              onChange={(event) =>
                change({
                  brand: event.currentTarget.checked
                    ? [...brands, name]
                    : brands.filter((brand) => brand !== name),
                })
              }
            />
            <span>{name}</span>
            <span class="muted">{count}</span>
          </label>
        ))}
      </Group>
      <PriceFilter place={place} facets={facets} />
      <Group legend="Rating">
        {[{ atLeast: 0, count: undefined }, ...facets.ratings].map(({ atLeast, count }) => (
          <label key={atLeast} class="check">
            <input
              type="radio"
              name="rating"
              value={atLeast}
              checked={rating === (atLeast === 0 ? "" : String(atLeast))}
              onChange={() => change({ rating: atLeast === 0 ? null : String(atLeast) })}
            />
            {atLeast === 0 ? (
              <span>Any rating</span>
            ) : (
              <span class="rating-choice">
                <Rating rating={atLeast} /> {atLeast} and up
              </span>
            )}
            <span class="muted">{count}</span>
          </label>
        ))}
      </Group>
      <Group legend="Availability">
        <label class="check">
          <input
            type="checkbox"
            name="stock"
            checked={place.query.get("stock") === "1"}
            onChange={(event) => change({ stock: event.currentTarget.checked ? "1" : null })}
          />
          <span>In stock only</span>
          <span class="muted">{facets.inStock}</span>
        </label>
      </Group>
    </>
  );
}

/** On a department's pages the categories are pages of their own; in a search they filter. */
function CategoryFilter({ place, facets, category }: Props) {
  const chosen = category ?? place.query.get("category") ?? "";
  const choose = (slug: string) => {
    if (category === undefined) return navigate(withQuery(place, { category: slug, page: null }));
    navigate(withQuery({ ...place, path: `/c/${slug}` }, { page: null }));
  };
  return (
    <Group legend="Category">
      {category === undefined && (
        <label class="check">
          <input
            type="radio"
            name="category"
            value=""
            checked={chosen === ""}
            onChange={() => choose("")}
          />
          <span>All categories</span>
        </label>
      )}
      {facets.categories.map(({ slug, name, count }) => (
        <label key={slug} class="check">
          <input
            type="radio"
            name="category"
            value={slug}
            checked={chosen === slug}
            onChange={() => choose(slug)}
          />
          <span>{name}</span>
          <span class="muted">{count}</span>
        </label>
      ))}
    </Group>
  );
}

function Group({ legend, children }: { legend: string; children: ComponentChildren }) {
  return (
    <fieldset class="filter">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
