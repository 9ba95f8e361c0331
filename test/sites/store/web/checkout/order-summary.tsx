// What is being bought and what it comes to.
import type { OrderLine } from "../../contract/order.ts";
import { money, optionText } from "../format.ts";

type Line = Pick<
  OrderLine,
  "sku" | "product" | "name" | "options" | "image" | "quantity" | "lineTotalCents"
>;
type Props = { lines: Line[]; subtotalCents: number; deliveryCents: number };

export function OrderSummary({ lines, subtotalCents, deliveryCents }: Props) {
  return (
    <>
      <ul class="summary-lines" aria-label="Items">
        {lines.map((line) => (
          <li key={line.sku}>
            <img src={line.image} alt="" width="56" height="56" />
            <span>
              <a href={`/p/${line.product}`}>{line.name}</a>
              <br />
              <span class="muted">
                {optionText(line.options)} · Quantity: {line.quantity}
              </span>
            </span>
            <span class="summary-price">{money(line.lineTotalCents)}</span>
          </li>
        ))}
      </ul>
      <dl class="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{money(subtotalCents)}</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>{deliveryCents === 0 ? "Free" : money(deliveryCents)}</dd>
        </div>
        <div class="totals-sum">
          <dt>Total</dt>
          <dd>{money(subtotalCents + deliveryCents)}</dd>
        </div>
      </dl>
    </>
  );
}
