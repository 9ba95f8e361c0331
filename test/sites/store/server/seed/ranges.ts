// The shop's departments and product ranges, from which the catalogue is generated.
import { KIT_RANGES } from "./ranges-kit.ts";
import { LIVING_RANGES } from "./ranges-living.ts";
import { WEAR_RANGES } from "./ranges-wear.ts";

export type Range = {
  slug: string;
  name: string;
  department: string;
  /** Prices in whole pounds, lowest and highest. */
  price: [number, number];
  nouns: string[];
  brands: string[];
  colours: string[];
  /** An option the customer has to choose, with the share of the price each value adds. */
  choice?: { name: string; values: string[]; step: number };
  materials: string[];
  uses: string[];
  features: string[];
};

export const DEPARTMENTS = [
  { slug: "clothing", name: "Clothing" },
  { slug: "footwear", name: "Footwear" },
  { slug: "bags", name: "Bags" },
  { slug: "camping", name: "Camping" },
  { slug: "kitchen", name: "Kitchen" },
  { slug: "home", name: "Home" },
  { slug: "sound-desk", name: "Sound & Desk" },
];

export const RANGES: Range[] = [...WEAR_RANGES, ...KIT_RANGES, ...LIVING_RANGES];

/** Fifteen of these name the products of a range; the first letter order is no accident. */
export const SERIES = [
  ["Alder", "Birch", "Cairn", "Dale", "Ember", "Fell", "Grove", "Heath", "Isle", "Juniper"],
  ["Kestrel", "Linden", "Moor", "North", "Orchard", "Pine", "Quarry", "Ridge", "Summit", "Tarn"],
  ["Umber", "Vale", "Willow", "Yarrow", "Zephyr", "Beacon", "Copse", "Drift", "Eyrie", "Fjord"],
].flat();
