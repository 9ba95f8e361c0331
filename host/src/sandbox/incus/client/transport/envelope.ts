// Reads Incus's answers: the envelope around each, its errors in words, and what is inside by its schema.
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { errors as undici } from "undici";
import * as z from "zod/mini";

import { brokenOff, malformed, oversize, refusal } from "./errors.ts";
import { describeRequest } from "./http.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";

/** An answer that carries a value, or one that names the operation that goes on. */
export interface Answer {
  readonly kind: "sync" | "async";
  readonly metadata: unknown;
  readonly etag: string | undefined;
}

const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

const envelope = z.discriminatedUnion("type", [
  z.object({ type: z.literal("sync"), metadata: z.optional(z.unknown()) }),
  z.object({ type: z.literal("async"), metadata: z.optional(z.unknown()) }),
  z.object({ type: z.literal("error"), error: z.string(), error_code: z.int() }),
]);

/** Throws IncusError: what Incus refuses, and what can't be understood or is too long. */
export async function readAnswer(
  request: HttpRequest,
  answer: HttpAnswer,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<Answer> {
  const asked = describeRequest(request);
  const bytes = await readBody(request, answer, maxBytes);
  const parsed = envelope.safeParse(parseJson(asked, answer.status, bytes));
  if (!parsed.success) {
    throw malformed(asked, answer.status, describeIssues(parsed.error.issues, undefined));
  }
  const { data } = parsed;
  if (data.type === "error") {
    throw refusal({ asked, status: data.error_code, words: data.error });
  }
  return { kind: data.type, metadata: data.metadata, etag: answer.header("etag") };
}

/** Returns the whole body; throws if it is longer than `maxBytes`. */
export async function readBody(
  request: HttpRequest,
  answer: HttpAnswer,
  maxBytes: number,
): Promise<Buffer> {
  const asked = describeRequest(request);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer.body) {
      const bytes: unknown = part;
      if (!Buffer.isBuffer(bytes)) throw malformed(asked, answer.status, "it is no bytes");
      length += bytes.length;
      // Leaving the loop by a throw ends the connection with it.
      if (length > maxBytes) throw oversize(asked, answer.status, maxBytes);
      parts.push(bytes);
    }
  } catch (thrown) {
    // Our own errors and the signal's reason are thrown as they are; those of the connection are put in words.
    if (thrown instanceof undici.UndiciError) throw brokenOff(asked, answer.status, thrown);
    throw thrown;
  }
  return Buffer.concat(parts, length);
}

/** Parses `value` by `schema`; throws IncusError naming the fields at fault. */
export function parseValue<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  asked: string,
): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw malformed(asked, 200, describeIssues(parsed.error.issues, value), parsed.error);
}

function parseJson(asked: string, status: number, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    const begin = bytes.subarray(0, 80).toString("utf8");
    throw malformed(asked, status, `it is no JSON but begins with ${JSON.stringify(begin)}`, cause);
  }
}
