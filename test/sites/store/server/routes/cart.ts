// The visitor's cart.
import { Hono } from "hono";
import { AddToCart, ChangeLine } from "../../contract/cart.ts";
import { addToCart, changeLine, readCart } from "../cart.ts";
import type { Database } from "../database.ts";
import { readBody } from "../request.ts";
import { ensureSession, type StoreEnv } from "../sessions.ts";

export function cartRoutes(db: Database, now: () => Date) {
  return new Hono<StoreEnv>()
    .get("/", (c) => c.json(readCart(db, c.get("session")?.id)))
    .post("/lines", async (c) => {
      const addition = await readBody(c, AddToCart);
      const session = ensureSession(c, db, now());
      addToCart(db, session.id, addition);
      return c.json(readCart(db, session.id), 201);
    })
    .patch("/lines/:sku", async (c) => {
      const { quantity } = await readBody(c, ChangeLine);
      const session = c.get("session");
      changeLine(db, session?.id, c.req.param("sku"), quantity);
      return c.json(readCart(db, session?.id));
    })
    .delete("/lines/:sku", (c) => {
      const session = c.get("session");
      changeLine(db, session?.id, c.req.param("sku"), 0);
      return c.json(readCart(db, session?.id));
    });
}
