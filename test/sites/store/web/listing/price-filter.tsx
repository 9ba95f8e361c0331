// The price range of a list, in whole pounds.
import { useEffect, useState } from "preact/hooks";
import type { Facets } from "../../contract/catalogue.ts";
import { navigate, withQuery, type Place } from "../navigation.ts";

export function PriceFilter({ place, facets }: { place: Place; facets: Facets }) {
  const min = place.query.get("min") ?? "";
  const max = place.query.get("max") ?? "";
  const [range, setRange] = useState({ min, max });
  const [problem, setProblem] = useState("");
  useEffect(() => setRange({ min, max }), [min, max]);

  const apply = () => {
    if (range.min !== "" && range.max !== "" && Number(range.min) > Number(range.max)) {
      return setProblem("The highest price must not be below the lowest");
    }
    setProblem("");
    if (range.min === min && range.max === max) return;
    navigate(withQuery(place, { ...range, page: null }));
  };
  const field = (name: "min" | "max", label: string, placeholder: number) => (
    <label class="price-field">
      <span>{label}</span>
      <input
        type="number"
        name={name}
        min="0"
        step="1"
        inputMode="numeric"
        placeholder={String(placeholder)}
        value={range[name]}
        aria-invalid={problem !== ""}
        onInput={(event) => setRange({ ...range, [name]: event.currentTarget.value })}
      />
    </label>
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <fieldset class="filter">
        <legend>Price</legend>
        <div class="price-fields">
          {field("min", "Min price (£)", Math.floor(facets.price.minCents / 100))}
          {field("max", "Max price (£)", Math.ceil(facets.price.maxCents / 100))}
          <button type="submit" class="button button-small">
            Apply price
          </button>
        </div>
        {problem !== "" && (
          <p class="field-error" role="alert">
            {problem}
          </p>
        )}
      </fieldset>
    </form>
  );
}
