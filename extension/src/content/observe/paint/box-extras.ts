// Tells what boxes paint besides their background colours.
import type { Area } from "../geometry/area.ts";
import { isInsideArea, isOutside } from "../geometry/area.ts";
import { isRoot } from "../geometry/clipped-box.ts";
import { inCommonPort } from "../geometry/scrollport.ts";
import type { PaintedElement } from "./backdrop.ts";
import type { Letters } from "./layer-positions.ts";
import type { Paint } from "./paints.ts";
import { borderPaints, coloursIn, imagePaints, outerShadows } from "./paints.ts";

/** Returns what a box paints behind the letters besides its colour: images, borders and shadows. */
export function extrasBehind(
  letters: Letters,
  { element, tag, style, visibility }: PaintedElement,
): readonly Paint[] {
  const { box, port } = visibility.clippedBox;
  const [area, shown] = inCommonPort(letters, { area: box, port });
  const shadows =
    style.boxShadow === "none"
      ? []
      : outerShadows(style, shown).filter((shadow) => !isOutside(area, shadow.box));
  const beside = shadows.flatMap(({ paints }) => paints);
  // The page's own background has no edges.
  if (!isRoot(element, tag) && isOutside(area, shown)) return beside;
  const isInside =
    style.borderImageSource === "none" && isInsideArea(area, withoutBorders(box, style));
  const borders = isInside ? [] : borderPaints(style);
  return [...boxExtras(style), ...borders, ...beside];
}

function withoutBorders(box: Area, style: CSSStyleDeclaration): Area {
  return {
    left: box.left + Number.parseFloat(style.borderLeftWidth),
    top: box.top + Number.parseFloat(style.borderTopWidth),
    right: box.right - Number.parseFloat(style.borderRightWidth),
    bottom: box.bottom - Number.parseFloat(style.borderBottomWidth),
  };
}

/** Returns a box's images, unless they are clipped to letters, and its inner shadows. */
function boxExtras(style: CSSStyleDeclaration): readonly Paint[] {
  const { backgroundImage, boxShadow } = style;
  const images =
    backgroundImage === "none" || style.backgroundClip.includes("text")
      ? []
      : imagePaints(backgroundImage);
  return boxShadow.includes("inset") ? [...images, ...coloursIn(boxShadow)] : images;
}
