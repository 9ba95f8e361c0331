// Finds the elements a person can see, from where they are laid out and what cuts them off.
import type { Box, ElementFacts, PageFacts } from "./page-facts.ts";

export interface Sight {
  /** The part of the element that can be brought before a person's eyes; undefined if none can. */
  readonly box: Box | undefined;
  /** True if all of it is transparent, but it is there to be clicked. */
  readonly transparent: boolean;
}

/** Holds the boxes that cut off an element's content, by how that content is positioned. */
interface Clips {
  readonly flow: Box;
  readonly absolute: Box;
  readonly fixed: Box;
  readonly transparent: boolean;
  readonly gone: boolean;
}

/**
 * An element up to this size, in CSS px, is hidden from the eyes and there for screen readers: the usual recipes
 * leave a pixel or two.
 */
const SPECK = 4;
const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Returns the sights in the order of the page's elements. */
export function sightsOf({ elements, documents }: PageFacts): Sight[] {
  const insides: Clips[] = [];
  const sights = elements.map((element, index): Sight => {
    const { parent, style, document } = element;
    const around = parent === undefined ? undefined : insides[parent];
    const isRoot = parent === undefined || elements[parent]?.document !== document;
    const { content, view } = documents[document] ?? { content: EVERYWHERE, view: EVERYWHERE };
    const outer: Clips = isRoot
      ? {
          flow: content,
          absolute: content,
          fixed: view,
          transparent: around?.transparent ?? false,
          gone: isGone(around),
        }
      : (around ?? open);
    const own = clipOf(outer, style["position"]);
    const transparent = outer.transparent || style["opacity"] === "0";
    const gone = outer.gone || isCutAway(style) || style["content-visibility"] === "hidden";
    insides[index] = { ...inside(element, outer, own), transparent, gone: gone };
    const box = element.box;
    const shows = !gone && box !== undefined && style["visibility"] === "visible";
    return { box: shows ? shown(box, own) : undefined, transparent };
  });
  return withContents(elements, sights);
}

const open: Clips = {
  flow: EVERYWHERE,
  absolute: EVERYWHERE,
  fixed: EVERYWHERE,
  transparent: false,
  gone: false,
};

/** Tells whether a document is hidden because its frame is. */
function isGone(frame: Clips | undefined): boolean {
  return frame !== undefined && (frame.gone || area(frame.flow) === 0);
}

function clipOf(clips: Clips, position: string | undefined): Box {
  if (position === "absolute") return clips.absolute;
  return position === "fixed" ? clips.fixed : clips.flow;
}

function inside(
  { tag, box, style }: ElementFacts,
  outer: Clips,
  own: Box,
): Pick<Clips, "flow" | "absolute" | "fixed"> {
  // The overflow of these is the view's own.
  if (box === undefined || tag === "html" || tag === "body") return outer;
  const flow = {
    ...own,
    ...along(style["overflow-x"], own, box, "left", "right"),
    ...along(style["overflow-y"], own, box, "top", "bottom"),
  };
  const holdsFixed =
    (style["transform"] ?? "none") !== "none" || (style["filter"] ?? "none") !== "none";
  const holdsAbsolute = holdsFixed || style["position"] !== "static";
  return {
    flow,
    absolute: holdsAbsolute ? flow : outer.absolute,
    fixed: holdsFixed ? flow : outer.fixed,
  };
}

/** The edges of what shows of the content along one axis; what can be scrolled can be brought into view. */
function along(
  overflow: string | undefined,
  own: Box,
  box: Box,
  start: "left" | "top",
  end: "right" | "bottom",
): Partial<Box> {
  if (overflow === undefined || overflow === "" || overflow === "visible") return {};
  const scrolls = overflow === "auto" || overflow === "scroll";
  if (scrolls && box[end] - box[start] > SPECK) return { [start]: -Infinity, [end]: Infinity };
  return { [start]: Math.max(own[start], box[start]), [end]: Math.min(own[end], box[end]) };
}

function isCutAway(style: Readonly<Record<string, string>>): boolean {
  const { clip = "auto", "clip-path": path = "none" } = style;
  if (style["position"] === "absolute" || style["position"] === "fixed") {
    const edges = clip.match(/-?[\d.]+px/g)?.map(Number.parseFloat) ?? [];
    const [top = 0, right = 0, bottom = 0, left = 0] = edges;
    if (edges.length === 4 && (right - left <= 1 || bottom - top <= 1)) return true;
  }
  return /^inset\((?:50|100)%/.test(path) || path.startsWith("circle(0");
}

function shown(box: Box, clip: Box): Box | undefined {
  const left = Math.max(box.left, clip.left);
  const top = Math.max(box.top, clip.top);
  const right = Math.min(box.right, clip.right);
  const bottom = Math.min(box.bottom, clip.bottom);
  return (right - left) * (bottom - top) > SPECK && right > left && bottom > top
    ? { left, top, right, bottom }
    : undefined;
}

/** A link around a block, or a host without a box, is as large as what stands in it. */
function withContents(elements: readonly ElementFacts[], sights: readonly Sight[]): Sight[] {
  const grown = [...sights];
  for (let index = elements.length - 1; index > 0; index--) {
    const { parent, style } = elements[index] ?? {};
    const own = grown[index];
    if (parent === undefined || own?.box === undefined) continue;
    const around = grown[parent];
    const frameless = elements[parent];
    if (around === undefined || frameless === undefined) continue;
    if (style?.["position"] === "fixed" || frameless.document !== elements[index]?.document)
      continue;
    const isFlat = frameless.box === undefined || area(frameless.box) <= SPECK;
    if (!isFlat || (frameless.box !== undefined && frameless.style["visibility"] !== "visible")) {
      continue;
    }
    grown[parent] = {
      box: around.box === undefined ? own.box : union(around.box, own.box),
      transparent: around.transparent,
    };
  }
  return grown;
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function area({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
