// Colours as computed styles write them, in every space of CSS Color 4.
import { describe, expect, test } from "vitest";

import {
  isNear,
  laidOver,
  parseColour,
} from "../../../../../extension/src/content/dom/computed-colour.ts";

function rounded(text: string): readonly number[] | undefined {
  const colour = parseColour(text);
  if (colour === undefined) return undefined;
  return [colour.red, colour.green, colour.blue].map((channel) => Math.round(channel));
}

describe("a computed colour", () => {
  // The web platform's own tests have these for `green` and for #7d2329, an example of the specification.
  test.each([
    ["rgb(0, 128, 0)", [0, 128, 0]],
    ["rgba(0, 128, 0, 0.5)", [0, 128, 0]],
    ["color(srgb 0 0.501961 0)", [0, 128, 0]],
    ["color(srgb none 0.501961 none / 0.3)", [0, 128, 0]],
    ["color(srgb-linear 0 0.21586 0)", [0, 128, 0]],
    ["color(display-p3 0.216038 0.494164 0.131514)", [0, 128, 0]],
    ["color(a98-rgb 0.281363 0.498012 0.116746)", [0, 128, 0]],
    ["color(prophoto-rgb 0.230479 0.395789 0.129968)", [0, 128, 0]],
    ["color(rec2020 0.235202 0.431704 0.085432)", [0, 128, 0]],
    ["color(xyz 0.07719 0.15438 0.02573)", [0, 128, 0]],
    ["color(xyz-d65 0.07719 0.15438 0.02573)", [0, 128, 0]],
    ["color(xyz-d50 0.96422 1 0.82521)", [255, 255, 255]],
    ["lab(46.2775 -47.5621 48.5837)", [0, 128, 0]],
    ["lch(46.2775 67.9892 134.3912)", [0, 128, 0]],
    ["oklab(0.51975 -0.1403 0.10768)", [0, 128, 0]],
    ["oklch(0.51975 0.17686 142.495)", [0, 128, 0]],
    ["lab(29.2345 39.3825 20.0664)", [125, 35, 41]],
    ["oklch(0.40101 0.12332 21.555 / 0.5)", [125, 35, 41]],
    ["oklch(1 0 0)", [255, 255, 255]],
    ["lab(0 0 0)", [0, 0, 0]],
  ])("the computed colour %s is read as the channels %j", (text, channels) => {
    expect(rounded(text)).toEqual(channels);
  });

  test("a computed colour is read with its alpha", () => {
    expect(parseColour("rgba(1, 2, 3, 0.25)")?.alpha).toBe(0.25);
    expect(parseColour("oklab(0.5 0 0 / 0.75)")?.alpha).toBe(0.75);
    expect(parseColour("color(srgb 0 0 0 / none)")?.alpha).toBe(0);
    expect(parseColour("color(srgb 0 0 0)")?.alpha).toBe(1);
  });

  test("a colour outside sRGB is read as the nearest that a screen shows", () => {
    expect(rounded("color(srgb 2 1.5 1)")).toEqual([255, 255, 255]);
    expect(rounded("color(display-p3 1 0 0)")).toEqual([255, 0, 0]);
  });
});

test("a text that is no colour of a known space is read as none", () => {
  for (const text of ["", "none", "url(#a)", "color(hlg 1 1 1)", "rgb(1, 2)", "lab(1 2)"]) {
    expect(parseColour(text)).toBeUndefined();
  }
});

test("a colour that lets half through mixes with what is behind it", () => {
  const white = { red: 255, green: 255, blue: 255, alpha: 1 };
  const veil = { red: 0, green: 0, blue: 0, alpha: 0.5 };
  expect(laidOver(veil, white)).toEqual({ red: 127.5, green: 127.5, blue: 127.5, alpha: 1 });
  expect(isNear(laidOver({ ...veil, alpha: 0.03 }, white), white)).toBe(true);
  expect(isNear(laidOver(veil, white), white)).toBe(false);
});
