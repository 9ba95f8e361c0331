import {
  MAX_PIXELS,
  inPicture,
  planPicture,
} from "../../../../../extension/src/background/screenshot/picture-plan.ts";
import { MAX_EXTENT, MAX_SIDE } from "@webserv/shared/model/page/screenshot.ts";
import { expect, test } from "vitest";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

/** A page of 1000 by 5000 px in a viewport of 1000 by 800, scrolled down by 300. */
const frame = {
  pixelRatio: 1,
  scroll: { x: 0, y: 300 },
  viewport: box(0, 0, 1000, 800),
  page: box(0, -300, 1000, 5000),
  element: null,
  undrawn: [],
};
const element = { ...box(10.4, 20.6, 50.2, 30), whole: true };

test("the viewport is where the page is scrolled to, and the page begins at its origin", () => {
  expect(planPicture(frame, { area: "viewport" })).toEqual({
    clip: box(0, 300, 1000, 800),
    scale: 1,
    beyondView: false,
    omitted: [],
  });
  expect(planPicture(frame, { area: "page" })).toMatchObject({
    clip: box(0, 0, 1000, 5000),
    beyondView: true,
  });
});

test("an element is shown in whole px around it", () => {
  const plan = planPicture({ ...frame, element }, { area: { id: "a" } });
  expect(plan).toMatchObject({ clip: box(10, 320, 51, 31), beyondView: false, omitted: [] });
});

test("a picture of an element that is partly out of view is taken beyond the view", () => {
  const below = { ...frame, element: { ...box(0, 790, 10, 20), whole: true } };
  expect(planPicture(below, { area: { id: "a" } }).beyondView).toBe(true);
});

test("a frame that the browser may not have drawn is told where it is in the picture", () => {
  const page = { ...frame, undrawn: [box(0, 2000, 300, 200), box(0, 3000, 300, 200)] };
  expect(planPicture(page, { area: "viewport" }).omitted).toEqual([]);
  const [omitted, ...others] = planPicture(page, { area: "page" }).omitted;
  expect(omitted).toMatchObject({ what: "area", where: "" });
  expect(omitted?.why).toContain("here 2;");
  expect(others).toEqual([]);
});

test("a cut element is told by its id", () => {
  const cut = { ...frame, element: { ...element, whole: false } };
  expect(planPicture(cut, { area: { id: "a" } }).omitted).toMatchObject([
    { what: "area", where: "a" },
  ]);
});

test.each([
  [1, 1000, 800, 1],
  [2, 1000, 800, MAX_SIDE / 1000],
  [2, 600, 400, 2],
  [1, 4000, 800, MAX_SIDE / 4000],
])(
  "at %s px a CSS px, a viewport of %s by %s CSS px is shown at the scale %s",
  (pixelRatio, width, height, scale) => {
    const size = { viewport: box(0, 0, width, height), page: box(0, 0, width, height) };
    const plan = planPicture(
      { ...frame, ...size, scroll: { x: 0, y: 0 }, pixelRatio },
      { area: "viewport" },
    );
    expect(plan.scale).toBe(scale);
  },
);

test("the scale asked for is taken, as far as the picture does not become too large", () => {
  expect(planPicture(frame, { area: "viewport", scale: 3 })).toMatchObject({
    scale: 3,
    omitted: [],
  });
  const { scale, omitted } = planPicture(frame, { area: "page", scale: 4 });
  expect(1000 * 5000 * scale ** 2).toBeCloseTo(MAX_PIXELS, -2);
  expect(omitted).toMatchObject([
    { what: "area", why: expect.stringContaining("a scale of 4") as string },
  ]);
});

test("an area longer than browsers draw is cut off, and that is said", () => {
  const endless = { ...frame, page: box(0, -300, 1000, 90_000) };
  const { clip, omitted } = planPicture(endless, { area: "page" });
  expect(clip).toEqual(box(0, 0, 1000, MAX_EXTENT));
  expect(omitted).toHaveLength(1);
});

test("a page from right to left begins left of its origin", () => {
  const plan = planPicture({ ...frame, page: box(-500, -300, 1500, 5000) }, { area: "page" });
  expect(plan.clip).toEqual(box(-500, 0, 1500, 5000));
});

test("boxes of the frame are found in the picture, as far as they show there", () => {
  const plan = planPicture(
    { ...frame, element: { ...box(100, 100, 50, 50), whole: true } },
    { area: { id: "a" } },
  );
  expect(inPicture(box(110, 120, 10, 10), frame, plan, 2)).toEqual(box(20, 40, 20, 20));
  expect(inPicture(box(140, 90, 100, 20), frame, plan, 2)).toEqual(box(80, 0, 20, 20));
  expect(inPicture(box(400, 400, 10, 10), frame, plan, 2)).toMatchObject({ width: 0 });
});
