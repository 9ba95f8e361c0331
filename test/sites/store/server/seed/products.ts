// Generates the catalogue: fifteen products a range, each with its variants, always the same.
import { randomFor, type Random } from "./random.ts";
import type { Range } from "./range.ts";
import { RANGES, SERIES } from "./ranges.ts";

const PRODUCTS_PER_RANGE = 15;

export type SeedVariant = {
  sku: string;
  options: Record<string, string>;
  priceCents: number;
  stock: number;
};

export type SeedProduct = {
  slug: string;
  name: string;
  brand: string;
  range: Range;
  listPriceCents: number | null;
  ratingTenths: number;
  reviewCount: number;
  description: string;
  features: string[];
  pictureColour: string;
  addedOn: string;
  options: { name: string; values: string[]; preselected: boolean }[];
  variants: SeedVariant[];
};

export function seedProducts(): SeedProduct[] {
  return RANGES.flatMap((range, index) => {
    const series = randomFor(`series ${range.slug}`).shuffle(SERIES).slice(0, PRODUCTS_PER_RANGE);
    return series.map((word, place) => {
      const noun = range.nouns[place % range.nouns.length] ?? range.name;
      return seedProduct(
        range,
        `${word} ${noun}`,
        `${index + 10}${String(place + 1).padStart(2, "0")}`,
      );
    });
  });
}

function seedProduct(range: Range, name: string, code: string): SeedProduct {
  const slug = name
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-");
  const random = randomFor(slug);
  const priceCents = price(range, random);
  const colours = random.shuffle(range.colours).slice(0, random.between(2, range.colours.length));
  const soldOut = random.next() < 0.04;
  return {
    slug,
    name,
    brand: random.pick(range.brands),
    range,
    listPriceCents:
      random.next() < 0.18 ? roundPrice(priceCents * (1.15 + random.next() * 0.3)) : null,
    ratingTenths: Math.min(49, 31 + Math.floor(Math.sqrt(random.next()) * 19)),
    reviewCount: random.between(3, 40) * random.between(1, 12),
    description: description(range, name, random),
    features: random.shuffle(range.features).slice(0, 3),
    pictureColour: colours[0] ?? "Grey",
    addedOn: new Date(Date.UTC(2025, 0, random.between(1, 330))).toISOString().slice(0, 10),
    options: [
      { name: "Colour", values: colours, preselected: true },
      ...(range.choice
        ? [{ name: range.choice.name, values: range.choice.values, preselected: false }]
        : []),
    ],
    variants: variants(range, code, colours, priceCents, soldOut, random),
  };
}

function variants(
  range: Range,
  code: string,
  colours: string[],
  priceCents: number,
  soldOut: boolean,
  random: Random,
): SeedVariant[] {
  const choices = range.choice?.values ?? [null];
  return colours.flatMap((colour, colourAt) =>
    choices.map((value, choiceAt) => ({
      sku: `${code}-${colourAt + 1}${range.choice ? choiceAt + 1 : 0}`,
      options: {
        Colour: colour,
        ...(range.choice && value !== null ? { [range.choice.name]: value } : {}),
      },
      priceCents:
        choiceAt === 0
          ? priceCents
          : roundPrice(priceCents * (1 + (range.choice?.step ?? 0) * choiceAt), priceCents),
      stock: soldOut ? 0 : stock(random),
    })),
  );
}

/** One variant in ten is sold out, and as many are nearly so. */
function stock(random: Random): number {
  const chance = random.next();
  if (chance < 0.1) return 0;
  if (chance < 0.2) return random.between(1, 3);
  return random.between(4, 40);
}

function price(range: Range, random: Random): number {
  const [low, high] = range.price;
  // Squaring the chance makes cheap products commoner than dear ones, as in most shops.
  return roundPrice((low + (high - low) * random.next() ** 2) * 100);
}

/** Rounds to a price that looks like one (£24.95, £25.00, £24.50); `unlessSame` is kept as it is. */
function roundPrice(cents: number, unlessSame?: number): number {
  if (unlessSame !== undefined && Math.abs(cents - unlessSame) < 1) return unlessSame;
  const pounds = Math.floor(cents / 100);
  const rest = cents - pounds * 100;
  return pounds * 100 + (rest < 34 ? 0 : rest < 67 ? 50 : 95);
}

function description(range: Range, name: string, random: Random): string {
  const opening = random.pick(["made from", "made with", "built to last from"]);
  const closing = random.pick([
    "Simple on the outside, carefully made where it counts.",
    "Easy to look after and easy to repair.",
    "A favourite of ours for years, now in new colours.",
    "Designed to be used a lot and kept for long.",
    "It does one thing, and does it properly.",
  ]);
  const verb = range.name.endsWith("s") && name.endsWith("s") ? "are" : "is";
  return `The ${name} ${verb} ${opening} ${random.pick(range.materials)}, for ${random.pick(range.uses)}. ${closing}`;
}
