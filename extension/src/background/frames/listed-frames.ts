// Lists the frames of a tab as the browser knows them, and says which of them can't be read.

export interface ListedFrame {
  readonly frameId: number;
  readonly parentFrameId: number;
  readonly documentId: string;
  readonly url: string;
  /** True if the last load failed, so that the frame shows the browser's error page, or still the page before. */
  readonly failed: boolean;
}

export async function listFrames(tabId: number): Promise<ListedFrame[]> {
  // The browser gives null if the tab is gone.
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

/** Says why the browser lets no script into the frame; null if nothing is known against it. */
export function barTo({ url }: ListedFrame): string | null {
  return /^(https?|about|data|blob|file|filesystem):/.test(url) || url === ""
    ? null
    : "it shows a page that extensions can't read";
}
