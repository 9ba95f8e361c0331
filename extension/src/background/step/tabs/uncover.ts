// Has the browser close what it shows over a page, as it does when the tab goes to another site.
import { BLANK_URL } from "../../frames/blank-page.ts";
import { currentEntry } from "./history.ts";
import type { LoadWholeOptions } from "./load-whole.ts";
import { loadWhole } from "./load-whole.ts";

/**
 * Goes to a blank page and back again, so that the tab's history ends where it was; the pages ahead in it are lost.
 * The page is as it was if the browser has kept it, and is loaded anew if not.
 */
export async function uncover(options: LoadWholeOptions): Promise<void> {
  const entryId = await currentEntry(options.debuggers, options.tabId);
  await loadWhole(options, "Page.navigate", { url: BLANK_URL });
  await loadWhole(options, "Page.navigateToHistoryEntry", { entryId });
}
