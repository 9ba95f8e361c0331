// Tells whether the element or text that a step waits for has come.
import { holdsWords } from "@webserv/shared/model/text/holds-words.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import type { ReadingSources } from "../observe/frame-reader.ts";
import { readText, recall } from "../observe/reading.ts";
import { isRendered } from "../dom/rendered.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/**
 * Tells whether the element is seen, or the page holds the text, or both if both are given. Ids are those of the last
 * reading.
 * @throws the signal's reason
 */
export async function shows(
  sources: ReadingSources,
  { id, text }: Params<"frame.shows">,
  signal: AbortSignal,
): Promise<Result<"frame.shows">> {
  await recall(sources, [id], signal);
  if (id !== undefined && !isSeen(sources.finder.find(id))) return { shows: false };
  if (text === undefined) return { shows: id !== undefined };
  return { shows: holdsWords(await readText(sources, signal), text) };
}

function isSeen(element: Element): boolean {
  const own = unshadowed(element);
  const { width, height } = own.getBoundingClientRect();
  const isBoxless = own.getClientRects().length === 0;
  return isRendered(element, { opacity: true }) && (width > 0 || height > 0 || isBoxless);
}
