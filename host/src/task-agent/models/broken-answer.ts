// Retries answers that a service breaks off itself after they have begun, which its client does not retry.
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
const MAX_TOLD_PAUSE_MS = 60_000;

/** Thrown when the responses API sent `response.failed`. */
export class AnswerFailed extends Error {
  readonly code: string | undefined;
  readonly headers: Headers;

  constructor(
    error: { readonly code: string; readonly message: string } | null | undefined,
    headers: Headers,
  ) {
    super(error?.message ?? "the service does not say why");
    this.code = error?.code;
    this.headers = headers;
  }
}

/** The fields of an error that name its kind, as far as a service fills them in. */
const kinds = z.object({
  code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  type: z.optional(z.nullable(z.string())),
});

/** Matches errors after which asking again would end in the same way. */
const LASTING =
  /invalid|authentication|permission|not_found|too_large|billing|insufficient|context_length|policy/;
const PASSING_STATUSES = new Set([408, 409, 429]);

/** Tells whether the same question may be answered another time. */
export function isPassing(error: object): boolean {
  const { code, type } = kinds.safeParse(error).data ?? {};
  if (typeof code === "number" && code < 500 && !PASSING_STATUSES.has(code)) return false;
  return !LASTING.test(`${code ?? ""} ${type ?? ""}`);
}

/** Waits as long as the service says, else longer each time, as its client does before it asks again. */
export async function pauseAfter(error: object, tries: number, signal: AbortSignal): Promise<void> {
  const headers =
    "headers" in error && error.headers instanceof Headers ? error.headers : undefined;
  const ms = toldPauseMs(headers) ?? Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
  await delay(ms * (1 - Math.random() / 4), undefined, { signal });
}

function toldPauseMs(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  const told = Number.isNaN(ms) ? seconds * 1000 : ms;
  return told >= 0 && told < MAX_TOLD_PAUSE_MS ? told : undefined;
}
