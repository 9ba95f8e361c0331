// Finds points on the shapes of a drawing, whose boxes may be empty in the middle: rings, lines, groups.
import type { Point } from "../../dom/hit-test.ts";

/** Returns points on an element of a drawing, best first; none if its boxes tell them, as those of words do. */
export function shapePoints(element: SVGGraphicsElement): Point[] {
  if (element instanceof SVGGeometryElement) return inView(pointsOn(element));
  if (!HOLDERS.has(element.localName)) return [];
  const shapes = shapesIn(element).map((shape) =>
    shape instanceof SVGGeometryElement ? pointsOn(shape) : middleOf(shape),
  );
  return inView([...middleOf(element), ...inTurn(shapes)]).slice(0, MAX_POINTS);
}

const HOLDERS: ReadonlySet<string> = new Set(["g", "a", "svg", "switch"]);

/** The most points tried for one group: each takes a hit test. */
const MAX_POINTS = 40;
/** The most shapes of a group that are tried, and of those among which they are chosen. */
const MAX_SHAPES = 10;
const MAX_LOOKED_AT = 300;

/** Returns shapes from all over a group. */
function shapesIn(group: Element): SVGGraphicsElement[] {
  const found: SVGGraphicsElement[] = [];
  const walker = document.createTreeWalker(group, NodeFilter.SHOW_ELEMENT);
  for (let looks = 0; looks < MAX_LOOKED_AT; looks++) {
    const node = walker.nextNode();
    if (node === null) break;
    if (node instanceof SVGGraphicsElement && !HOLDERS.has(node.localName)) found.push(node);
  }
  const step = Math.ceil(found.length / MAX_SHAPES);
  return found.filter((_, index) => index % step === 0);
}

/** Takes the first points of all lists, then the second ones, and so on. */
function inTurn(lists: readonly (readonly Point[])[]): Point[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** Shares of a shape's length at which its outline is looked at. */
const ALONG = [0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875, 0.03, 0.97];
/** Rows and columns of the points by which the rest of a box is looked at. */
const GRID = 6;

function pointsOn(shape: SVGGeometryElement): Point[] {
  const toView = viewMatrix(shape);
  if (toView === undefined || !shape.checkVisibility()) return [];
  const { x, y, width, height } = shape.getBBox();
  const isFilled = getComputedStyle(shape).fill !== "none";
  const isOn = (point: Point): boolean =>
    (isFilled && shape.isPointInFill(point)) || shape.isPointInStroke(point);
  const middle = { x: x + width / 2, y: y + height / 2 };
  const found = isOn(middle) ? [middle] : [];
  const length = shape.getTotalLength();
  const outline = ALONG.map((share) => length * share);
  // A stroke is hit on the outline itself, a filled shape midway to its other side.
  if (isFilled) found.push(...outline.flatMap((at) => middleAcross(shape, at, toView)));
  found.push(...outline.map((at) => shape.getPointAtLength(at)));
  for (let cell = 0; cell < GRID * GRID; cell++) {
    const point = {
      x: x + (width * ((cell % GRID) + 0.5)) / GRID,
      y: y + (height * (Math.floor(cell / GRID) + 0.5)) / GRID,
    };
    if (isOn(point)) found.push(point);
  }
  return found.map((point) => toView.transformPoint(point));
}

/** The part of a shape's length between two points that tell its direction. */
const DIRECTION = 0.001;

/** Returns the middle between a point of a filled shape's outline and the side across from it, if there is one. */
function middleAcross(shape: SVGGeometryElement, at: number, toView: DOMMatrix): Point[] {
  const ahead = shape.getTotalLength() * DIRECTION;
  const from = shape.getPointAtLength(at - ahead);
  const to = shape.getPointAtLength(at + ahead);
  const along = Math.hypot(to.x - from.x, to.y - from.y);
  const scale = Math.hypot(toView.a, toView.b);
  if (along === 0 || scale === 0) return [];
  const start = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  for (const side of [1, -1]) {
    const across = { x: (side * (from.y - to.y)) / along, y: (side * (to.x - from.x)) / along };
    const pointAt = (distance: number): Point => ({
      x: start.x + across.x * distance,
      y: start.y + across.y * distance,
    });
    const isInside = (distance: number): boolean => shape.isPointInFill(pointAt(distance));
    const width = widthFrom(isInside, 0.5 / scale);
    if (width > 0) return [pointAt(width / 2)];
  }
  return [];
}

/** The number of times that a distance is doubled, or an interval halved. */
const STEPS = 12;

/** Returns how far one gets from the outline without leaving the shape, about; 0 if it is on the other side. */
function widthFrom(isInside: (distance: number) => boolean, step: number): number {
  if (!isInside(step)) return 0;
  let inside = step;
  let outside = step * 2;
  for (let steps = 0; steps < STEPS && isInside(outside); steps++) {
    inside = outside;
    outside *= 2;
  }
  for (let steps = 0; steps < STEPS; steps++) {
    const between = (inside + outside) / 2;
    if (isInside(between)) inside = between;
    else outside = between;
  }
  return isInside(inside / 2) ? inside : step * 2;
}

/** Returns the matrix from a shape's own coordinates to the viewport, fitted to the box that the browser tells. */
function viewMatrix(shape: SVGGraphicsElement): DOMMatrix | undefined {
  const matrix = shape.getScreenCTM();
  if (matrix === null) return undefined;
  const { x, y, width, height } = shape.getBBox();
  const own = new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]);
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => own.transformPoint(corner));
  const left = Math.min(...corners.map((corner) => corner.x));
  const top = Math.min(...corners.map((corner) => corner.y));
  const across = Math.max(...corners.map((corner) => corner.x)) - left;
  const down = Math.max(...corners.map((corner) => corner.y)) - top;
  const box = shape.getBoundingClientRect();
  return new DOMMatrix()
    .translate(box.left, box.top)
    .scale(across < 1 ? 1 : box.width / across, down < 1 ? 1 : box.height / down)
    .translate(-left, -top)
    .multiply(own);
}

function middleOf(element: Element): Point[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [{ x: left + width / 2, y: top + height / 2 }];
}

function inView(points: readonly Point[]): Point[] {
  return points
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    .map(({ x, y }) => ({ x, y }));
}
