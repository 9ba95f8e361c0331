// Decides, before a connection is upgraded, whether the client may be an agent.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { WebservError } from "@webserv/shared/errors/errors.ts";

export interface Refusal {
  readonly status: 401 | 403 | 404;
  readonly error: WebservError;
}

export interface AdmissionRules {
  readonly token: string;
  readonly port: number;
}

/**
 * Checks the Host first, then the Origin, then the token: a web page that was led here by DNS
 * rebinding learns nothing about the token.
 */
export function refuse(headers: IncomingHttpHeaders, rules: AdmissionRules): Refusal | undefined {
  const hosts = [`127.0.0.1:${rules.port}`, `localhost:${rules.port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) {
    return forbidden(`the Host "${headers.host ?? ""}" is not ${hosts.join(" or ")}`);
  }
  if (headers.origin !== undefined) {
    return forbidden(`the Origin "${headers.origin}" may not connect: web pages are no agents`);
  }
  const given = bearerToken(headers.authorization);
  if (given === undefined) {
    return unauthorized("the request has no Authorization: Bearer token");
  }
  return sameText(given, rules.token)
    ? undefined
    : unauthorized("the bearer token is not this daemon's");
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** Compares in constant time, so that the time taken says nothing about where the texts differ. */
export function sameText(first: string, second: string): boolean {
  return timingSafeEqual(digest(first), digest(second));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function forbidden(message: string): Refusal {
  return { status: 403, error: new WebservError("forbidden", message) };
}

function unauthorized(message: string): Refusal {
  return { status: 401, error: new WebservError("unauthorized", message) };
}
