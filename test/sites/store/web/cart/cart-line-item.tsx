// One line of the cart: what it is, how many, and taking it out.
import { useState } from "preact/hooks";
import type { CartLine } from "../../contract/cart.ts";
import { money, optionText } from "../format.ts";
import { QuantityField } from "../product/quantity-field.tsx";
import { problemOf } from "../shop-api.ts";
import { useShop } from "../shop.tsx";

type Props = { line: CartLine; onLeave: () => void; onRemoved: () => void };

export function CartLineItem({ line, onLeave, onRemoved }: Props) {
  const { changeQuantity, announce } = useShop();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const change = async (quantity: number) => {
    setBusy(true);
    setProblem("");
    try {
      await changeQuantity(line.sku, quantity);
      if (quantity === 0) onRemoved();
      announce(
        quantity === 0
          ? `${line.name} removed from your cart`
          : `Quantity of ${line.name} is now ${quantity}`,
      );
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li class="cart-line" aria-busy={isBusy}>
      <img src={line.image} alt="" width="76" height="76" />
      <div>
        <a class="cart-name" href={`/p/${line.product}`} onClick={onLeave}>
          {line.name}
        </a>
        <p class="muted">{optionText(line.options)}</p>
        <p class="muted">{money(line.unitPriceCents)} each</p>
        <div class="cart-line-foot">
          <QuantityField
            value={line.quantity}
            label="Quantity"
            of={line.name}
            min={1}
            onChange={(quantity) => void change(quantity)}
          />
          <button
            type="button"
            class="link"
            aria-label={`Remove ${line.name} from the cart`}
            onClick={() => void change(0)}
          >
            Remove
          </button>
          <strong class="cart-line-total">{money(line.lineTotalCents)}</strong>
        </div>
        {problem !== "" && (
          <p class="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </li>
  );
}
