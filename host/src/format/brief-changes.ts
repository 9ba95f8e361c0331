// Shortens the changes of a page for a model: leaves out what it can infer from the rest.

/** Returns a text that is shorter than the diff; only the diff says exactly what stood there before. */
export function briefChanges(diff: string): string {
  return hunksOf(diff)
    .flatMap((hunk) => withoutFormer(hunk))
    .join("\n");
}

const UNCHANGED = "@@";

/** Splits the diff: each `@@` is a hunk of its own, and so is each stretch between two of them. */
function hunksOf(diff: string): string[][] {
  const hunks: string[][] = [];
  let hunk: string[] = [];
  for (const line of diff.split("\n")) {
    if (line === UNCHANGED) {
      if (hunk.length > 0) hunks.push(hunk);
      hunks.push([line]);
      hunk = [];
    } else if (line.startsWith("↵", 1) && hunk.length > 0) hunk.push(`${hunk.pop()}\n${line}`);
    else hunk.push(line);
  }
  if (hunk.length > 0) hunks.push(hunk);
  return hunks;
}

/** Drops the former line of an element that is shown anew. */
function withoutFormer(hunk: readonly string[]): string[] {
  const told = new Set(
    hunk.filter((line) => line.startsWith("+")).flatMap((line) => idOf(line) ?? []),
  );
  return hunk.filter((line) => !line.startsWith("-") || !told.has(idOf(line) ?? ""));
}

function idOf(line: string): string | undefined {
  return / id="([^"]+)"/.exec(line)?.[1];
}
