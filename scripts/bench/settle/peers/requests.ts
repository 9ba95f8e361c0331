// Follows the requests of a tab as CDP reports them, each from its sending to its end.
import type { CDPSession, Page, Protocol } from "puppeteer";

export interface SentRequest {
  readonly id: string;
  readonly type: Protocol.Network.ResourceType | undefined;
  readonly frameId: string | undefined;
  /** The time on this process's clock, in ms. */
  readonly sentAt: number;
}

export interface RequestEvents {
  sent(request: SentRequest): void;
  ended(id: string): void;
}

/** Resolves once events are reported. */
export async function watchRequests(page: Page, events: RequestEvents): Promise<CDPSession> {
  const session = await page.createCDPSession();
  session.on("Network.requestWillBeSent", ({ requestId, type, frameId }) =>
    events.sent({ id: requestId, type, frameId, sentAt: performance.now() }),
  );
  session.on("Network.loadingFinished", ({ requestId }) => events.ended(requestId));
  session.on("Network.loadingFailed", ({ requestId }) => events.ended(requestId));
  session.on("Network.requestServedFromCache", ({ requestId }) => events.ended(requestId));
  await session.send("Network.enable");
  await session.send("Page.enable");
  return session;
}

/** Detaches from the tab; it is no error if the tab is gone. */
export async function leave(session: CDPSession): Promise<void> {
  await session.detach().catch(() => undefined);
}
