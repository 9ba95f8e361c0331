import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { describe, expect, test } from "vitest";

import { inputBlocked } from "../../../../../extension/src/background/asks/ask-words.ts";
import {
  loadFailure,
  stepStatusOf,
} from "../../../../../extension/src/background/step/step-outcome.ts";

describe("a step", () => {
  const covered = new WebservError("covered", "something lies over it");
  const gone = new WebservError("disconnected", "the document went away");

  test("a step without an error is done", () => {
    expect(stepStatusOf(null, true)).toBe("done");
  });

  test("a step whose input reached nothing that can be read is unknown: a frame out of reach may have taken it", () => {
    expect(stepStatusOf(inputBlocked('"pay" was pointed at', null), true)).toBe("unknown");
    expect(stepStatusOf(inputBlocked('"pay" was pointed at', null), false)).toBe("failed");
    const over: PageAsk = { kind: "program", what: "tel:17", answer: "open" };
    expect(stepStatusOf(inputBlocked('"pay" was pointed at', over), true)).toBe("failed");
  });

  test("a step that failed before any input has failed, whatever the error", () => {
    expect(stepStatusOf(covered, false)).toBe("failed");
    expect(stepStatusOf(gone, false)).toBe("failed");
  });

  test("a step whose page was lost after the input is unknown, while a plain refusal is not", () => {
    expect(stepStatusOf(gone, true)).toBe("unknown");
    expect(stepStatusOf(covered, true)).toBe("failed");
  });
});

describe("a load that fails", () => {
  const load = { url: "http://a.test/", beganAt: 1, endedAt: 2 };
  const refused = { ...load, error: "net::ERR_CONNECTION_REFUSED" };
  const aborted = { ...load, error: "net::ERR_ABORTED" };

  test("a load that fails, fails the action that asked for it, and is told with the action that led to it", () => {
    expect(loadFailure("goto", refused)?.failsAction).toBe(true);
    expect(loadFailure("click", refused)?.failsAction).toBe(false);
    expect(loadFailure("click", refused)?.error.message).toContain("ERR_CONNECTION_REFUSED");
  });

  test("a load that turns out to be a download fails a goto, and no click", () => {
    expect(loadFailure("click", aborted)).toBeNull();
    expect(loadFailure("goto", aborted)?.error.message).toContain("download");
  });

  test("a load that fails is told by no later step", () => {
    expect(loadFailure("goto", undefined)).toBeNull();
    expect(loadFailure("goto", { ...load, error: null })).toBeNull();
  });
});
