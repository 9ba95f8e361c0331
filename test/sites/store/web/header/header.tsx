// The head of every page: the shop's name, search, the customer, the cart and the menu.
import { count } from "../format.ts";
import { Icon } from "../icons.tsx";
import { navigate, type Place } from "../navigation.ts";
import { useShop } from "../shop.tsx";
import { MegaMenu } from "./mega-menu.tsx";
import { SearchBox } from "./search-box.tsx";

export function Header({ place }: { place: Place }) {
  const { cart, isCartOpen, showCart } = useShop();
  return (
    <header class="header">
      <div class="header-bar">
        <a class="logo" href="/" aria-label="Fernway, home">
          <img src="/icon.svg" alt="" width="30" height="30" />
          Fernway
        </a>
        <SearchBox place={place} />
        <AccountLinks place={place} />
        <button
          type="button"
          class="header-action"
          aria-haspopup="dialog"
          aria-expanded={isCartOpen}
          onClick={() => showCart(true)}
        >
          <Icon name="cart" />
          <span>Cart</span>
          {cart.itemCount > 0 && (
            <span class="cart-count">
              {cart.itemCount}
              <span class="visually-hidden">
                {" "}
                {count(cart.itemCount, "item").replace(/^\d+ /, "")}
              </span>
            </span>
          )}
        </button>
      </div>
      <MegaMenu place={place} />
    </header>
  );
}

function AccountLinks({ place }: { place: Place }) {
  const { account, signOut, announce } = useShop();
  if (!account) {
    const next = place.path === "/sign-in" ? "" : `?next=${encodeURIComponent(place.path)}`;
    return (
      <a class="header-action" href={`/sign-in${next}`}>
        <Icon name="person" />
        <span>Sign in</span>
      </a>
    );
  }
  const leave = async () => {
    navigate("/");
    await signOut();
    announce("You are signed out");
  };
  return (
    <>
      <a class="header-action" href="/account/orders">
        <Icon name="person" />
        <span>My orders</span>
      </a>
      <button type="button" class="header-action" onClick={() => void leave()}>
        <span>Sign out</span>
      </button>
    </>
  );
}
