// The wait for a page that is being drawn, which may hang, crash or still load.
import { expect, test } from "vitest";

import { whileAlive, whyGone } from "@webserv/extension/src/background/screenshot/drawn-page.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

const never = new Promise<never>(() => {});
const page = {
  ask: () => Promise.resolve({}),
  isLoading: () => Promise.resolve(false),
  loadingMs: 0,
  signal: new AbortController().signal,
};

test("a drawing that comes late is waited for as long as its page answers", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answers = 0;
  const ask = (): Promise<unknown> => {
    if (++answers === 2) resolve("a picture");
    return Promise.resolve({});
  };
  expect(await whileAlive(promise, { ...page, ask })).toBe("a picture");
});

test("a page that does not answer any more is not waited for", async () => {
  const busy = new WebservError("page-unresponsive", "its script is busy");
  const drawing = whileAlive(never, { ...page, ask: () => Promise.reject(busy) });
  await expect(drawing).rejects.toBe(busy);
});

test("a page that still loads and draws nothing is not waited for", async () => {
  const drawing = whileAlive(never, { ...page, isLoading: () => Promise.resolve(true) });
  await expect(drawing).rejects.toThrow("the page still loads, and draws nothing yet");
});

test("a document that has gone is told by what the page says then", async () => {
  const gone = new WebservError("disconnected", "the other side closed the port");
  const crashed = new WebservError("page-unreadable", "the page has crashed");
  expect(await whyGone(gone, () => Promise.reject(crashed))).toBe(crashed);
  expect(await whyGone(gone, () => Promise.resolve({}))).toBe(gone);
  expect(await whyGone(crashed, () => Promise.resolve({}))).toBe(crashed);
});
