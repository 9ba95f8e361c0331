// Waits until a site answers a real request as its definition asks.
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import type { Site } from "@webserv/shared/model/site.ts";

export interface ReadinessQuestion {
  readonly port: number;
  /** The canonical Host header. */
  readonly host: string;
  readonly readiness: Site["readiness"];
}

/** One answer is waited for at most this long, then the site is asked again. */
const ANSWER_MS = 5000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Resolves with undefined when the site is ready, or with what it last answered when
 * `readiness.timeoutMs` has passed. Throws the signal's reason.
 */
export async function waitUntilReady(
  question: ReadinessQuestion,
  signal: AbortSignal,
): Promise<string | undefined> {
  const until = performance.now() + question.readiness.timeoutMs;
  let last = "no answer";
  // Often at first, since a small site is up in a few hundredths of a second, then less.
  for (let waitMs = 4; ; waitMs = Math.min(waitMs * 1.3, 100)) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return last;
    const shortcoming = await ask(question, Math.min(ANSWER_MS, leftMs), signal);
    signal.throwIfAborted();
    if (shortcoming === undefined) return undefined;
    // The last question is often cut short; what was answered before says more.
    if (performance.now() < until) last = shortcoming;
    await delay(waitMs, undefined, { signal });
  }
}

/** What is wrong with the site's answer; undefined where nothing is. */
async function ask(
  { port, host, readiness }: ReadinessQuestion,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  return new Promise((resolve) => {
    const request = get({
      host: "127.0.0.1",
      port,
      path: readiness.path,
      headers: { Host: host, Accept: "*/*" },
      agent: false,
      signal: AbortSignal.any([signal, timeout]),
    });
    request.on("error", (error) => {
      resolve(timeout.aborted ? `no answer within ${Math.round(timeoutMs)} ms` : error.message);
    });
    request.on("response", (answer) => {
      if (answer.statusCode !== readiness.status) {
        resolve(`status ${answer.statusCode}, expected ${readiness.status}`);
        request.destroy();
        return;
      }
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        body += chunk;
        if (body.length > MAX_BODY_BYTES) request.destroy();
      });
      answer.on("error", (error) => resolve(error.message));
      answer.on("close", () => {
        const wanted = readiness.includes;
        if (!answer.complete) resolve("the answer broke off");
        else if (wanted === undefined || body.includes(wanted)) resolve(undefined);
        else resolve(`status ${answer.statusCode} without the text "${wanted}"`);
      });
    });
  });
}
