// Choosing options and a quantity, and adding them to the cart.
import { useRef, useState } from "preact/hooks";
import type { OptionValues, ProductDetail } from "../../contract/catalogue.ts";
import type { Problem } from "../../contract/problem.ts";
import { problemOf } from "../shop-api.ts";
import { useShop } from "../shop.tsx";
import { OptionPicker } from "./option-picker.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { variantFor } from "./variants.ts";

type Props = {
  product: ProductDetail;
  options: OptionValues;
  onOptions: (options: OptionValues) => void;
};

export function BuyForm({ product, options, onOptions }: Props) {
  const { addToCart, showCart, announce } = useShop();
  const [quantity, setQuantity] = useState(1);
  const [problem, setProblem] = useState<Problem>();
  const [isAdding, setAdding] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const variant = variantFor(product, options);
  const isSoldOut = !product.inStock || variant?.stock === 0;

  const add = async () => {
    if (isAdding) return;
    setAdding(true);
    setProblem(undefined);
    try {
      await addToCart({ product: product.slug, options, quantity });
      announce(`${product.name} added to your cart`);
      showCart(true);
    } catch (error) {
      const found = problemOf(error);
      setProblem(found);
      const option = found.field?.startsWith("options.") ? found.field.slice(8) : undefined;
      if (option !== undefined) focusOption(form.current, option);
    } finally {
      setAdding(false);
    }
  };
  const problemOfOption = (name: string) =>
    problem?.field === `options.${name}` ? problem.message : undefined;
  const isAboutOption = problem?.field?.startsWith("options.") ?? false;

  return (
    <form
      class="buy"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {product.options.map((option) => (
        <OptionPicker
          key={option.name}
          product={product}
          option={option}
          options={options}
          problem={problemOfOption(option.name)}
          onChoose={(value) => {
            onOptions({ ...options, [option.name]: value });
            setProblem(undefined);
          }}
        />
      ))}
      <p class="stock" aria-live="polite">
        <Stock stock={variant?.stock} isSoldOut={isSoldOut} />
      </p>
      <div class="buy-row">
        <QuantityField
          value={quantity}
          label="Quantity"
          of={product.name}
          min={1}
          onChange={setQuantity}
        />
        <button
          type="submit"
          class="button button-primary button-large"
          disabled={isSoldOut}
          aria-busy={isAdding}
        >
          {isSoldOut ? "Sold out" : isAdding ? "Adding…" : "Add to cart"}
        </button>
      </div>
      {problem && !isAboutOption && (
        <p class="field-error" role="alert">
          {problem.message}
        </p>
      )}
    </form>
  );
}

function Stock({ stock, isSoldOut }: { stock: number | undefined; isSoldOut: boolean }) {
  if (isSoldOut) return <span class="stock-none">Sold out in this choice</span>;
  if (stock === undefined)
    return <span class="muted">Choose your options to see what is in stock</span>;
  if (stock <= 3) return <span class="stock-low">Only {stock} left</span>;
  return <span class="stock-good">In stock</span>;
}

function focusOption(form: HTMLFormElement | null, option: string): void {
  const first = form?.querySelector(`input[name="option-${CSS.escape(option)}"]`);
  if (first instanceof HTMLInputElement) first.focus();
}
