// Signing in and out, and what comes along.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SessionState } from "../../../sites/store/contract/account.ts";
import { Cart } from "../../../sites/store/contract/cart.ts";
import { Order, Orders } from "../../../sites/store/contract/order.ts";
import { productIn } from "./products.ts";
import { useStore } from "./visitor.ts";

const openStore = useStore();
const SESSION = { method: "POST", path: "/api/session" };
const DEMO = { email: "demo@store.test", password: "demo-pass" };

describe("signing in", () => {
  it("a customer who signs in is known from then on, until they sign out", async () => {
    const visitor = openStore().visit();
    const who = () => visitor.expect(SessionState, 200, { path: "/api/session" });
    expect((await who()).account).toBeNull();
    await visitor.expect(SessionState, 200, { ...SESSION, body: DEMO });
    expect((await who()).account).toEqual({ email: DEMO.email, name: "Dana Demo" });
    const { orders } = await visitor.expect(Orders, 200, { path: "/api/orders" });
    expect(orders.map(({ number }) => number)).toEqual(["ST-100233", "ST-100231"]);
    await visitor.expect(SessionState, 200, { method: "DELETE", path: "/api/session" });
    expect((await who()).account).toBeNull();
    await visitor.refused(401, { path: "/api/orders" });
  });

  it("signing in is refused alike for a wrong password and an unknown address", async () => {
    const visitor = openStore().visit();
    const wrong = await visitor.refused(401, { ...SESSION, body: { ...DEMO, password: "x" } });
    const unknown = await visitor.refused(401, { ...SESSION, body: { ...DEMO, email: "x@y.z" } });
    expect(wrong).toEqual(unknown);
    expect(wrong.code).toBe("wrong_credentials");
    expect((await visitor.refused(422, { ...SESSION, body: { email: "" } })).issues).toEqual([
      { field: "email", message: "Enter your email address" },
      { field: "password", message: "Enter your password" },
    ]);
  });

  it("signing in keeps the cart of before, under a new cookie, and ends the old session", async () => {
    const { db, visit } = openStore();
    const { product, variant } = productIn(db, "mugs");
    const visitor = visit();
    const body = { product: product.slug, options: variant.options };
    const added = await visitor.send({ method: "POST", path: "/api/cart/lines", body });
    const signedIn = await visitor.send({ ...SESSION, body: DEMO });
    expect(signedIn.headers.get("set-cookie")).not.toBe(added.headers.get("set-cookie"));
    expect((await visitor.expect(Cart, 200, { path: "/api/cart" })).itemCount).toBe(1);
    const old = added.headers.get("set-cookie")?.split(";")[0] ?? "";
    const stale = await visit().expect(Cart, 200, { path: "/api/cart", headers: { Cookie: old } });
    expect(stale.lines).toEqual([]);
    expect(db.all(z.unknown(), "SELECT id FROM sessions")).toHaveLength(1);
  });

  it("a customer who signs in sees their own orders from anywhere, and no one else's", async () => {
    const { visit } = openStore();
    const [dana, sam] = [visit(), visit()];
    await dana.send({ ...SESSION, body: DEMO });
    await sam.send({ ...SESSION, body: { email: "SAM@store.test", password: "sam-pass" } });
    const hers = { path: "/api/orders/ST-100231" };
    expect((await dana.expect(Order, 200, hers)).email).toBe(DEMO.email);
    expect((await sam.refused(404, hers)).code).toBe("not_found");
    const his = await sam.expect(Order, 200, { path: "/api/orders/ST-100232" });
    expect(his.email).toBe("sam@store.test");
  });
});
