// One option of a product, as a group of radio buttons.
import { colourHex } from "../../contract/colours.ts";
import type { OptionValues, ProductDetail, ProductOption } from "../../contract/catalogue.ts";
import { isAvailable } from "./variants.ts";

type Props = {
  product: ProductDetail;
  option: ProductOption;
  options: OptionValues;
  problem: string | undefined;
  onChoose: (value: string) => void;
};

export function OptionPicker({ product, option, options, problem, onChoose }: Props) {
  const { name, values, preselected } = option;
  const isColour = name === "Colour";
  const errorId = `option-${name}-error`;
  return (
    <fieldset
      class={`option ${isColour ? "option-colour" : ""}`}
      role="radiogroup"
      aria-required={!preselected}
      aria-invalid={problem !== undefined}
      {...(problem === undefined ? {} : { "aria-describedby": errorId })}
    >
      <legend>
        {name}
        {options[name] !== undefined && <span class="muted">: {options[name]}</span>}
        {options[name] === undefined && <span class="muted"> (required)</span>}
      </legend>
      <div class="option-values">
        {values.map((value) => {
          const isLeft = isAvailable(product, { ...others(options, option), [name]: value });
          return (
            <label key={value} class={isLeft ? "option-value" : "option-value option-gone"}>
              <input
                type="radio"
                name={`option-${name}`}
                value={value}
                checked={options[name] === value}
                onChange={() => onChoose(value)}
              />
              {isColour && <span class="dot" style={{ background: colourHex(value) }} />}
              <span>
                {value}
                {!isLeft && <span class="visually-hidden"> (sold out)</span>}
              </span>
            </label>
          );
        })}
      </div>
      {problem !== undefined && (
        <p class="field-error" id={errorId} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** A colour is judged by itself; the other options within the colour chosen. */
function others(options: OptionValues, { name }: ProductOption): OptionValues {
  const colour = options["Colour"];
  return name === "Colour" || colour === undefined ? {} : { Colour: colour };
}
