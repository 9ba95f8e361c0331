// The shop's departments and product ranges, from which the catalogue is generated.
import { KIT_RANGES } from "./ranges-kit.ts";
import { LIVING_RANGES } from "./ranges-living.ts";
import { WEAR_RANGES } from "./ranges-wear.ts";
import type { Range } from "./range.ts";

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
