// Gathers the facts of a page over the browser's debugging protocol, without any code of ours in the page.
import type { CDPSession, Page, Protocol } from "puppeteer";
import * as z from "zod/mini";

import { hasDialog } from "./modal.ts";
import { STYLES } from "./page-facts.ts";
import type { Box, DocumentFacts, ElementFacts, PageFacts } from "./page-facts.ts";

const ELEMENT = 1;
/** The longest wait for the whole accessibility tree of a large page, in ms. */
const TREE_MS = 300_000;

type Snapshot = Protocol.DOMSnapshot.CaptureSnapshotResponse;

export async function collectFacts(page: Page): Promise<PageFacts> {
  const session = await page.createCDPSession();
  try {
    await session.send("DOM.enable");
    const listeners = await listenersOf(session);
    const accessible = await accessibleNodes(session);
    const snapshot = await session.send("DOMSnapshot.captureSnapshot", {
      computedStyles: [...STYLES],
      includeDOMRects: true,
    });
    const { cssLayoutViewport } = await session.send("Page.getLayoutMetrics");
    const facts = {
      elements: elementsIn(snapshot, listeners, accessible),
      documents: snapshot.documents.map((document) => documentFacts(document, cssLayoutViewport)),
    };
    return hasDialog(facts) ? await withHits(session, facts) : facts;
  } finally {
    await session.detach();
  }
}

async function withHits(session: CDPSession, facts: PageFacts): Promise<PageFacts> {
  const view = facts.documents[0]?.view;
  const elements: ElementFacts[] = [];
  for (const element of facts.elements) {
    const { box, document } = element;
    const isAsked = box !== undefined && view !== undefined && document === 0;
    const hit = isAsked ? await hitAt(session, box, view) : undefined;
    elements.push({ ...element, hit });
  }
  return { ...facts, elements };
}

/** Resolves with undefined if the middle of the box is out of view, or nothing is hit there. */
async function hitAt(session: CDPSession, box: Box, view: Box): Promise<number | undefined> {
  const x = Math.floor((box.left + box.right) / 2);
  const y = Math.floor((box.top + box.bottom) / 2);
  if (x < view.left || x >= view.right || y < view.top || y >= view.bottom) return undefined;
  try {
    return (await session.send("DOM.getNodeForLocation", { x, y })).backendNodeId;
  } catch {
    // The browser's error is "No node found at given location".
    return undefined;
  }
}

/** Finds the types of events by node, of all documents of this process and their shadow trees. */
async function listenersOf(session: CDPSession): Promise<Map<number, string[]>> {
  const { result } = await session.send("Runtime.evaluate", { expression: "document" });
  if (result.objectId === undefined) throw new Error("the page has no document");
  const { listeners } = await session.send("DOMDebugger.getEventListeners", {
    objectId: result.objectId,
    depth: -1,
    pierce: true,
  });
  const types = new Map<number, string[]>();
  for (const { backendNodeId, type } of listeners) {
    if (backendNodeId === undefined) continue;
    types.set(backendNodeId, [...(types.get(backendNodeId) ?? []), type]);
  }
  return types;
}

type Accessible = Pick<ElementFacts, "role" | "name" | "focusable" | "disabled" | "inert">;

async function accessibleNodes(session: CDPSession): Promise<Map<number, Accessible>> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const found = new Map<number, Accessible>();
  for (const frameId of frameIds(frameTree)) {
    const answer = await session
      .send("Accessibility.getFullAXTree", { frameId }, { timeout: TREE_MS })
      // A frame of another process; its elements are not in the snapshot either.
      .catch(() => undefined);
    for (const node of answer?.nodes ?? []) {
      if (node.backendDOMNodeId !== undefined) found.set(node.backendDOMNodeId, accessible(node));
    }
  }
  return found;
}

function frameIds({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(frameIds)];
}

function accessible(node: Protocol.Accessibility.AXNode): Accessible {
  const isSet = (name: string): boolean =>
    node.properties?.find((property) => property.name === name)?.value.value === true;
  const reasons = (node.ignoredReasons ?? []).map(({ name }): string => name);
  return {
    role: node.ignored ? undefined : textOf(node.role),
    name: textOf(node.name) ?? "",
    focusable: isSet("focusable"),
    disabled: isSet("disabled"),
    inert: reasons.some((reason) => INERT.has(reason)),
  };
}

const INERT: ReadonlySet<string> = new Set(["activeModalDialog", "inertElement", "inertSubtree"]);

function textOf(value: Protocol.Accessibility.AXValue | undefined): string | undefined {
  return z.string().safeParse(value?.value).data;
}

function elementsIn(
  { documents, strings }: Snapshot,
  listeners: ReadonlyMap<number, string[]>,
  accessible: ReadonlyMap<number, Accessible>,
): ElementFacts[] {
  const text = (index: number | undefined): string => strings[index ?? -1] ?? "";
  const elements: ElementFacts[] = [];
  /** Index of the element that shows a document. */
  const frameOf = new Map<number, number>();
  for (const [document, { nodes, layout }] of documents.entries()) {
    const layoutOf = new Map(layout.nodeIndex.map((node, index) => [node, index]));
    const contents = new Map(
      (nodes.contentDocumentIndex?.index ?? []).map((node, index) => [
        node,
        nodes.contentDocumentIndex?.value[index],
      ]),
    );
    /** Index of the element that each node is, or stands in. */
    const places: (number | undefined)[] = [];
    for (const [node, parentNode] of (nodes.parentIndex ?? []).entries()) {
      const parent = parentNode < 0 ? frameOf.get(document) : places[parentNode];
      places[node] = parent;
      // Pseudo-elements are elements to the snapshot, and have no number of their own.
      const isElement = nodes.nodeType?.[node] === ELEMENT;
      const name = text(nodes.nodeName?.[node]).toLowerCase();
      if (!isElement || name.startsWith("::")) continue;
      const backendNodeId = nodes.backendNodeId?.[node] ?? 0;
      const laidOut = layoutOf.get(node);
      const styles = laidOut === undefined ? [] : (layout.styles[laidOut] ?? []);
      const known = accessible.get(backendNodeId);
      places[node] = elements.length;
      const content = contents.get(node);
      if (content !== undefined) frameOf.set(content, elements.length);
      elements.push({
        node: backendNodeId,
        parent,
        document,
        tag: name,
        attributes: attributesIn((nodes.attributes?.[node] ?? []).map(text)),
        box: laidOut === undefined ? undefined : boxOf(layout.bounds[laidOut] ?? []),
        style: Object.fromEntries(STYLES.map((style, at) => [style, text(styles[at])])),
        listeners: listeners.get(backendNodeId) ?? [],
        role: known?.role,
        name: known?.name ?? "",
        focusable: known?.focusable ?? false,
        disabled: known?.disabled ?? false,
        inert: known?.inert ?? false,
      });
    }
  }
  return elements;
}

function attributesIn(namesAndValues: readonly string[]): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (let at = 0; at < namesAndValues.length; at += 2) {
    attributes[namesAndValues[at] ?? ""] = namesAndValues[at + 1] ?? "";
  }
  return attributes;
}

function boxOf([left = 0, top = 0, width = 0, height = 0]: readonly number[]): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function documentFacts(
  document: Protocol.DOMSnapshot.DocumentSnapshot,
  view: Protocol.Page.LayoutViewport,
): DocumentFacts {
  const { scrollOffsetX = 0, scrollOffsetY = 0, contentWidth = 0, contentHeight = 0 } = document;
  return {
    content: {
      left: 0,
      top: 0,
      right: Math.max(contentWidth, view.clientWidth),
      bottom: Math.max(contentHeight, view.clientHeight),
    },
    view: {
      left: scrollOffsetX,
      top: scrollOffsetY,
      right: scrollOffsetX + view.clientWidth,
      bottom: scrollOffsetY + view.clientHeight,
    },
  };
}
