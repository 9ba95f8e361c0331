// Converts boxes of an inner frame to the document around it, and clips them to what shows of the frame.
import type { Box } from "@webserv/shared/model/page/screenshot.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import { frameMatrix } from "../observe/geometry/frame-point.ts";
import type { Area } from "../observe/geometry/area.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import type { BoxSources } from "./picture-scene.ts";
import { isCovered, pictureScene } from "./picture-scene.ts";
import { boxOf, intersection, isSameArea, isTooSmall } from "./rectangles.ts";
import { boundingArea } from "../observe/geometry/area.ts";

type BoxesAround = Result<"frame.boxes-around">;

/**
 * Answers `frame.boxes-around`.
 * @throws WebservError `unknown-id` or `stale-id` for the frame's id
 */
export function readBoxesAround(
  sources: BoxSources,
  { id, within, boxes, evenCovered }: Params<"frame.boxes-around">,
): BoxesAround {
  const frame = sources.finder.find(id);
  const scene = pictureScene(sources, within);
  const matrix = frameMatrix(frame);
  if (matrix === null) {
    return everywhere(boxes, "its frame is shown in perspective, where boxes are none");
  }
  if (!unshadowed(frame).checkVisibility({ visibilityProperty: true })) {
    return everywhere(boxes, "its frame is hidden");
  }
  const clip = intersection(
    scene.boxes.visibleArea(frame, scene.within),
    contentArea(frame, matrix),
  );
  return {
    boxes: boxes.map((box) => {
      const whole = areaAround(box, matrix);
      if (isTooSmall(intersection(whole, scene.within))) return { why: "it is out of the picture" };
      const shown = intersection(whole, clip);
      if (isTooSmall(shown)) return { why: "its frame, or what that stands in, cuts it off" };
      if (!evenCovered && isCovered(scene, frame, shown)) {
        return { why: "something else lies over it" };
      }
      return { ...boxOf(shown), whole: isSameArea(shown, whole) };
    }),
  };
}

function everywhere(boxes: readonly Box[], why: string): BoxesAround {
  return { boxes: boxes.map(() => ({ why })) };
}

/** Returns the frame's content box in this document; the bounding area of it if the frame is rotated. */
function contentArea(frame: Element, matrix: DOMMatrixReadOnly): Area {
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(frame);
  const sides = [paddingLeft, paddingTop, paddingRight, paddingBottom].map(Number.parseFloat);
  const [left = 0, top = 0, right = 0, bottom = 0] = sides;
  const width = frame.clientWidth - left - right;
  const height = frame.clientHeight - top - bottom;
  return areaAround({ x: 0, y: 0, width, height }, matrix);
}

function areaAround({ x, y, width, height }: Box, matrix: DOMMatrixReadOnly): Area {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => matrix.transformPoint(corner));
  return boundingArea(corners.map(({ x, y }) => ({ left: x, top: y, right: x, bottom: y })));
}
