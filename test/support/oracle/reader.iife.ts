// Reads as the product does, with a way to the elements behind its ids: a content script for the oracle alone.
import { ElementFinder } from "@webserv/extension/src/content/observe/identity/element-finder.ts";
import { Cuts } from "@webserv/extension/src/content/observe/budget/cuts.ts";
import { FrameIds } from "@webserv/extension/src/content/observe/identity/frame-ids.ts";
import { Looks } from "@webserv/extension/src/content/observe/looks/looks.ts";
import { MoreIds } from "@webserv/extension/src/content/observe/identity/more-ids.ts";
import { readFrame } from "@webserv/extension/src/content/observe/reading.ts";
import { extensionPlatform } from "@webserv/extension/src/content/bridge/platform.ts";

import { idlePageChannel } from "../reading/idle-page-channel.ts";

const pageChannel = idlePageChannel();
const ids = new FrameIds();
const more = new MoreIds();
const finder = new ElementFinder(ids);
const platform = extensionPlatform();
const sources = {
  pageChannel,
  ids,
  more,
  cuts: new Cuts(),
  looks: new Looks(),
  finder,
  shadowRootOf: (element: Element) => platform.openOrClosedShadowRoot(element),
};

/** A budget so large that nothing is left out. */
const MAX_TOKENS = 1_000_000;

/** Resolves with everything with an id that can be clicked or filled in, as pairs. */
async function interactive(): Promise<(string | Element)[]> {
  const options = { maxTokens: MAX_TOKENS, prefix: "" };
  const { clickable, inputs, selects } = await readFrame(sources, options);
  const told = new Set([
    ...clickable,
    ...inputs.map(({ id }) => id),
    ...selects.map(({ id }) => id),
  ]);
  return [...told].flatMap((id) => {
    const found = ids.find(id);
    return found.state === "present" ? [id, found.element] : [];
  });
}

Object.defineProperty(globalThis, Symbol.for("webserv.oracle"), { value: interactive });
