// Applies the diff of an observation as an agent would: each hunk at the first place that fits.
import { fragments } from "@webserv/host/src/session/actions/page-diff.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import { pieceOf } from "@webserv/shared/model/text/view-cues.ts";

type Page = Pick<Observation, "form" | "html">;

/** Returns the page without its cues on the view and the focus, which a diff does not follow. */
export function withoutCues(page: Page): string {
  return fragments(page)
    .map((text) => pieceOf(text, page.form).bare)
    .join(page.form === "outline" ? "\n" : "");
}

/** Applies the diff to a page, and returns it without cues. @throws if a hunk has no place */
export function applyDiff(before: Page, diff: string): string {
  const bare = (text: string): string => pieceOf(text, before.form).bare;
  const old = fragments(before).map(bare);
  const next: string[] = [];
  let at = 0;
  for (const [index, lines] of hunksOf(diff).entries()) {
    const hunk = lines.map((line) => ({ ...line, text: bare(line.text) }));
    const known = hunk
      .filter(({ sign }) => sign !== "+")
      .flatMap((line) =>
        line.more === undefined ? [line.text] : Array<null>(line.more).fill(null),
      );
    const place = index === 0 ? 0 : placeOf(known, old, at);
    next.push(...old.slice(at, place));
    next.push(...hunk.filter(({ sign }) => sign !== "-").map(({ text }) => text));
    at = place + known.length;
  }
  // The last `@@` has no hunk behind it.
  if (diff.endsWith("@@")) next.push(...old.slice(at));
  else if (at !== old.length) throw new Error("the diff ends before the page");
  return next.join(before.form === "outline" ? "\n" : "");
}

interface Line {
  readonly sign: string;
  readonly text: string;
  /** The number of lines that are gone, of `-@@ 12`. */
  readonly more?: number;
}

function hunksOf(diff: string): Line[][] {
  const hunks: Line[][] = [[]];
  for (const line of diff.split("\n")) {
    if (line === "@@") {
      hunks.push([]);
      continue;
    }
    const more = /^-@@ (\d+)$/.exec(line)?.[1];
    if (more !== undefined) {
      hunks.at(-1)?.push({ sign: "-", text: "", more: Number(more) });
      continue;
    }
    const sign = line.charAt(0);
    const text = line.slice(1);
    const hunk = hunks.at(-1) ?? [];
    const last = hunk.at(-1);
    if (last !== undefined && text.startsWith("↵")) {
      hunk[hunk.length - 1] = { sign, text: `${last.text}\n${text.slice(1)}` };
    } else hunk.push({ sign, text });
  }
  return hunks.at(-1)?.length === 0 && hunks.length > 1 ? hunks.slice(0, -1) : hunks;
}

/** @param known the lines to find; null stands for any line */
function placeOf(known: readonly (string | null)[], old: readonly string[], from: number): number {
  for (let at = from; at + known.length <= old.length; at++) {
    if (known.every((text, index) => text === null || old[at + index] === text)) return at;
  }
  throw new Error(`no place has ${known.join(" | ")}`);
}
