// Tells where what stands in an inner frame shows in the document around it.
import type { Box } from "@webserv/shared/model/screenshot.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import { planeOf } from "../act/locating/frame-point.ts";
import type { Area } from "../observe/area.ts";
import { unshadowed } from "../unshadowed.ts";
import type { BoxSources } from "./look.ts";
import { isCovered, lookAt } from "./look.ts";
import { around, boxOf, intersection, isSame, isTooSmall } from "./rectangles.ts";

type Around = Result<"frame.boxes-around">;

/** @throws WebservError `unknown-id` or `stale-id` for the frame's. */
export function readBoxesAround(
  sources: BoxSources,
  { id, within, boxes, evenCovered }: Params<"frame.boxes-around">,
): Around {
  const frame = sources.finder.find(id);
  const look = lookAt(sources, within);
  const plane = planeOf(frame);
  if (plane === null) {
    return everywhere(boxes, "its frame is shown in perspective, where boxes are none");
  }
  if (!unshadowed(frame).checkVisibility({ visibilityProperty: true })) {
    return everywhere(boxes, "its frame is hidden");
  }
  const clip = intersection(look.clips.of(frame), contentArea(frame, plane));
  return {
    boxes: boxes.map((box) => {
      const whole = areaAround(box, plane);
      if (isTooSmall(intersection(whole, look.within))) return { why: "it is out of the picture" };
      const shown = intersection(whole, clip);
      if (isTooSmall(shown)) return { why: "its frame, or what that stands in, cuts it off" };
      if (!evenCovered && isCovered(look, frame, shown)) {
        return { why: "something else lies over it" };
      }
      return { ...boxOf(shown), whole: isSame(shown, whole) };
    }),
  };
}

function everywhere(boxes: readonly Box[], why: string): Around {
  return { boxes: boxes.map(() => ({ why })) };
}

/** What the frame shows its content in; the area around that where it is shown turned. */
function contentArea(frame: Element, plane: DOMMatrixReadOnly): Area {
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(frame);
  const sides = [paddingLeft, paddingTop, paddingRight, paddingBottom].map(Number.parseFloat);
  const [left = 0, top = 0, right = 0, bottom = 0] = sides;
  const width = frame.clientWidth - left - right;
  const height = frame.clientHeight - top - bottom;
  return areaAround({ x: 0, y: 0, width, height }, plane);
}

function areaAround({ x, y, width, height }: Box, plane: DOMMatrixReadOnly): Area {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => plane.transformPoint(corner));
  return around(corners.map(({ x, y }) => ({ left: x, top: y, right: x, bottom: y })));
}
