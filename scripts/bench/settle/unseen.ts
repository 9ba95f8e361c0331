// Decides which patterns are held out while the wait is tuned: a tenth, by their names alone.
import { hashOf } from "./seeds.ts";

export function isUnseen(pattern: string): boolean {
  return hashOf(`unseen ${pattern}`) % 10 === 0;
}
