// One order: the confirmation right after placing it, and the same again later.
import { DELIVERY_METHODS, PAYMENT_METHODS } from "../../contract/checkout.ts";
import { countryName } from "../../contract/countries.ts";
import { Order } from "../../contract/order.ts";
import { OrderSummary } from "../checkout/order-summary.tsx";
import { longDate } from "../format.ts";
import { Icon } from "../icons.tsx";
import { useResource } from "../resource.ts";
import { useTitle } from "../title.ts";
import { ProblemPage } from "./not-found-page.tsx";

export function OrderPage({ number, isNew = false }: { number: string; isNew?: boolean }) {
  useTitle(`Order ${number}`);
  const { data: order, problem } = useResource(Order, `/orders/${encodeURIComponent(number)}`);
  if (problem) return <ProblemPage problem={problem} />;
  if (!order) return <p class="page loading">Loading…</p>;
  return (
    <div class="page order">
      {isNew ? (
        <div class="thanks">
          <span class="thanks-mark">
            <Icon name="check" />
          </span>
          <h1>Thank you for your order</h1>
          <p>
            Your order number is <strong class="order-number">{order.number}</strong>. We deliver on{" "}
            {longDate(order.deliveryDate)}.
          </p>
        </div>
      ) : (
        <h1>Order {order.number}</h1>
      )}
      <div class="order-columns">
        <section class="panel" aria-labelledby="order-items">
          <h2 id="order-items">Items</h2>
          <OrderSummary {...order} />
        </section>
        <section class="panel" aria-labelledby="order-details">
          <h2 id="order-details">Details</h2>
          <Details order={order} />
        </section>
      </div>
      <p class="hero-links">
        <a class="button" href="/">
          Continue shopping
        </a>
        {!isNew && (
          <a class="button" href="/account/orders">
            All my orders
          </a>
        )}
      </p>
    </div>
  );
}

function Details({ order }: { order: Order }) {
  const rows = [
    ["Placed on", longDate(order.placedAt)],
    ["Status", order.status],
    ["Name", order.name],
    ["Address", `${order.address}, ${order.city} ${order.postcode}, ${countryName(order.country)}`],
    ["Delivery", nameIn(DELIVERY_METHODS, order.deliveryMethod)],
    ["Delivery date", longDate(order.deliveryDate)],
    ["Payment", nameIn(PAYMENT_METHODS, order.paymentMethod)],
    ...(order.notes === "" ? [] : [["Notes", order.notes]]),
  ];
  return (
    <dl class="details">
      {rows.map(([term, description]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}

function nameIn(methods: readonly { id: string; name: string }[], id: string): string {
  return methods.find((method) => method.id === id)?.name ?? id;
}
