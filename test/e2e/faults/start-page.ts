// Serves the page from which sessions set out into faults, and checks that they act on it as before.
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { expect } from "vitest";

import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import { PageServer } from "../../support/pages/page-server.ts";

const startPages = {
  "/": `<title>Start</title><h1>Start</h1><button onclick="out.textContent = 'clicked ' + ++n">Count</button>
    <button onclick="this.remove()">Vanish</button><a href="/two">Two</a><a href="/file">File</a><a href="/empty">Empty</a>
    <p id="out"></p><script>var n = 0</script>`,
  "/two": "<title>Two</title><h1>Two</h1>",
};

/** The whole chain with a person's browser, and a server of faulty pages beside the one to set out from. */
export class FaultyPages {
  readonly chain: Chain;
  readonly server: PageServer;
  readonly own: OwnBrowser;
  readonly browserId: string;

  private constructor(
    chain: Chain,
    server: PageServer,
    { own, browserId }: { readonly own: OwnBrowser; readonly browserId: string },
  ) {
    this.chain = chain;
    this.server = server;
    this.own = own;
    this.browserId = browserId;
  }

  static async open(pages: Parameters<typeof PageServer.listen>[0]): Promise<FaultyPages> {
    const server = PageServer.listen({ ...startPages, ...pages });
    const chain = await Chain.open();
    return new FaultyPages(chain, await server, await chain.ownBrowser());
  }

  /** Opens a session at a page. */
  async session(path: string): Promise<ChainSession> {
    return await this.sessionAt(this.server.url(path));
  }

  async sessionAt(url: string): Promise<ChainSession> {
    return await this.chain.session({ browserId: this.browserId, url });
  }

  /** Returns the address of a page by another origin. */
  elsewhere(path: string): string {
    return `http://localhost:${this.server.port}${path}`;
  }

  async close(): Promise<void> {
    await this.chain.close();
    await this.server.close();
  }
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
