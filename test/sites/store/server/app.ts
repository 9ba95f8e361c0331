// The shop as one request handler: API, pictures and pages over a database.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import { checkDatabase, type Database } from "./database.ts";
import { bodyTooLarge, databaseUnusable, notFound, StoreError } from "./errors.ts";
import { adminRoutes } from "./routes/admin.ts";
import { cartRoutes } from "./routes/cart.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { imageRoutes } from "./routes/images.ts";
import { orderRoutes } from "./routes/orders.ts";
import { sessionRoutes } from "./routes/session.ts";
import { withSession, type StoreEnv } from "./sessions.ts";
import { pageRoutes, type StaticFiles } from "./static-files.ts";

const BODY_LIMIT_BYTES = 16 * 1024;

export type StoreOptions = {
  db: Database;
  now?: () => Date;
  /** The built front end; without it only the API is served. */
  files?: StaticFiles;
  /** Delay of every API answer. */
  latencyMs?: number;
};

export function createApp({ db, now = () => new Date(), files, latencyMs = 0 }: StoreOptions) {
  const api = new Hono<StoreEnv>()
    .use(async (c, next) => {
      if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
      await next();
      c.header("Cache-Control", "no-store");
    })
    .use(
      bodyLimit({
        maxSize: BODY_LIMIT_BYTES,
        onError: () => {
          throw bodyTooLarge(BODY_LIMIT_BYTES);
        },
      }),
    )
    .route("/admin", adminRoutes(db))
    .use(withSession(db, now))
    .route("/cart", cartRoutes(db, now))
    .route("/session", sessionRoutes(db, now))
    .route("/", orderRoutes(db, now))
    .route("/", catalogueRoutes(db))
    .all("/*", (c) => {
      throw notFound("API endpoint", `${c.req.method} ${c.req.path}`);
    });

  const app = new Hono()
    .use(
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'self'"],
          imgSrc: ["'self'", "data:"],
          frameAncestors: ["'self'"],
        },
        // These speak of secure origins only; over plain HTTP browsers warn about them.
        strictTransportSecurity: false,
        crossOriginOpenerPolicy: false,
        originAgentCluster: false,
      }),
    )
    .get("/healthz", (c) => {
      try {
        checkDatabase(db);
      } catch (cause) {
        throw databaseUnusable(cause);
      }
      return c.json({ ok: true });
    })
    .route("/api", api)
    .route("/images", imageRoutes(db));
  if (files) app.route("/", pageRoutes(files));

  app.notFound((c) => c.json(notFound("page", c.req.path).problem(), 404));
  app.onError((error, c) => {
    if (error instanceof StoreError) return c.json(error.problem(), error.status);
    console.error(error);
    const message = "Something went wrong on our side. Try again.";
    return c.json({ code: "internal", message, field: null, issues: [] }, 500);
  });
  return app;
}
