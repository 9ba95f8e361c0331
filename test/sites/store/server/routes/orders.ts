// Checkout and the customer's own orders.
import { Hono } from "hono";
import { checkoutForm, deliveryWindow, type CheckoutTerms } from "../../contract/checkout.ts";
import type { Database } from "../database.ts";
import { cartEmpty, notFound, signInRequired } from "../errors.ts";
import { findOrderOf, listOrders, placeOrder } from "../orders.ts";
import { readBody } from "../request.ts";
import type { StoreEnv } from "../sessions.ts";

export function orderRoutes(db: Database, now: () => Date) {
  return new Hono<StoreEnv>()
    .get("/checkout", (c) => {
      const { earliest, latest } = deliveryWindow(now());
      const terms: CheckoutTerms = { earliestDeliveryDate: earliest, latestDeliveryDate: latest };
      return c.json(terms);
    })
    .post("/orders", async (c) => {
      const form = await readBody(c, checkoutForm(deliveryWindow(now())));
      const session = c.get("session");
      if (!session) throw cartEmpty();
      const number = placeOrder(db, session, form, now());
      return c.json(orderOf(number, session), 201);
    })
    .get("/orders", (c) => {
      const userId = c.get("session")?.userId ?? null;
      if (userId === null) throw signInRequired();
      return c.json({ orders: listOrders(db, userId) });
    })
    .get("/orders/:number", (c) => c.json(orderOf(c.req.param("number"), c.get("session"))));

  function orderOf(number: string, session: StoreEnv["Variables"]["session"]) {
    const order = findOrderOf(db, session, number);
    if (!order) throw notFound("order of yours", number);
    return order;
  }
}
