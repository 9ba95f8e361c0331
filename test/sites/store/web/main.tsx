// Shows the shop.
import { render } from "preact";
import { z } from "zod";
import { App } from "./app.tsx";
import { followLinks } from "./navigation.ts";
import { ShopProvider } from "./shop.tsx";

// The shop's own content security policy forbids the code zod would otherwise compile.
z.config({ jitless: true });

const root = document.getElementById("app");
if (!root) throw new Error("the page has no #app");
followLinks();
render(
  <ShopProvider>
    <App />
  </ShopProvider>,
  root,
);
