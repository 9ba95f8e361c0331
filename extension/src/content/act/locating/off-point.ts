// Makes the error for a point of an element's box at which the element can't be acted on.
import type { ElementPoint } from "@webserv/shared/model/actions/action-spec.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { isComposedDescendant } from "../../dom/hit-test.ts";
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { describeAnew } from "./describe-element.ts";

/** @param cover is what is hit at the point; undefined if the point is out of view */
export async function offPoint(
  sources: ReadingSources,
  id: string,
  { x, y }: ElementPoint,
  { element, cover }: { readonly element: Element; readonly cover: Element | undefined },
  signal: AbortSignal,
): Promise<WebservError> {
  const point = `the point ${x},${y} of "${id}"`;
  const details = { id, at: { x, y } };
  if (cover === undefined) {
    return new WebservError("outside", `${point} can't be brought into view`, {
      next: "Choose a point nearer to its middle, 0.5,0.5.",
      details,
    });
  }
  const by = await describeAnew(sources, cover, signal);
  const found = { ...details, by: by.id ?? by.words };
  if (isComposedDescendant(element, cover)) {
    return new WebservError("outside", `${point} is not on it: ${by.words} shows there`, {
      next: "Its shape does not fill its box: choose a point nearer to its middle, 0.5,0.5.",
      details: found,
    });
  }
  if (isComposedDescendant(cover, element)) {
    return new WebservError("covered", `${point} belongs to what stands in it: ${by.words}`, {
      next: "Act on that, or choose another point.",
      details: found,
    });
  }
  return new WebservError("covered", `${point} is covered by ${by.words}`, { details: found });
}
