// The orders of the customer signed in.
import { useEffect } from "preact/hooks";
import { Orders } from "../../contract/order.ts";
import { longDate, money } from "../format.ts";
import { navigate } from "../navigation.ts";
import { useResource } from "../resource.ts";
import { useShop } from "../shop.tsx";
import { useTitle } from "../title.ts";
import { ProblemPage } from "./not-found-page.tsx";

export function OrdersPage() {
  useTitle("My orders");
  const { account, isReady } = useShop();
  const { data, problem } = useResource(Orders, account ? "/orders" : null);
  useEffect(() => {
    if (isReady && !account) navigate("/sign-in?next=/account/orders", "replace");
  }, [isReady, account]);
  if (problem) return <ProblemPage problem={problem} />;
  if (!account || !data) return <p class="page loading">Loading…</p>;
  return (
    <div class="page">
      <h1>My orders</h1>
      <p>
        Signed in as {account.name} ({account.email}).
      </p>
      {data.orders.length === 0 ? (
        <p class="empty">You have not ordered anything yet.</p>
      ) : (
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Placed on</th>
                <th scope="col">Status</th>
                <th scope="col">Items</th>
                <th scope="col">Total</th>
              </tr>
            </thead>
            <tbody>
              {data.orders.map((order) => (
                <tr key={order.number}>
                  <td>
                    <a href={`/account/orders/${order.number}`}>{order.number}</a>
                  </td>
                  <td>{longDate(order.placedAt)}</td>
                  <td>
                    <span class={`status status-${order.status}`}>{order.status}</span>
                  </td>
                  <td>{order.itemCount}</td>
                  <td>{money(order.totalCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
