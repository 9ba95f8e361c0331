// Requests no honest page would send, and a shop whose database is gone.
import { describe, expect, it } from "vitest";
import { createApp } from "../../../sites/store/server/app.ts";
import { openDatabase } from "../../../sites/store/server/database.ts";
import { useStore } from "./visitor.ts";

const openStore = useStore();
const SESSION = { method: "POST", path: "/api/session" };

describe("a bad request", () => {
  it("a request that is not JSON is told what to send", async () => {
    const visitor = openStore().visit();
    expect((await visitor.refused(400, { ...SESSION, body: "{" })).code).toBe("invalid_json");
    const headers = { "Content-Type": "text/plain" };
    const plain = await visitor.refused(415, { ...SESSION, body: "{}", headers });
    expect(plain).toMatchObject({ code: "unsupported_media_type", field: null });
    expect((await visitor.refused(415, SESSION)).message).toContain("application/json");
  });

  it("a request with too large a body is refused", async () => {
    const body = { email: "x".repeat(20_000), password: "x" };
    const problem = await openStore()
      .visit()
      .refused(413, { ...SESSION, body });
    expect(problem.code).toBe("body_too_large");
  });

  it("a request to an endpoint that does not exist is answered in JSON", async () => {
    const visitor = openStore().visit();
    const problem = await visitor.refused(404, { method: "PUT", path: "/api/cart" });
    expect(problem.message).toContain("PUT /api/cart");
    await visitor.refused(404, { path: "/api/nothing" });
    await visitor.refused(404, { path: "/images/nothing.svg" });
  });
});

describe("the health of the store", () => {
  it("the store's health is good while its database can be used, and bad once it cannot", async () => {
    const { visit } = openStore();
    expect((await visit().send({ path: "/healthz" })).status).toBe(200);
    const empty = openDatabase(":memory:");
    const app = createApp({ db: empty });
    const answer = await app.request("/healthz");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "database_unusable" });
    empty.close();
    expect((await app.request("/healthz")).status).toBe(503);
  });
});
