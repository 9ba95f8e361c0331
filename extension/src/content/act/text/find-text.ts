// Finds words anywhere in what a frame shows, and lends an id to the element that holds them.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import { rangesOf } from "./words-within.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import type { FrameIds } from "../../observe/identity/frame-ids.ts";

interface TextSources {
  readonly ids: FrameIds;
  readonly finder: ElementFinder;
}

export function findText(
  { ids, finder }: TextSources,
  { text, occurrence, prefix }: Params<"frame.find-text">,
): Result<"frame.find-text"> {
  ids.prefix = prefix;
  const ranges = rangesOf(text, document.documentElement);
  const range = ranges[occurrence - 1];
  if (range === undefined) return { count: ranges.length };
  const { commonAncestorContainer: common } = range;
  const around = common instanceof Element ? common : common.parentElement;
  const element = around ?? document.documentElement;
  const before = ranges.slice(0, occurrence - 1).filter((each) => isWithin(each, element));
  const id = finder.hasId(element) ? finder.idAround(element) : undefined;
  return {
    count: ranges.length,
    found: { id: id ?? ids.lend(element), occurrence: before.length + 1 },
  };
}

function isWithin({ startContainer, endContainer }: Range, element: Element): boolean {
  return element.contains(startContainer) && element.contains(endContainer);
}
