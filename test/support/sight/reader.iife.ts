// Says for the check of sight which texts of a page a reading shows, and brings each before the eyes and away. It is
// a content script for this check alone.
import { ElementFinder } from "@webserv/extension/src/content/observe/identity/element-finder.ts";
import { Cuts } from "@webserv/extension/src/content/observe/budget/cuts.ts";
import { composedChildren } from "@webserv/extension/src/content/dom/composed-tree.ts";
import { Costs } from "@webserv/extension/src/content/observe/tree/cost.ts";
import { keyTakerOf } from "@webserv/extension/src/content/dom/drawn-editors.ts";
import { SKIPPED } from "@webserv/extension/src/content/dom/element-kinds.ts";
import { FrameIds } from "@webserv/extension/src/content/observe/identity/frame-ids.ts";
import { Looks } from "@webserv/extension/src/content/observe/looks/looks.ts";
import { MoreIds } from "@webserv/extension/src/content/observe/identity/more-ids.ts";
import type { Part, TextPart } from "@webserv/extension/src/content/observe/tree/parts.ts";
import type { ReadText } from "@webserv/extension/src/content/observe/walk/read-texts.ts";
import { ReadTexts } from "@webserv/extension/src/content/observe/walk/read-texts.ts";
import { readingWindows } from "@webserv/extension/src/content/observe/budget/reading-windows.ts";
import { UnseenTexts } from "@webserv/extension/src/content/observe/secrecy/unseen-texts.ts";
import { HoverRules } from "@webserv/extension/src/content/observe/interactivity/hover-rules.ts";
import { Walker } from "@webserv/extension/src/content/observe/walk/walker.ts";
import { extensionPlatform } from "@webserv/extension/src/content/bridge/platform.ts";

import { idlePageChannel } from "../reading/idle-page-channel.ts";
import { Bringer } from "./bringing.ts";
import type { TextFact } from "./facts.ts";
import { Hider } from "./hiding.ts";

const platform = extensionPlatform();
const shadowRootOf = (element: Element): ShadowRoot | null =>
  platform.openOrClosedShadowRoot(element);
const pageChannel = idlePageChannel();

/** Keeps which part was made of which text. */
class NotedTexts extends ReadTexts {
  readonly parts = new Map<Node, TextPart>();

  override note(node: Node, text: ReadText): void {
    super.note(node, text);
    this.parts.set(node, text.part);
  }
}

let texts: Node[] = [];

/** Reads the page; returns for each text that is laid out in it what the reading makes of it. */
function read(): TextFact[] {
  const root: Element | null = document.documentElement;
  // This is so in a frame whose contents have not come.
  if (root === null || document.body === null) return [];
  const ids = new FrameIds();
  const sources = {
    pageChannel,
    ids,
    finder: new ElementFinder(ids),
    more: new MoreIds(),
    cuts: new Cuts(),
    looks: new Looks(),
    shadowRootOf,
  };
  const readTexts = new NotedTexts();
  const unseen = new UnseenTexts(shadowRootOf);
  const handlerMarks = pageChannel.scan();
  handlerMarks.readOn(() => true);
  const walker = new Walker({
    document,
    handlerMarks,
    hoverRules: new HoverRules(),
    shadowRootOf,
    layout: true,
    windows: readingWindows(sources, new Costs(), { maxTokens: 1_000_000 }),
    unseen,
    readTexts,
  });
  walker.readOn(() => true);
  const told = new Set<Part>();
  collect(walker.result().parts, told);
  texts = textsIn(root);
  return texts.map((node) => {
    const part = readTexts.parts.get(node);
    const isOwn = part !== undefined && part.spoken !== true && told.has(part);
    const isTold = isOwn || isInEditor(node);
    return {
      text: (node.nodeValue ?? "").replace(/\s+/g, " ").trim().slice(0, 60),
      told: isTold,
      why: isTold ? "" : (unseen.reasons.get(node) ?? "unknown"),
    };
  });
}

/** Tells whether a text is one of an editor that the page draws: its lines are told together, and not each by itself. */
function isInEditor(node: Node): boolean {
  for (let at = node.parentElement; at !== null; at = at.parentElement) {
    if (keyTakerOf(at) !== undefined) return true;
  }
  return false;
}

function collect(parts: readonly Part[], into: Set<Part>): void {
  for (const part of parts) {
    into.add(part);
    if (part.kind === "element") collect(part.children, into);
  }
}

/** Returns the texts with words and a box; the browser shows the contents of some elements in its own way. */
function textsIn(holder: Node): Node[] {
  if (holder.nodeType === Node.TEXT_NODE) return isLaidOut(holder) ? [holder] : [];
  if (!(holder instanceof Element) || SKIPPED.has(holder.localName)) return [];
  if (OWN_WAY.has(holder.localName)) return [];
  return composedChildren(holder, shadowRootOf).flatMap(textsIn);
}

const OWN_WAY: ReadonlySet<string> = new Set(["select", "textarea", "math"]);

function isLaidOut(text: Node): boolean {
  if (!/\S/.test(text.nodeValue ?? "")) return false;
  const range = document.createRange();
  range.selectNodeContents(text);
  const { width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0;
}

const bringer = new Bringer(shadowRootOf);
const hider = new Hider();
const nodeAt = (index: number): Node => texts[index] ?? document;

Object.defineProperty(globalThis, Symbol.for("webserv.sight"), {
  value: {
    read,
    /** Scrolls to one, and returns the others that can be seen then without further scrolling. */
    bring: async (index: number, others: readonly number[]) => {
      const isMoved = bringer.bring(nodeAt(index));
      // The page's reaction shows in the frame after the next.
      if (isMoved) await drawn();
      return others.filter((other) => bringer.isInPlace(nodeAt(other)));
    },
    boxes: (index: number) => bringer.boxesOf(nodeAt(index)),
    hide: (indices: readonly number[]) => {
      hider.hide(indices.map(nodeAt));
      return drawn();
    },
    /** Hides all texts but one: letters that lie under others are no backdrop for them. */
    hideAllBut: (index: number) => {
      hider.hide(texts.filter((_, at) => at !== index));
      return drawn();
    },
    show: () => {
      hider.show();
      return drawn();
    },
  },
});

function drawn(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
