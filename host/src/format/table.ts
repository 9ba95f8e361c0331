// Formats rows of text in aligned columns.
import { stripVTControlCharacters, styleText } from "node:util";

/** @param empty the text if there are no rows */
export function table(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const head = headers.map((header) => styleText("dim", header));
  const widths = headers.map((_header, column) =>
    Math.max(...[head, ...rows].map((row) => width(row[column] ?? ""))),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats names and values, one pair per line. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const widest = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${styleText("dim", name.padEnd(widest))}  ${value}`)
    .join("\n");
}

function width(text: string): number {
  return stripVTControlCharacters(text).length;
}
