// Visitors' sessions: a random id in an HttpOnly cookie, everything else in the database.
import { randomBytes } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { Database } from "./database.ts";

export type Session = { id: string; userId: number | null };
export type StoreEnv = { Variables: { session: Session | null } };

const COOKIE = "store_session";
const LIFETIME_DAYS = 30;
const DAY_MS = 86_400_000;

const SessionRow = z.object({ id: z.string(), userId: z.number().nullable() });

/** Finds the visitor's session, if there is one; none is made before there is something to keep. */
export function withSession(db: Database, now: () => Date): MiddlewareHandler<StoreEnv> {
  return async (c, next) => {
    const id = getCookie(c, COOKIE);
    const oldest = new Date(now().getTime() - LIFETIME_DAYS * DAY_MS).toISOString();
    const session =
      id &&
      db.get(
        SessionRow,
        "SELECT id, user_id AS userId FROM sessions WHERE id = ? AND created_at > ?",
        id,
        oldest,
      );
    c.set("session", session || null);
    await next();
  };
}

export function ensureSession(c: Context<StoreEnv>, db: Database, now: Date): Session {
  return c.get("session") ?? begin(c, db, null, now);
}

/** Signs a user in under a fresh id, so that an id known before is worth nothing after. */
export function signIn(c: Context<StoreEnv>, db: Database, userId: number, now: Date): void {
  const before = c.get("session");
  db.transaction(() => {
    const { id } = begin(c, db, userId, now);
    if (!before) return;
    db.run("UPDATE cart_lines SET session_id = ? WHERE session_id = ?", id, before.id);
    db.run("UPDATE orders SET session_id = ? WHERE session_id = ?", id, before.id);
    db.run("DELETE FROM sessions WHERE id = ?", before.id);
  });
}

/** Ends the session; its cart goes with it. */
export function signOut(c: Context<StoreEnv>, db: Database): void {
  const session = c.get("session");
  if (session) db.run("DELETE FROM sessions WHERE id = ?", session.id);
  c.set("session", null);
  deleteCookie(c, COOKIE, { path: "/" });
}

function begin(c: Context<StoreEnv>, db: Database, userId: number | null, now: Date): Session {
  const session = { id: randomBytes(24).toString("base64url"), userId };
  db.run(
    "INSERT INTO sessions (id, user_id, created_at) VALUES (?, ?, ?)",
    session.id,
    userId,
    now.toISOString(),
  );
  c.set("session", session);
  setCookie(c, COOKIE, session.id, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: LIFETIME_DAYS * 86_400,
  });
  return session;
}
