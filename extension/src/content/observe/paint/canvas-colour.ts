// The colour behind a document that paints no background of its own.
import { composedParent } from "../../dom/composed-tree.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { laidOver, parseColour } from "../../dom/computed-colour.ts";

const LIGHT: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
/** Chromium's. */
const DARK: Colour = { red: 18, green: 18, blue: 18, alpha: 1 };

/**
 * Of the browser's canvas, or of what a frame of the same origin lies on, which shows through it; undefined
 * where it is a picture. Other frames can't look at their page.
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
  // What is dark on a light page, or light on a dark one, is not laid on it.
  return isDarkAround(frame) === isDark ? colourAround(frame) : own;
}

/** As its author has it, and where it can be either, the person (CSS Color Adjustment 1, 2). */
function isDarkAround(element: Element): boolean {
  const { ownerDocument } = element;
  const { colorScheme } = getComputedStyle(element);
  const scheme = colorScheme === "normal" ? supportedBy(ownerDocument) : colorScheme;
  const schemes = scheme.split(/\s+/);
  if (!schemes.includes("dark") || !schemes.includes("light")) return schemes.includes("dark");
  return ownerDocument.defaultView?.matchMedia("(prefers-color-scheme: dark)").matches === true;
}

/** The browser keeps such a list; to look for the attribute itself takes milliseconds on a large page. */
function supportedBy(document: Document): string {
  for (const meta of document.getElementsByTagName("meta")) {
    if (meta.name.toLowerCase() === "color-scheme") return meta.content;
  }
  return "";
}

function colourAround(frame: Element): Colour | undefined {
  const veils: Colour[] = [];
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
    veils.push(paint);
  }
  const { ownerDocument } = frame;
  // What stands in a shadow root of another document is not followed out of it.
  if (colour === undefined && outermost === ownerDocument.documentElement) {
    colour = canvasColour(ownerDocument);
  }
  for (const veil of veils.toReversed()) {
    colour = colour === undefined ? undefined : laidOver(veil, colour);
  }
  return colour;
}
