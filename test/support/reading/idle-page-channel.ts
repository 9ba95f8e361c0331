// Makes the page's notes for tests that read pages by themselves: nobody waits for the page's work.
import { PageChannel } from "@webserv/extension/src/content/bridge/page-channel.ts";
import { FrameWork } from "@webserv/extension/src/content/settle/frame-work.ts";

/** @param hasHosts true if the page may hold closed shadow roots */
export function idlePageChannel({ hasHosts = true } = {}): PageChannel {
  const work = new FrameWork({
    watch: () => undefined,
    attend: () => undefined,
    rest: () => undefined,
    take: () => undefined,
    hasHosts: () => hasHosts,
    hosts: () => [],
    shadowRootOf: () => null,
  });
  return new PageChannel(work, {
    onConnected: () => undefined,
    onBeforeListeners: () => undefined,
    onOpened: () => undefined,
    onAsk: () => undefined,
    onHost: () => undefined,
  });
}
