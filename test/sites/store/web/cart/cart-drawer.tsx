// The cart, as a dialog that slides in from the side.
import { useEffect, useRef } from "preact/hooks";
import { FREE_DELIVERY_FROM_CENTS } from "../../contract/checkout.ts";
import { count, money } from "../format.ts";
import { Icon } from "../icons.tsx";
import { navigate } from "../navigation.ts";
import { useShop } from "../shop.tsx";
import { CartLineItem } from "./cart-line-item.tsx";

export function CartDrawer() {
  const { cart, isCartOpen, showCart } = useShop();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isCartOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isCartOpen]);
  useEffect(() => {
    const close = () => showCart(false);
    addEventListener("popstate", close);
    return () => removeEventListener("popstate", close);
  }, []);
  const close = () => showCart(false);
  const leaveTo = (to: string) => {
    close();
    navigate(to);
  };
  // The button that had the focus is gone with its line.
  const toTitle = () => title.current?.focus();
  const missing = FREE_DELIVERY_FROM_CENTS - cart.subtotalCents;
  return (
    <dialog
      class="drawer"
      ref={dialog}
      aria-labelledby="cart-title"
      onClose={close}
      // Only the backdrop is the dialog itself; everything else lies on its content.
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div class="drawer-content">
        <header class="drawer-head">
          <h2 id="cart-title" ref={title} tabIndex={-1}>
            Your cart <span class="muted">({count(cart.itemCount, "item")})</span>
          </h2>
          <button type="button" class="icon-button" aria-label="Close cart" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {cart.lines.length === 0 ? (
          <div class="drawer-empty">
            <p>Your cart is empty.</p>
            <button type="button" class="button" onClick={() => leaveTo("/search")}>
              See all products
            </button>
          </div>
        ) : (
          <>
            <ul class="cart-lines" aria-label="Items in your cart">
              {cart.lines.map((line) => (
                <CartLineItem key={line.sku} line={line} onLeave={close} onRemoved={toTitle} />
              ))}
            </ul>
            <footer class="drawer-foot">
              <p class="muted">
                {missing > 0
                  ? `Add ${money(missing)} more for free standard delivery.`
                  : "Standard delivery is free for this order."}
              </p>
              <p class="total-row" aria-live="polite">
                <span>Subtotal</span> <strong>{money(cart.subtotalCents)}</strong>
              </p>
              <button
                type="button"
                class="button button-primary button-large"
                onClick={() => leaveTo("/checkout")}
              >
                Go to checkout
              </button>
              <button type="button" class="link" onClick={close}>
                Continue shopping
              </button>
            </footer>
          </>
        )}
      </div>
    </dialog>
  );
}
