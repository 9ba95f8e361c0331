// What the shop's keeper may read: every order, in full.
import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Database } from "../database.ts";
import { adminOnly, notFound } from "../errors.ts";
import { findOrder, listOrders } from "../orders.ts";
import { ADMIN } from "../seed/people.ts";

export function adminRoutes(db: Database) {
  return new Hono()
    .use(async (c, next) => {
      if (!isAdmin(c.req.header("authorization"))) {
        c.header("WWW-Authenticate", 'Basic realm="Store administration"');
        throw adminOnly();
      }
      await next();
    })
    .get("/orders", (c) => c.json({ orders: listOrders(db) }))
    .get("/orders/:number", (c) => {
      const order = findOrder(db, c.req.param("number"));
      if (!order) throw notFound("order", c.req.param("number"));
      return c.json(order);
    });
}

const EXPECTED = `Basic ${Buffer.from(`${ADMIN.user}:${ADMIN.password}`).toString("base64")}`;

/** Compares digests, so that the time taken tells nothing. */
function isAdmin(authorization = ""): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(EXPECTED));
}
