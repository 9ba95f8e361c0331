// Defines a peer's way to wait, apart from the action it waits after.
import type { Page } from "puppeteer";

import type { Answered } from "../policy.ts";

export interface PeerWait {
  readonly name: string;
  /** Begins before the action; resolves once it watches the page. */
  begin(page: Page): Promise<Watch>;
}

export interface Watch {
  /** Begins after the action's input; resolves when the peer would answer. */
  afterAction(): Promise<Answered["status"]>;
}
