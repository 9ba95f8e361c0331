// Who is signed in, and what signing in takes.
import { z } from "zod";

export const SignIn = z.object({
  email: z.string("Enter your email address").trim().min(1, "Enter your email address").max(200),
  password: z.string("Enter your password").min(1, "Enter your password").max(200),
});
export type SignIn = z.infer<typeof SignIn>;

export const Account = z.object({ email: z.string(), name: z.string() });
export type Account = z.infer<typeof Account>;

export const SessionState = z.object({ account: Account.nullable() });
export type SessionState = z.infer<typeof SessionState>;
