// Signing in and out, and who is signed in.
import { Hono } from "hono";
import { z } from "zod";
import { Account, SignIn, type SessionState } from "../../contract/account.ts";
import type { Database } from "../database.ts";
import { wrongCredentials } from "../errors.ts";
import { hashPassword, isPassword } from "../passwords.ts";
import { readBody } from "../request.ts";
import { signIn, signOut, type StoreEnv } from "../sessions.ts";

const UserRow = Account.extend({ id: z.number(), password: z.string() });

export function sessionRoutes(db: Database, now: () => Date) {
  return new Hono<StoreEnv>()
    .get("/", (c) => c.json(state(db, c.get("session")?.userId ?? null)))
    .post("/", async (c) => {
      const { email, password } = await readBody(c, SignIn);
      const user = db.get(
        UserRow,
        "SELECT id, email, name, password FROM users WHERE email = ?",
        email,
      );
      // An unknown address takes as long as a wrong password, so that it is not given away.
      const matches = isPassword(password, user?.password ?? hashPassword("nobody"));
      if (!user || !matches) throw wrongCredentials();
      signIn(c, db, user.id, now());
      return c.json(state(db, user.id));
    })
    .delete("/", (c) => {
      signOut(c, db);
      return c.json(state(db, null));
    });
}

function state(db: Database, userId: number | null): SessionState {
  const account =
    userId === null
      ? undefined
      : db.get(Account, "SELECT email, name FROM users WHERE id = ?", userId);
  return { account: account ?? null };
}
