// Finds all elements that make up one row of a grid: with columns that stay in place, a row stands in several containers.
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Returns the elements of the row that `entry` is or is a part of, in the document's order. */
export function partsOfRow(entry: Element): readonly Element[] {
  const own = unshadowed(entry);
  const index = own.getAttribute(INDEX);
  const grid = index === null ? null : own.closest(GRIDS);
  if (grid === null || index === null) return [entry];
  const parts = rowsIn(grid).get(index) ?? [];
  // A row within a row's details has a number of its own.
  const isApart = parts.every(
    (one) => one === entry || !(unshadowed(one).contains(entry) || own.contains(one)),
  );
  return isApart && parts.includes(entry) ? parts : [entry];
}

const INDEX = "aria-rowindex";
const GRIDS = "[role=grid], [role=treegrid], [role=table]";

const rowsIn = cachedPerReading((grid: Element): ReadonlyMap<string, readonly Element[]> => {
  const rows = unshadowed(grid).querySelectorAll(`[role=row][${INDEX}]`);
  return Map.groupBy(rows, (row) => unshadowed(row).getAttribute(INDEX) ?? "");
});
