// Tells whether an element takes the pointer, by itself or by a shape that it draws.

/** Shapes of a group that are asked. */
const MAX_SHAPES = 10;

export function takesPointer(element: Element, { pointerEvents }: CSSStyleDeclaration): boolean {
  return pointerEvents !== "none" || holdsPointerTarget(element);
}

/** Tells whether a group of a drawing takes the pointer by a shape of it, although it takes none itself. */
function holdsPointerTarget(element: Element): boolean {
  if (!(element instanceof SVGGElement)) return false;
  const shapes = [...element.querySelectorAll("*")].slice(0, MAX_SHAPES);
  return shapes.some((shape) => getComputedStyle(shape).pointerEvents !== "none");
}
