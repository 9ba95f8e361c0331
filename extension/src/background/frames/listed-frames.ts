// The frames of a tab as the browser lists them, and what it says of those that nobody can read.

export interface ListedFrame {
  readonly frameId: number;
  readonly parentFrameId: number;
  readonly documentId: string;
  readonly url: string;
  /** Its last load failed: it shows the browser's error page, or still what it showed before. */
  readonly failed: boolean;
}

export async function listFrames(tabId: number): Promise<ListedFrame[]> {
  // Null where the tab is gone.
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return frames
    .filter(({ documentLifecycle }) => documentLifecycle === "active")
    .map(({ frameId, parentFrameId, documentId, url, errorOccurred }) => ({
      frameId,
      parentFrameId,
      documentId,
      url,
      failed: errorOccurred,
    }));
}

/** Why the browser lets no script into the frame; null where nothing is known against it. */
export function barTo({ url }: ListedFrame): string | null {
  return /^(https?|about|data|blob|file|filesystem):/.test(url) || url === ""
    ? null
    : "it shows a page that extensions can't read";
}
