// Recognizes elements that show their hidden back, such as the side of a card that is turned away.
import { composedParent } from "../../dom/composed-tree.ts";

/** Tells whether an element is turned away, and its back is not painted (CSS Transforms 2, 11). */
export function showsHiddenBack(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.backfaceVisibility !== "hidden") return false;
  let matrix = matrixOf(style);
  let at = composedParent(element);
  for (let levels = 0; at !== null && levels < MAX_LEVELS; levels++) {
    const around = getComputedStyle(at);
    if (!isInDepth(around)) break;
    matrix = matrixOf(around).multiply(matrix);
    at = composedParent(at);
  }
  return showsBack(matrix);
}

/** The most nested 3D contexts that are followed, such as cards in cards. */
const MAX_LEVELS = 20;

/** Returns an element's own rotation and scale; translations turn nothing. */
function matrixOf({ rotate, scale, transform }: CSSStyleDeclaration): DOMMatrix {
  const matrix = new DOMMatrix();
  if (rotate !== "none") matrix.multiplySelf(rotation(rotate));
  if (scale !== "none") {
    const [x = 1, y = x, z = 1] = scale.split(" ").map(Number);
    matrix.scaleSelf(x, y, z);
  }
  return transform === "none" ? matrix : matrix.multiplySelf(new DOMMatrix(transform));
}

/** Parses a rotation such as `y 180deg`, `1 1 0 90deg` or `45deg` (CSS Transforms 2, 5.1). */
function rotation(rotate: string): DOMMatrix {
  const words = rotate.split(" ");
  const angle = Number.parseFloat(words.pop() ?? "");
  const [axis = "z"] = words;
  const [x = 0, y = 0, z = 0] = words.length === 3 ? words.map(Number) : (AXES[axis] ?? []);
  return new DOMMatrix().rotateAxisAngle(x, y, z, angle);
}

const AXES: Readonly<Record<string, readonly number[]>> = {
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
};

/** Tells whether an element's contents share its 3D context; some properties flatten it all the same. */
function isInDepth(style: CSSStyleDeclaration): boolean {
  return (
    style.transformStyle === "preserve-3d" &&
    style.overflow === "visible" &&
    style.opacity === "1" &&
    style.filter === "none" &&
    style.clipPath === "none" &&
    style.mixBlendMode === "normal"
  );
}

/** Tells whether the normal of the plane points away; a mirror image is seen from the front. */
function showsBack({ m11, m12, m13, m21, m22, m23, m31, m32, m33 }: DOMMatrix): boolean {
  const cofactor = m11 * m22 - m12 * m21;
  const determinant =
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31);
  return cofactor * determinant < 0;
}
