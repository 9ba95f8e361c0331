// Puts what an agent was told before in place of the marks of a page that leaves out what is unchanged.
import type { Part } from "@webserv/host/src/session/actions/written-parts.ts";
import { withoutCues, writtenParts } from "@webserv/host/src/session/actions/written-parts.ts";

/** Returns the page in full. @throws if a mark stands for nothing in the page before */
export function applyUnchanged(before: string, told: string): string {
  const { parts } = writtenParts(before, 0);
  return told.replace(
    MARK,
    (mark, first: string | undefined, last: string | undefined, at: number) => {
      const found =
        first !== undefined && last !== undefined
          ? entriesBetween(before, parts, first, last)
          : contentsOf(before, parts, /<[^<>]*>$/.exec(told.slice(0, at))?.[0] ?? "", first);
      if (found === undefined) throw new Error(`${mark} stands for nothing in the page before`);
      return found;
    },
  );
}

const MARK = /<!--unchanged(?:: (\S+) …(?: (\S+))?)?-->/g;

function contentsOf(
  html: string,
  parts: readonly Part[],
  tag: string,
  first: string | undefined,
): string | undefined {
  const wanted = withoutCues(tag);
  for (const part of allOf(parts)) {
    const contents = html.slice(part.from, part.to);
    const isNamed = first === undefined || idsIn(contents)[0] === first;
    if (isNamed && withoutCues(html.slice(part.start, part.from)) === wanted) return contents;
  }
  return undefined;
}

function entriesBetween(
  html: string,
  parts: readonly Part[],
  first: string,
  last: string,
): string | undefined {
  for (const { parts: entries } of [{ parts }, ...allOf(parts)]) {
    const begins = entries.findIndex((each) => each.isEntry && idsOf(html, each)[0] === first);
    const ends = entries.findLastIndex((each) => each.isEntry && idsOf(html, each).at(-1) === last);
    const [from, to] = [entries[begins], entries[ends]];
    if (from !== undefined && to !== undefined && ends > begins)
      return html.slice(from.start, to.end);
  }
  return undefined;
}

function allOf(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => [part, ...allOf(part.parts)]);
}

function idsOf(html: string, { start, end }: Part): string[] {
  return idsIn(html.slice(start, end));
}

function idsIn(html: string): string[] {
  return [...html.matchAll(/ id="([^"<>]+)"/g)].flatMap(([, id]) => id ?? []);
}
