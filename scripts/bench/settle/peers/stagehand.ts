// Waits as Stagehand's `waitForDomNetworkQuiet` does (browserbase/stagehand,
// packages/core/lib/v3/handlers/handlerUtils/actHandlerUtils.ts), which it runs before it reads the page for the
// next action. It waits for 500 ms without a request of the tab, five seconds at the most by default. WebSockets and
// event streams do not count. Every half second it gives up requests that have been under way for two seconds. A
// frame that stopped loading ends its document's request.
import { Quiet } from "./quiet.ts";
import { leave, type SentRequest, watchRequests } from "./requests.ts";
import type { PeerWait } from "./wait.ts";

const WINDOW_MS = 500;
const CAP_MS = 5_000;
const STALLED_MS = 2_000;
const SWEEP_MS = 500;

export const stagehand: PeerWait = {
  name: "Stagehand",
  async begin(page) {
    // It hears nothing of requests begun before it waits.
    const ready = await page.createCDPSession();
    return {
      async afterAction() {
        await leave(ready);
        const quiet = new Quiet(WINDOW_MS);
        const sent = new Map<string, SentRequest>();
        const ended = (id: string): void => {
          sent.delete(id);
          quiet.ended(id);
        };
        const session = await watchRequests(page, {
          sent: (request) => {
            if (request.type === "WebSocket" || request.type === "EventSource") return;
            sent.set(request.id, request);
            quiet.begun(request.id);
          },
          ended,
        });
        session.on("Page.frameStoppedLoading", ({ frameId }) => {
          for (const { id, type, frameId: of } of sent.values()) {
            if (type === "Document" && of === frameId) ended(id);
          }
        });
        const sweep = setInterval(() => {
          for (const { id, sentAt } of sent.values()) {
            if (performance.now() - sentAt > STALLED_MS) ended(id);
          }
        }, SWEEP_MS);
        const status = await quiet.wait(CAP_MS);
        clearInterval(sweep);
        await leave(session);
        return status;
      },
    };
  },
};
