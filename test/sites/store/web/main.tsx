// Shows the shop.
import "./zod-settings.ts";
import { render } from "preact";
import { App } from "./app.tsx";
import { followLinks } from "./navigation.ts";
import { ShopProvider } from "./shop.tsx";

const root = document.getElementById("app");
if (!root) throw new Error("the page has no #app");
followLinks();
render(
  <ShopProvider>
    <App />
  </ShopProvider>,
  root,
);
