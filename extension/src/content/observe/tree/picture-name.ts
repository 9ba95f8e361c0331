// Returns what a picture is called by its own text alternative, be it a file, a drawing or a shape in one.
import { isShape } from "../../dom/element-kinds.ts";

/** Returns the text alternative of a picture, or of a drawing or shape that stands for one. */
export function pictureName(element: Element): string {
  return (
    element.getAttribute("aria-label") ??
    element.getAttribute("alt") ??
    element.getAttribute("title") ??
    (element instanceof SVGElement ? drawnName(element) : undefined) ??
    ""
  ).trim();
}

/** Returns the name by SVG's own means. The description of a whole drawing is none: it says how it was made. */
function drawnName(element: SVGElement): string | undefined {
  const title = element.querySelector(":scope > title") ?? undefined;
  if (title !== undefined) return title.textContent;
  const linked = element.getAttributeNS(XLINK, "title");
  if (linked !== null) return linked;
  if (!isShape(element)) return undefined;
  // What stands in a link says where it leads.
  const name = element instanceof SVGAElement ? "title, desc" : ":scope > desc";
  return element.querySelector(name)?.textContent;
}

const XLINK = "http://www.w3.org/1999/xlink";
