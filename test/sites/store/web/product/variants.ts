// Which variant of a product the chosen options stand for.
import type { OptionValues, ProductDetail, Variant } from "../../contract/catalogue.ts";

/** Options that come preselected, at the first value that can be had. */
export function initialOptions(product: ProductDetail): OptionValues {
  const chosen: OptionValues = {};
  for (const { name, values, preselected } of product.options) {
    if (!preselected) continue;
    const value = values.find((candidate) => isAvailable(product, { [name]: candidate }));
    const first = value ?? values[0];
    if (first !== undefined) chosen[name] = first;
  }
  return chosen;
}

/** The variant chosen, once every option has a value. */
export function variantFor(product: ProductDetail, options: OptionValues): Variant | undefined {
  const isComplete = product.options.every(({ name }) => options[name] !== undefined);
  return isComplete ? matching(product, options)[0] : undefined;
}

/** Whether any variant with these options is in stock. */
export function isAvailable(product: ProductDetail, options: OptionValues): boolean {
  return matching(product, options).some(({ stock }) => stock > 0);
}

function matching(product: ProductDetail, options: OptionValues): Variant[] {
  return product.variants.filter((variant) =>
    Object.entries(options).every(([name, value]) => variant.options[name] === value),
  );
}
