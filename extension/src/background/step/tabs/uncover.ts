// Makes the browser close its window over a page, which it does when the tab goes to another site.
import { BLANK_URL } from "../../frames/blank-page.ts";
import { currentEntry } from "./history.ts";
import type { LoadWholeOptions } from "./load-whole.ts";
import { loadWhole } from "./load-whole.ts";

/**
 * Goes to a blank page and back again, so that the tab shows the same history entry; the entries after it are lost.
 * The page is as it was if the browser has cached it, and is loaded again if not.
 */
export async function uncover(options: LoadWholeOptions): Promise<void> {
  const entryId = await currentEntry(options.debuggers, options.tabId);
  await loadWhole(options, "Page.navigate", { url: BLANK_URL });
  await loadWhole(options, "Page.navigateToHistoryEntry", { entryId });
}
