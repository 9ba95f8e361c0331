// Finds where the areas of an image map lie, and points in them.
import type { Point } from "../../dom/hit-test.ts";

/** Returns the part of the picture that an area covers, as one box; none if no picture shows it. */
export function areaBoxes(area: HTMLAreaElement): DOMRect[] {
  const picture = pictureOf(area);
  if (picture === undefined) return [];
  const { toView, width, height } = placeOf(picture);
  const { shape, at } = outlineOf(area);
  const [x = 0, y = 0, radius = 0] = at;
  if (shape === "default") return [boxAround(toView, [0, 0, width, height])];
  if (shape === "circle") {
    return [boxAround(toView, [x - radius, y - radius, x + radius, y + radius])];
  }
  return at.length < 4 ? [] : [boxAround(toView, at)];
}

/** Returns the element whose box shows another: an area of an image map is seen in its picture. */
export function showing(element: Element): Element {
  return element instanceof HTMLAreaElement ? (pictureOf(element) ?? element) : element;
}

/** Rows and columns of the points by which an area is looked through. */
const GRID = 9;

/** Returns points in an area, best first. Another area may lie over some of them. */
export function areaPoints(area: HTMLAreaElement): Point[] {
  const [box] = areaBoxes(area);
  const picture = pictureOf(area);
  if (box === undefined || picture === undefined) return [];
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const grid = Array.from({ length: GRID * GRID }, (_, cell) => ({
    x: box.left + (box.width * ((cell % GRID) + 0.5)) / GRID,
    y: box.top + (box.height * (Math.floor(cell / GRID) + 0.5)) / GRID,
  }));
  const { toView } = placeOf(picture);
  const { shape, at } = outlineOf(area);
  const corners = shape === "polygon" ? pairs(at).map((each) => toView.transformPoint(each)) : [];
  const across = corners.flatMap((corner, index) => earMiddle(corners, corner, index));
  return [middle, ...across, ...grid].filter(
    (point) => isInWindow(point) && (corners.length === 0 || isInPolygon(point, corners)),
  );
}

/** Returns the middle of the triangle that a corner makes with its neighbours: thin areas have points there. */
function earMiddle(corners: readonly Point[], { x, y }: Point, index: number): Point[] {
  const before = corners.at(index - 1);
  const after = corners[(index + 1) % corners.length];
  if (before === undefined || after === undefined) return [];
  return [{ x: (before.x + x + after.x) / 3, y: (before.y + y + after.y) / 3 }];
}

/** Returns the first picture that uses the area's map and is shown. */
function pictureOf(area: HTMLAreaElement): HTMLImageElement | undefined {
  const map = area.closest("map");
  if (map === null) return undefined;
  const root = map.getRootNode();
  const within = root instanceof ShadowRoot ? root : document;
  const names = new Set([map.name, map.id].filter((name) => name !== ""));
  return [...within.querySelectorAll<HTMLImageElement>("img[usemap]")].find(
    (picture) => names.has(picture.useMap.replace(/^[^#]*#/, "")) && picture.checkVisibility(),
  );
}

/** The keywords of `shape` (HTML standard, 4.8.14), with those that only old pages write. */
const SHAPES: ReadonlyMap<string, "circle" | "default" | "polygon"> = new Map([
  ["circle", "circle"],
  ["circ", "circle"],
  ["default", "default"],
  ["poly", "polygon"],
  ["polygon", "polygon"],
]);

function outlineOf(area: HTMLAreaElement): {
  readonly shape: "circle" | "default" | "polygon" | "rectangle";
  readonly at: number[];
} {
  const shape = SHAPES.get(area.shape.toLowerCase()) ?? "rectangle";
  const numbers = area.coords.match(/[-+]?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  return { shape, at: numbers.map(Number) };
}

/** Tells where a picture lies. Chromium measures areas from the corner of its border, before transforms. */
function placeOf(picture: HTMLImageElement): {
  readonly toView: DOMMatrix;
  readonly width: number;
  readonly height: number;
} {
  const box = picture.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = picture;
  const toView = new DOMMatrix()
    .translate(box.left, box.top)
    .scale(box.width / Math.max(1, width), box.height / Math.max(1, height));
  return { toView, width, height };
}

function pairs(numbers: readonly number[]): Point[] {
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => ({
    x: numbers[index * 2] ?? 0,
    y: numbers[index * 2 + 1] ?? 0,
  }));
}

function boxAround(toView: DOMMatrix, numbers: readonly number[]): DOMRect {
  const points = pairs(numbers).map((each) => toView.transformPoint(each));
  const [left, top] = [
    Math.min(...points.map(({ x }) => x)),
    Math.min(...points.map(({ y }) => y)),
  ];
  const right = Math.max(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Tells by the number of sides that a ray crosses whether a point lies in a polygon. */
function isInPolygon({ x, y }: Point, corners: readonly Point[]): boolean {
  let isInside = false;
  for (const [index, from] of corners.entries()) {
    const to = corners.at(index - 1);
    if (to === undefined || from.y > y === to.y > y) continue;
    if (x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) isInside = !isInside;
  }
  return isInside;
}

function isInWindow({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}
