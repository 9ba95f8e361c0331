// Holds the few words that seeded pages are made of, so that many things on them have the same name.
import type { Random } from "../fuzz/random.ts";

export function words(random: Random, most: number): string {
  return Array.from(
    { length: 1 + random.below(most) },
    () => WORDS[random.below(WORDS.length)],
  ).join(" ");
}

export const NOUNS = [
  "Pencil",
  "Lamp",
  "Canvas tote",
  "Chair",
  "Atlas",
  "Kettle",
  "Rope",
  "Tent",
] as const;
export const PEOPLE = ["Anna", "Ben", "Carla", "Dmitri", "Eve"] as const;
const WORDS =
  "harbour street sails loft number small kept dry sewn hand asks from what left sea".split(" ");
export const STATES = ["Open", "Closed", "Draft"] as const;
