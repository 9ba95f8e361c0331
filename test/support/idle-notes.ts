// The page's notes for tests that read pages by themselves: nobody waits for the page's work.
import { PageNotes } from "@webserv/extension/src/content/bridge/page-notes.ts";
import { FrameWork } from "@webserv/extension/src/content/settle/frame-work.ts";

/** @param hasHosts whether the page may hold closed shadow roots */
export function idleNotes({ hasHosts = true } = {}): PageNotes {
  const work = new FrameWork({
    watch: () => undefined,
    attend: () => undefined,
    rest: () => undefined,
    take: () => undefined,
    hasHosts: () => hasHosts,
    hosts: () => [],
    shadowRootOf: () => null,
  });
  return new PageNotes(work, {
    taken: () => undefined,
    beforeListeners: () => undefined,
    opened: () => undefined,
    onAsk: () => undefined,
    onHost: () => undefined,
  });
}
