// Shortens the changes of a page for a model: leaves out what it knows, or can infer, from the rest.

/** Returns a text that is shorter than the diff; only the diff says exactly what stood there before. */
export function briefChanges(diff: string): string {
  const lines: string[] = [];
  for (const hunk of hunksOf(diff)) {
    const kept = withoutCues(hunk);
    if (kept.every((line) => line === UNCHANGED || line.startsWith(" "))) {
      if (lines.at(-1) !== UNCHANGED) lines.push(UNCHANGED);
      continue;
    }
    lines.push(...withoutFormer(kept));
  }
  return lines.join("\n");
}

const UNCHANGED = "@@";

/** Splits the diff: each `@@` is a hunk of its own, and so is each stretch between two of them. */
function hunksOf(diff: string): string[][] {
  const hunks: string[][] = [];
  let hunk: string[] = [];
  for (const line of diff.split("\n")) {
    if (line === UNCHANGED) {
      if (hunk.length > 0) hunks.push(hunk);
      hunks.push([]);
      hunk = [];
    } else if (line.startsWith("↵", 1) && hunk.length > 0) hunk.push(`${hunk.pop()}\n${line}`);
    else hunk.push(line);
  }
  if (hunk.length > 0) hunks.push(hunk);
  return hunks;
}

/** Drops elements that only gained or lost the focus, or their hover effect. */
function withoutCues(hunk: readonly string[]): string[] {
  const added = hunk.filter((line) => line.startsWith("+"));
  const removed = Map.groupBy(
    hunk.filter((line) => line.startsWith("-")),
    bare,
  );
  const same = new Set(
    added
      .filter((line) => removed.get(bare(line))?.some((former) => !isCaretMoved(former, line)))
      .map(bare),
  );
  const lines: string[] = [];
  /** The index where such elements begin that no change has followed yet. */
  let from: number | undefined;
  for (const line of hunk) {
    if (!line.startsWith(" ") && same.has(bare(line))) {
      // A line between two of them no longer shows where a change is.
      if (from !== undefined) lines.splice(from, Infinity, UNCHANGED);
      from ??= lines.length;
      continue;
    }
    if (!line.startsWith(" ")) from = undefined;
    lines.push(line);
  }
  return lines;
}

function bare(line: string): string {
  return line.slice(1).replace(CUES, "");
}

const CUES = / (?:focused(?: caret="[^"]*")?|hoverable)(?=[ >])/g;

/** Tells whether the caret moved within an element that had the focus before, too. */
function isCaretMoved(former: string, line: string): boolean {
  const [before, now] = [former, line].map((each) => FOCUS.exec(each)?.[0]);
  return before !== undefined && now !== undefined && before !== now;
}

const FOCUS = / focused(?: caret="[^"]*")?(?=[ >])/;

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
