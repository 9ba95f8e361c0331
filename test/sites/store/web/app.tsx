// The frame around every page, and which address shows which page.
import { useEffect, useRef } from "preact/hooks";
import { CartDrawer } from "./cart/cart-drawer.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header/header.tsx";
import { usePlace, type Place } from "./navigation.ts";
import { CheckoutPage } from "./pages/checkout-page.tsx";
import { HomePage } from "./pages/home-page.tsx";
import { ListingPage } from "./pages/listing-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { OrderPage } from "./pages/order-page.tsx";
import { OrdersPage } from "./pages/orders-page.tsx";
import { ProductPage } from "./pages/product-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";

export function App() {
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(place.path);
  useEffect(() => {
    if (shownPath.current === place.path) return;
    shownPath.current = place.path;
    scrollTo(0, 0);
    // A new page starts at its beginning for the keyboard and for screen readers too.
    main.current?.focus({ preventScroll: true });
  }, [place.path]);
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Header place={place} />
      <main id="main" tabIndex={-1} ref={main}>
        <Page key={place.path} place={place} />
      </main>
      <Footer />
      <CartDrawer />
    </>
  );
}

function Page({ place }: { place: Place }) {
  const [first = "", second, third] = place.path.split("/").filter(Boolean).map(decodeSegment);
  if (third !== undefined && first !== "account") return <NotFoundPage />;
  switch (first) {
    case "":
      return <HomePage />;
    case "search":
      return <ListingPage place={place} />;
    case "c":
      return second ? <ListingPage place={place} category={second} /> : <NotFoundPage />;
    case "p":
      return second ? <ProductPage slug={second} /> : <NotFoundPage />;
    case "checkout":
      return <CheckoutPage />;
    case "order":
      return second ? <OrderPage number={second} isNew /> : <NotFoundPage />;
    case "sign-in":
      return <SignInPage next={place.query.get("next") ?? "/account/orders"} />;
    case "account":
      if (second !== "orders") return <NotFoundPage />;
      return third ? <OrderPage number={third} /> : <OrdersPage />;
    default:
      return <NotFoundPage />;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
