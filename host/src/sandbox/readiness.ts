// Waits until a site answers a real request as its definition asks.
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import type { CanonicalHost, Site } from "@webserv/shared/model/site.ts";

export interface ReadinessQuestion {
  /** The address it listens at; this machine's loopback if left out. */
  readonly address?: string;
  readonly port: number;
  /** The canonical Host header. */
  readonly host: string;
  readonly readiness: Site["readiness"];
  /** True if any answer below 500 will do, as for a site whose own addresses are not set yet. */
  readonly anyAnswer?: boolean;
}

/** One answer is waited for at most this long at first, and each time twice as long as before. */
const ANSWER_MS = 5000;
const MAX_ANSWER_MS = 60_000;
/**
 * A connection to a sandbox is made in well under a millisecond once its interface is up. Before that its first
 * packet is lost, and the kernel would send the next one only a second later.
 */
const CONNECT_MS = 20;
const MAX_CONNECT_MS = 1500;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Returns the Host header a browser sends for it. */
export function hostHeader({ host, port }: CanonicalHost): string {
  return port === 80 ? host : `${host}:${port}`;
}

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
  let answerMs = ANSWER_MS;
  let connectMs = CONNECT_MS;
  // It asks often at first, since a small site is up in a few hundredths of a second, then less.
  for (let waitMs = 4; ; waitMs = Math.min(waitMs * 1.3, 100)) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return last;
    const outcome = await ask(
      question,
      { connectMs, answerMs: Math.min(answerMs, leftMs) },
      signal,
    );
    signal.throwIfAborted();
    if (outcome === "ready") return undefined;
    // The last question is often cut short; what was answered before says more.
    if (performance.now() < until) last = outcome.shortcoming;
    if (outcome.late === "answer") answerMs = Math.min(answerMs * 2, MAX_ANSWER_MS);
    // A connection that was not made in time is tried again at once, since the time has passed already.
    if (outcome.late === "connection") connectMs = Math.min(connectMs * 1.3, MAX_CONNECT_MS);
    else await delay(waitMs, undefined, { signal });
  }
}

interface Shortcoming {
  /** Says what is wrong with the answer. */
  readonly shortcoming: string;
  /** The part that did not come in time. */
  readonly late?: "connection" | "answer";
}

async function ask(
  question: ReadinessQuestion,
  { connectMs, answerMs }: { readonly connectMs: number; readonly answerMs: number },
  signal: AbortSignal,
): Promise<"ready" | Shortcoming> {
  const timeout = AbortSignal.timeout(Math.ceil(answerMs));
  return new Promise((resolve) => {
    const request = get({
      host: question.address ?? "127.0.0.1",
      port: question.port,
      path: question.readiness.path,
      headers: { Host: question.host, Accept: "*/*" },
      agent: false,
      signal: AbortSignal.any([signal, timeout]),
    });
    request.on("socket", (socket) => {
      expectConnection(socket, connectMs, () => {
        resolve({ shortcoming: "no connection", late: "connection" });
        request.destroy();
      });
    });
    request.on("error", (error) => {
      resolve(
        timeout.aborted
          ? { shortcoming: `no answer within ${Math.round(answerMs)} ms`, late: "answer" }
          : { shortcoming: error.message },
      );
    });
    request.on("response", (answer) => {
      const wrongStatus = judgeStatus(question, answer.statusCode ?? 0);
      if (wrongStatus === undefined && question.anyAnswer !== true) {
        void readBody(answer).then((body) => resolve(judgeBody(question, answer, body)));
        return;
      }
      resolve(wrongStatus === undefined ? "ready" : { shortcoming: wrongStatus });
      request.destroy();
    });
  });
}

function expectConnection(socket: Socket, withinMs: number, late: () => void): void {
  if (!socket.connecting) return;
  const timer = setTimeout(late, withinMs);
  const done = (): void => clearTimeout(timer);
  socket.once("connect", done).once("close", done);
}

function judgeStatus(
  { readiness, anyAnswer }: ReadinessQuestion,
  status: number,
): string | undefined {
  if (anyAnswer === true) return status < 500 ? undefined : `status ${status}`;
  return status === readiness.status ? undefined : `status ${status}, expected ${readiness.status}`;
}

function judgeBody(
  { readiness: { includes, excludes } }: ReadinessQuestion,
  { statusCode }: IncomingMessage,
  body: string | Error,
): "ready" | Shortcoming {
  if (typeof body !== "string") return { shortcoming: body.message };
  if (includes !== undefined && !body.includes(includes)) {
    return { shortcoming: `status ${statusCode} without the text "${includes}"` };
  }
  if (excludes !== undefined && body.includes(excludes)) {
    return { shortcoming: `status ${statusCode} with the text "${excludes}"` };
  }
  return "ready";
}

async function readBody(answer: IncomingMessage): Promise<string | Error> {
  return new Promise((resolve) => {
    let body = "";
    answer.setEncoding("utf8");
    answer.on("data", (chunk: string) => {
      body += chunk;
      if (body.length > MAX_BODY_BYTES) answer.destroy();
    });
    answer.on("error", resolve);
    answer.on("close", () => {
      resolve(answer.complete ? body : new Error("the answer broke off"));
    });
  });
}
