// Computes the colour behind a document that paints no background of its own.
import { composedParent } from "../../dom/composed-tree.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { laidOver, parseColour } from "../../dom/computed-colour.ts";

const LIGHT: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
/** Chromium's dark canvas. */
const DARK: Colour = { red: 18, green: 18, blue: 18, alpha: 1 };

/**
 * Returns the colour of the browser's canvas, or of what shows through a frame of the same origin. Undefined if
 * that is a picture, or if the frame is of another origin and can't look at the page around it.
 */
export function canvasColour(document: Document): Colour | undefined {
  const root: Element | null = document.documentElement;
  if (root === null) return LIGHT;
  const isDark = isDarkAround(root);
  const own = isDark ? DARK : LIGHT;
  const { defaultView } = document;
  if (defaultView === null || defaultView.parent === defaultView) return own;
  const frame = defaultView.frameElement;
  if (frame === null) return undefined;
  // A dark frame on a light page, or a light one on a dark page, has an opaque canvas of its own.
  return isDarkAround(frame) === isDark ? colourAround(frame) : own;
}

/** Tells the colour scheme of an element: its author's, or the person's if both fit (CSS Color Adjustment 1, 2). */
function isDarkAround(element: Element): boolean {
  const { ownerDocument } = element;
  const { colorScheme } = getComputedStyle(element);
  const scheme = colorScheme === "normal" ? supportedBy(ownerDocument) : colorScheme;
  const schemes = scheme.split(/\s+/);
  if (!schemes.includes("dark") || !schemes.includes("light")) return schemes.includes("dark");
  return ownerDocument.defaultView?.matchMedia("(prefers-color-scheme: dark)").matches === true;
}

/**
 * Returns the schemes that a document's meta element supports. The browser keeps a list of elements by tag; to
 * search for the attribute takes milliseconds on a large page.
 */
function supportedBy(document: Document): string {
  for (const meta of document.getElementsByTagName("meta")) {
    if (meta.name.toLowerCase() === "color-scheme") return meta.content;
  }
  return "";
}

function colourAround(frame: Element): Colour | undefined {
  const translucent: Colour[] = [];
  let colour: Colour | undefined;
  let outermost = frame;
  for (let at: Element | null = frame; at !== null; at = composedParent(at)) {
    outermost = at;
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    const paint = parseColour(backgroundColor);
    if (backgroundImage !== "none" || paint === undefined) return undefined;
    if (paint.alpha === 1) {
      colour = paint;
      break;
    }
    translucent.push(paint);
  }
  const { ownerDocument } = frame;
  // The way out of a closed shadow root of another document is not followed.
  if (colour === undefined && outermost === ownerDocument.documentElement) {
    colour = canvasColour(ownerDocument);
  }
  for (const layer of translucent.toReversed()) {
    colour = colour === undefined ? undefined : laidOver(layer, colour);
  }
  return colour;
}
