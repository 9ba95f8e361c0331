// Serves the page from which sessions set out into faults, and checks that they act on it as before.
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { expect } from "vitest";

import type { ChainSession } from "../../support/daemon/chain.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import type { PageServer } from "../../support/pages/page-server.ts";

export const startPages = {
  "/": `<title>Start</title><h1>Start</h1><button onclick="out.textContent = 'clicked ' + ++n">Count</button>
    <button onclick="this.remove()">Vanish</button><a href="/two">Two</a><a href="/file">File</a><a href="/empty">Empty</a>
    <p id="out"></p><script>var n = 0</script>`,
  "/two": "<title>Two</title><h1>Two</h1>",
};

/** Returns the address of the same page by another origin. */
export function elsewhere(server: PageServer, path: string): string {
  return `http://localhost:${server.port}${path}`;
}

/** Resolves with the code of the error that the call ends with. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => "none",
    (error: unknown) => toWebservError(error).code,
  );
}

/** Expects that the session acts as on any other page. */
export async function expectUsable(session: ChainSession, server: PageServer): Promise<void> {
  const step = await session.act({ type: "goto", url: server.url("/") });
  expect(step).toMatchObject({ status: "done", observation: { title: "Start" } });
  const clicked = await session.act({ type: "click", id: session.id("count") });
  expect(clicked).toMatchObject({ status: "done", input: "trusted" });
  expect(htmlOf(clicked)).toContain("clicked 1");
}
