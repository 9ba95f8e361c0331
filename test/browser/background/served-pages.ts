// Starts what tests of pages of their own share: a browser for the file, and a server of the pages.
import type { InputMode } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll } from "vitest";

import { ExtensionBrowser } from "../../support/browser/extension-browser.ts";
import type { PageSource } from "../../support/pages/page-server.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { TestAgent } from "./agent.ts";

/** Opens the page of a path in a session of its own, by trusted input if not told otherwise. */
export type OpenPage = (path: string, input?: InputMode) => Promise<TestAgent>;

/** To be called at the top of a test file: browser and server are there from its first test to its last. */
export function servedPages(pages: Readonly<Record<string, PageSource>>): OpenPage {
  let chromium: ExtensionBrowser;
  let server: PageServer;
  beforeAll(async () => {
    [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
  });
  afterAll(async () => {
    await chromium.close();
    await server.close();
  });
  return (path, input = "trusted") => TestAgent.open(chromium.daemon, server.url(path), { input });
}
