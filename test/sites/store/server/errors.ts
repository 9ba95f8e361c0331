// Everything that can go wrong in the shop, as answers with a status, a code and a sentence.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { fieldIssues, type FieldIssue, type Problem } from "../contract/problem.ts";

export class StoreError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly issues: FieldIssue[];

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    issues: FieldIssue[] = [],
  ) {
    super(message);
    this.name = "StoreError";
    this.status = status;
    this.code = code;
    this.issues = issues;
  }

  problem(): Problem {
    const field = this.issues[0]?.field ?? null;
    return { code: this.code, message: this.message, field, issues: this.issues };
  }
}

export const invalidInput = (error: z.ZodError) => {
  const issues = fieldIssues(error);
  return new StoreError(
    422,
    "invalid_input",
    issues[0]?.message ?? "The input is not valid.",
    issues,
  );
};
export const invalidField = (code: string, field: string, message: string) =>
  new StoreError(422, code, message, [{ field, message }]);
export const invalidJson = () =>
  new StoreError(400, "invalid_json", "The body is not valid JSON. Send one JSON object.");
export const notJson = (type: string) =>
  new StoreError(415, "unsupported_media_type", `The body is "${type}". Send application/json.`);
export const bodyTooLarge = (limit: number) =>
  new StoreError(413, "body_too_large", `The body is larger than ${limit} bytes. Send less.`);
export const notFound = (what: string, name: string) =>
  new StoreError(404, "not_found", `There is no ${what} "${name}".`);
export const wrongCredentials = () =>
  new StoreError(401, "wrong_credentials", "That email and password do not match.");
export const signInRequired = () =>
  new StoreError(401, "sign_in_required", "Sign in to see your orders.");
export const adminOnly = () =>
  new StoreError(401, "admin_only", "This needs the shop keeper's user name and password.");
export const cartEmpty = () =>
  new StoreError(409, "cart_empty", "Your cart is empty. Add something before checking out.");
export const outOfStock = (field: string, message: string) =>
  new StoreError(409, "out_of_stock", message, [{ field, message }]);
export const databaseUnusable = (cause: unknown) =>
  new StoreError(503, "database_unusable", `The database cannot be used: ${String(cause)}`);
