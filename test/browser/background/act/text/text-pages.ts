// Starts what tests of entering text share: a browser for the file, and pages that a test can question.
import { afterAll, beforeAll } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { TestAgent } from "../../agent.ts";

export const inputs = ["trusted", "synthetic"] as const;
export type Input = (typeof inputs)[number];

export interface Opened {
  readonly agent: TestAgent;
  /** The value of an expression in the page. */
  readonly inPage: (expression: string) => Promise<unknown>;
}

export interface TextPages {
  /** Opens a page with this source in a session of its own, by trusted input if not told otherwise. */
  readonly open: (html: string, input?: Input) => Promise<Opened>;
  /** The address of a page with this source. */
  readonly serve: (html: string) => string;
}

/** To be called at the top of a test file: the browser is there from its first test to its last. */
export function textPages(): TextPages {
  let chromium: ExtensionBrowser;
  let server: ContentServer;
  beforeAll(async () => {
    [chromium, server] = await Promise.all([
      ExtensionBrowser.launch(),
      new ContentServer().listen(),
    ]);
  });
  afterAll(async () => {
    await chromium.close();
    await server.close();
  });
  const serve = (html: string): string => server.page(html);
  const open: TextPages["open"] = async (html, input = "trusted") => {
    const url = serve(html);
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    const page = await chromium.pageAt(url);
    return { agent, inPage: (expression) => page.evaluate(expression) };
  };
  return { open, serve };
}
