// Checkout: everything on one page, for customers and guests.
import { useEffect, useRef, useState } from "preact/hooks";
import { CheckoutTerms, DeliveryMethod, deliveryCents } from "../../contract/checkout.ts";
import { Order } from "../../contract/order.ts";
import { CheckoutFields } from "../checkout/checkout-fields.tsx";
import { useFormState } from "../checkout/form-state.ts";
import { OrderSummary } from "../checkout/order-summary.tsx";
import { count, money } from "../format.ts";
import { navigate } from "../navigation.ts";
import { useResource } from "../resource.ts";
import { call, problemOf } from "../shop-api.ts";
import { useShop } from "../shop.tsx";
import { useTitle } from "../title.ts";
import { ProblemPage } from "./not-found-page.tsx";

export function CheckoutPage() {
  useTitle("Checkout");
  const { cart, isReady } = useShop();
  const { data: terms, problem } = useResource(CheckoutTerms, "/checkout");
  if (problem) return <ProblemPage problem={problem} />;
  if (!terms || !isReady) return <p class="page loading">Loading…</p>;
  if (cart.lines.length === 0) {
    return (
      <div class="page narrow">
        <h1>Checkout</h1>
        <p>Your cart is empty. Add something before checking out.</p>
        <a class="button" href="/search">
          See all products
        </a>
      </div>
    );
  }
  return <Checkout terms={terms} />;
}

function Checkout({ terms }: { terms: CheckoutTerms }) {
  const { account, cart, reloadCart } = useShop();
  const form = useFormState(terms, account ?? {});
  const [failure, setFailure] = useState("");
  const [isPlacing, setPlacing] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  // Goes to the first field that is wrong, once it is marked.
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const first = element.current?.querySelector(
      "input[aria-invalid=true], select[aria-invalid=true], textarea[aria-invalid=true], [aria-invalid=true] input",
    );
    if (attempt > 0 && first instanceof HTMLElement) first.focus();
  }, [attempt]);

  const place = async () => {
    if (isPlacing) return;
    setFailure("");
    const body = form.validate();
    if (!body) return setAttempt(attempt + 1);
    setPlacing(true);
    try {
      const order = await call(Order, "POST", "/orders", { body });
      navigate(`/order/${order.number}`, "replace");
      await reloadCart();
    } catch (error) {
      const problem = problemOf(error);
      form.setIssues(problem.issues);
      setFailure(problem.message);
      setAttempt(attempt + 1);
      setPlacing(false);
      if (problem.code === "out_of_stock") await reloadCart();
    }
  };

  const method = DeliveryMethod.safeParse(form.values.deliveryMethod);
  const delivery = method.success ? deliveryCents(method.data, cart.subtotalCents) : 0;
  return (
    <div class="page">
      <h1>Checkout</h1>
      {!account && (
        <p>
          You are checking out as a guest. <a href="/sign-in?next=/checkout">Sign in instead</a>
        </p>
      )}
      <form
        class="checkout"
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void place();
        }}
      >
        <div>
          <div role="alert">
            {form.issues.length > 0 && failure === "" && (
              <p class="alert">
                {count(form.issues.length, "field needs", "fields need")} your attention.
              </p>
            )}
            {failure !== "" && <p class="alert">{failure}</p>}
          </div>
          <CheckoutFields form={form} terms={terms} subtotalCents={cart.subtotalCents} />
        </div>
        <aside class="panel" aria-labelledby="summary">
          <h2 id="summary">Your order</h2>
          <OrderSummary {...cart} deliveryCents={delivery} />
          <button type="submit" class="button button-primary button-large" aria-busy={isPlacing}>
            {isPlacing
              ? "Placing your order…"
              : `Place order for ${money(cart.subtotalCents + delivery)}`}
          </button>
        </aside>
      </form>
    </div>
  );
}
