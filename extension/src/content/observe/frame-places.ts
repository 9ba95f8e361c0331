// Tells where the contents of inner frames belong in a reading, and which window each of them
// shows.
import type { FramePlace } from "@webserv/shared/model/page/frame-place.ts";
import type { FrameReading } from "@webserv/shared/model/page/observation.ts";
import type { FrameIds } from "./identity/frame-ids.ts";
import type { ElementPart } from "./tree/parts.ts";
import { hasFocus } from "../dom/has-focus.ts";
import type { WrittenFrame } from "./format/part-writer.ts";
import { frameAddress, isFrame } from "../dom/element-kinds.ts";

/** The longest address of a frame, which can be a whole document of data. */
const MAX_ADDRESS = 300;

export interface SeenFrame {
  readonly part: ElementPart;
  readonly id: string;
  readonly before: FramePlace["before"];
}

/**
 * Returns the places of frames that were written. Those beyond the end of what is told are not read
 * either.
 */
export function framePlaces(
  frames: readonly SeenFrame[],
  written: ReadonlyMap<ElementPart, WrittenFrame>,
  isHeld: (frame: Element) => boolean,
): FramePlace[] {
  return frames.flatMap(({ part, id, before }) => {
    const place = written.get(part);
    if (place === undefined) return [];
    const src = isFrame(part.element)
      ? frameAddress(part.element).slice(0, MAX_ADDRESS).toWellFormed()
      : "";
    const { element } = part;
    return [{ id, src, ...place, focused: hasFocus(element), held: isHeld(element), before }];
  });
}

export function listLengths(reading: FrameReading): FramePlace["before"] {
  return {
    clickable: reading.clickable.length,
    hoverable: reading.hoverable.length,
    inputs: reading.inputs.length,
    selects: reading.selects.length,
  };
}

/** Returns the id of the frame, of those last seen, whose window this is; null if there is none. */
export function frameShowing(ids: FrameIds, window: MessageEventSource): string | null {
  const embeds: HTMLEmbedElement[] = [];
  for (const reference of ids.frames) {
    const element = reference.deref();
    if (element === undefined || !isFrame(element)) continue;
    if (element instanceof HTMLEmbedElement) embeds.push(element);
    else if (element.contentWindow === window) return frameId(ids, element);
  }
  const embed = embedShowing(embeds, window);
  return embed === undefined ? null : frameId(ids, embed);
}

/** An `embed` does not tell its window. The window tells its element, unless it is of another site. */
function embedShowing(
  embeds: readonly HTMLEmbedElement[],
  window: MessageEventSource,
): HTMLEmbedElement | undefined {
  try {
    const around = "frameElement" in window ? window.frameElement : null;
    return embeds.find((embed) => embed === around);
  } catch {
    return embeds.length === 1 ? embeds[0] : undefined;
  }
}

/** Returns the id of a frame; null if the element is no frame, or one that nobody has seen. */
export function frameId(ids: FrameIds, element: Element): string | null {
  return isFrame(element) ? (ids.idOf(element) ?? null) : null;
}
