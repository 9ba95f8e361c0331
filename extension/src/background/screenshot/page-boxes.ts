// Finds the boxes of a page's elements, through all its frames, for pictures of it.
import type { ScreenshotOptions } from "@webserv/shared/model/page/screenshot.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { FrameNode } from "../frames/frame-node.ts";
import type { FrameCallOptions } from "../frames/patient-calls.ts";
import { FrameRoutes } from "../frames/frame-routes.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";

/** Holds the boxes of the main frame, and those of other frames that show in it. */
export type PageBoxes = Result<"frame.boxes">;

type FrameBoxes = Pick<PageBoxes, "boxes" | "unseen">;
type Placed = PageBoxes["boxes"][number];

/** The longest time for which one frame may hold up the picture, in ms. */
const FRAME_MS = 1_200;

/**
 * Reads the boxes.
 * @throws WebservError `unknown-id` and `stale-id` for ids that are asked for; `outside` if nothing shows of the
 *   element that is to be photographed
 */
export async function readPageBoxes(
  trees: FrameTrees,
  tabId: number,
  { area, marks }: Pick<ScreenshotOptions, "area" | "marks">,
  call: FrameCallOptions,
): Promise<PageBoxes> {
  const routes = new FrameRoutes(trees, tabId);
  const within = area === "viewport" ? "viewport" : "page";
  const query: BoxQuery = { trees, tabId, routes, within, call };
  const element = typeof area === "string" ? undefined : area.id;
  const node = await routes.frameOf(element, call);
  if (marks === true) await trees.know(tabId, call);
  const asked = await byFrame(query, typeof marks === "boolean" ? [] : marks);
  const main = await routes.callIn(
    null,
    "frame.boxes",
    {
      within,
      ids: marks === true ? null : (asked.get(null) ?? []),
      ...(node === null && element !== undefined ? { element } : {}),
    },
    call,
  );
  const inner = [...asked].map(([node, ids]) =>
    node === null ? Promise.resolve(main) : askedIn(query, node, ids),
  );
  return {
    ...main,
    ...(marks === true
      ? await withInner(query, null, main.boxes)
      : together(await Promise.all(inner))),
    ...(node === null || element === undefined
      ? {}
      : { element: await elementIn(query, node, element) }),
  };
}

interface BoxQuery {
  readonly trees: FrameTrees;
  readonly tabId: number;
  readonly routes: FrameRoutes;
  /** The bounds of boxes in the main frame; other frames show only what is in view in them. */
  readonly within: ParamsInput<"frame.boxes">["within"];
  readonly call: FrameCallOptions;
}

async function byFrame(
  { routes, call }: BoxQuery,
  ids: readonly string[],
): Promise<ReadonlyMap<FrameNode | null, string[]>> {
  const found = new Map<FrameNode | null, string[]>();
  for (const id of ids) {
    const node = await routes.frameOf(id, call);
    found.set(node, [...(found.get(node) ?? []), id]);
  }
  return found;
}

/** Returns the boxes of one frame, and after that of each iframe the boxes that show in it. */
async function withInner(
  query: BoxQuery,
  around: FrameNode | null,
  boxes: readonly Placed[],
): Promise<FrameBoxes> {
  const seen = boxes.map(async (box): Promise<FrameBoxes> => {
    const node = query.trees.frameWith(query.tabId, box.id);
    if (node === null || node.parent !== around) return { boxes: [box], unseen: [] };
    const inner = await allIn(query, node);
    return { boxes: [box, ...inner.boxes], unseen: inner.unseen };
  });
  return together(await Promise.all(seen));
}

function together(parts: readonly FrameBoxes[]): FrameBoxes {
  return {
    boxes: parts.flatMap(({ boxes }) => boxes),
    unseen: parts.flatMap(({ unseen }) => unseen),
  };
}

/** Returns all boxes that show in a frame, in px of the one around it, or the reason if the frame does not answer. */
async function allIn(query: BoxQuery, node: FrameNode): Promise<FrameBoxes> {
  const { routes, call } = query;
  try {
    const params = { within: "viewport", ids: null } as const;
    const read = await routes.callIn(node, "frame.boxes", params, patient(call));
    const { boxes, unseen } = await withInner(query, node, read.boxes);
    const shown = await outwards(query, node, boxes, false);
    // Elements that do not show were not asked for by id, so no reasons are reported for them.
    return { boxes: shown.flatMap((box) => ("why" in box ? [] : [box])), unseen };
  } catch (error) {
    return { boxes: [], unseen: [{ id: node.id, why: whyUnseen(error, call) }] };
  }
}

/** Returns the boxes that are asked for in one frame, in px of the main frame. */
async function askedIn(
  query: BoxQuery,
  node: FrameNode,
  ids: readonly string[],
): Promise<FrameBoxes> {
  const { routes, call } = query;
  try {
    const read = await routes.callIn(
      node,
      "frame.boxes",
      { within: "viewport", ids: [...ids] },
      patient(call),
    );
    const unseen = [...read.unseen];
    let boxes: readonly Placed[] = read.boxes;
    for (let at: FrameNode | null = node; at !== null; at = at.parent) {
      const shown = await outwards(query, at, boxes, false);
      boxes = shown.flatMap((box) => ("why" in box ? [] : [box]));
      unseen.push(...shown.filter((box) => "why" in box));
    }
    return { boxes: [...boxes], unseen };
  } catch (error) {
    const { code } = toWebservError(error);
    if (code === "unknown-id" || code === "stale-id") throw error;
    const why = whyUnseen(error, call);
    return { boxes: [], unseen: ids.map((id) => ({ id, why })) };
  }
}

/** Returns an element's own box, in px of the main frame. */
async function elementIn(
  query: BoxQuery,
  node: FrameNode,
  id: string,
): Promise<NonNullable<PageBoxes["element"]>> {
  let { element } = await query.routes.call(
    id,
    "frame.boxes",
    { within: "viewport", ids: [], element: id },
    query.call,
  );
  for (let at: FrameNode | null = node; at !== null && element !== null; at = at.parent) {
    const { whole, ...box } = element;
    const [shown] = await outwards(query, at, [{ id, ...box }], true);
    if (shown === undefined || "why" in shown) throw outside(id, shown?.why);
    element = { ...shown, whole: whole && shown.whole };
  }
  if (element === null) throw outside(id);
  return element;
}

type Shown = (Placed & { readonly whole: boolean }) | PageBoxes["unseen"][number];

/** Returns the boxes of a frame in px of the one around it, in their order. */
async function outwards(
  { routes, within, call }: BoxQuery,
  { id, parent }: FrameNode,
  boxes: readonly Placed[],
  evenCovered: boolean,
): Promise<Shown[]> {
  const around = await routes.callIn(
    parent,
    "frame.boxes-around",
    {
      id,
      within: parent === null ? within : "viewport",
      boxes: [...boxes],
      evenCovered,
    },
    call,
  );
  return boxes.map(({ id }, index) => ({
    id,
    ...(around.boxes[index] ?? { why: "its place is not known" }),
  }));
}

function patient(call: FrameCallOptions): FrameCallOptions {
  return { ...call, timeoutMs: Math.min(FRAME_MS, call.timeoutMs) };
}

/** Says why a frame's elements can't be seen. @throws the reason of the call's signal if it has aborted */
function whyUnseen(error: unknown, { signal }: FrameCallOptions): string {
  signal.throwIfAborted();
  return toWebservError(error).code === "page-unresponsive"
    ? "the script of its frame is busy"
    : "its frame was replaced since it was read";
}

function outside(id: string, why = "nothing of it shows"): WebservError {
  return new WebservError("outside", `"${id}" can't be photographed: ${why}`, {
    next: "Hover it, which brings it into view, and try again.",
    details: { id },
  });
}
