// Carries out the step of a bake that asks the site for a page, under its canonical name.
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import type { BakeStep, Site } from "@webserv/shared/model/site.ts";

import { hostHeader } from "../../readiness.ts";
import { insidePort } from "../clone/clone-config.ts";
import { StepFailure } from "./step-failure.ts";

export interface RequestStep {
  readonly site: Site;
  readonly address: string;
  readonly step: Extract<BakeStep, { kind: "request" }>;
}

/** The part of a page that is searched for a text, in bytes; the rest is read and dropped. */
const MAX_LOOK_BYTES = 4 * 1024 * 1024;
const TAIL_CHARACTERS = 2000;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2000;
/** A server answers these for an application behind it that is just starting again. */
const STARTING = new Set([502, 503, 504]);

/**
 * Requests the page as many times as asked for, one after the other. A site that does not listen, or whose server says
 * that it is starting, is asked again until the signal ends it. Throws StepFailure.
 */
export async function requestStep(request: RequestStep, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < request.step.times; round += 1) await askUntilUp(request, signal);
}

async function askUntilUp(request: RequestStep, signal: AbortSignal): Promise<void> {
  let last: StepFailure | undefined;
  for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
    try {
      last = await ask(request, signal);
      if (last === undefined) return;
      await delay(waitMs, undefined, { signal });
    } catch (thrown) {
      throw signal.aborted && last !== undefined ? last : thrown;
    }
  }
}

/** Says why another try is worth it; undefined if the answer is right. Throws StepFailure for one that is wrong. */
async function ask(
  { site, address, step }: RequestStep,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const host = site.hosts[step.host];
  if (host === undefined) throw new StepFailure(`names host ${step.host}, which the site has not`);
  let status: number;
  let body: string;
  try {
    const answer = await send(address, insidePort(site, step.host), hostHeader(host), step, signal);
    status = answer.statusCode ?? 0;
    body = await readBeginning(answer);
  } catch (thrown) {
    signal.throwIfAborted();
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    const failure = new StepFailure(`got no answer: ${words}`);
    if (neverTaken(thrown)) return failure;
    throw failure;
  }
  const wanted = step.status;
  if (wanted === undefined ? status >= 400 : status !== wanted) {
    const expected = wanted === undefined ? "below 400" : String(wanted);
    const failure = new StepFailure(
      `was answered with status ${status}, expected ${expected}`,
      body.slice(0, TAIL_CHARACTERS),
      { status },
    );
    if (STARTING.has(status) && step.method === "GET") return failure;
    throw failure;
  }
  if (step.includes !== undefined && !body.includes(step.includes)) {
    throw new StepFailure(
      `was answered with status ${status} without the text "${step.includes}"`,
      body.slice(0, TAIL_CHARACTERS),
      { status },
    );
  }
  return undefined;
}

function send(
  address: string,
  port: number,
  host: string,
  step: RequestStep["step"],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: address,
      port,
      method: step.method,
      path: step.path,
      headers: { ...headersOf(step), host },
      agent: false,
      signal,
      // A browser takes what old servers and CGI scripts send, such as lines without CR.
      insecureHTTPParser: true,
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(step.body);
  });
}

function headersOf(step: RequestStep["step"]): Record<string, string> {
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(step.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    accept: "text/html,*/*;q=0.8",
    "user-agent": "Mozilla/5.0 (WebServ)",
    // A browser sends a form so.
    ...(step.body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    ...given,
  };
}

async function readBeginning(body: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    if (!Buffer.isBuffer(part) || length > MAX_LOOK_BYTES) continue;
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts).subarray(0, MAX_LOOK_BYTES).toString("utf8");
}

/** Tells whether nobody listened, so that asking again does nothing twice. */
function neverTaken(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ECONNREFUSED";
}
