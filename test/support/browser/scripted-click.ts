// Clicks an element of a page by events of a script, as the worker's synthetic hands have a frame do.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { ContentPage } from "./content-page.ts";

export async function clickByScript(
  page: ContentPage,
  id: string,
): Promise<Result<"frame.press-pointer">> {
  const { x, y } = await page.call("frame.locate", { id, purpose: "click", timeoutMs: 5_000 });
  await page.call("frame.move-pointer", { id, x, y });
  return await page.call("frame.press-pointer", { id, x, y });
}
