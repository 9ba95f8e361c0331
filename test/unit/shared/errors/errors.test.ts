import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

test("an error without advice of its own takes that of the catalogue", () => {
  const error = new WebservError("no-browser", "none");
  expect(error.next).toMatch(/^Run `webserv browser launch`/);
  expect(error.details).toEqual({});
  expect(new WebservError("no-browser", "none", { next: "Wait." }).next).toBe("Wait.");
});

test("a foreign error is kept as the cause", () => {
  const cause = new TypeError("x is undefined");
  expect(toWebservError(cause)).toMatchObject({ code: "internal", message: cause.message, cause });
  expect(toWebservError("text")).toMatchObject({ code: "internal", message: "text" });
});

test("a full disk is told as a limit that was reached, with advice to free space", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
  });
  const told = toWebservError(full);
  expect(told.code).toBe("limit-reached");
  expect(told.message).toBe(full.message);
  expect(told.next).toContain("Free space");
});

test("a WebservError stays what it is", () => {
  const error = new WebservError("covered", "a banner lies over it");
  expect(toWebservError(error)).toBe(error);
});

test("an error of work that a signal ended is told by the signal's reason", async () => {
  const reason = new WebservError("cancelled", "cancelled by the caller");
  const thrown: unknown = await sleep(60_000, undefined, {
    signal: AbortSignal.abort(reason),
  }).catch((error: unknown) => error);
  expect(thrown).not.toBe(reason);
  expect(toWebservError(thrown)).toBe(reason);
});
