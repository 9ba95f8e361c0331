// Puts more of what was left out in the place of its marks, if there is room for it.
import type { Elide } from "./elide.ts";
import { cutText, elide } from "./elide.ts";
import type { ElisionPart, Part, TextPart, ViewPart } from "../tree/parts.ts";
import { shareOut } from "./share-out.ts";

/** Returns `shown` with about so many tokens more of what its marks stand for. Nothing that is shown is lost. */
export function withMarksFilled(
  shown: readonly ViewPart[],
  tokens: number,
  options: Elide,
): ViewPart[] {
  const marks = [...marksIn(shown)];
  const weightOf = (part: Part): number => (part.kind === "element" ? options.weightOf(part) : 1);
  const shares = shareOut(
    marks.map((mark) => ({
      cost: costOf(mark, options),
      weight: mark.parts.reduce((most, part) => Math.max(most, weightOf(part)), 0),
    })),
    tokens,
  );
  const shareOf = new Map(marks.map((mark, index) => [mark, shares[index] ?? 0]));
  return filled(shown, (mark) => shareOf.get(mark) ?? 0, options);
}

/** Yields the marks that have an id. */
function* marksIn(shown: readonly ViewPart[]): Generator<ElisionPart> {
  for (const part of shown) {
    if (part.kind === "elision" && !part.brief) yield part;
    else if (part.kind === "element") yield* marksIn(part.view ?? part.children);
  }
}

/** Returns the cost of what a mark stands for: of a text that is cut, the rest. */
function costOf(mark: ElisionPart, { costs }: Elide): number {
  const cost = costs.ofAll(mark.parts);
  const text = cutTextOf(mark);
  return text === undefined ? cost : (cost * text.cutUnits) / text.part.text.length;
}

function cutTextOf({
  parts: [part],
  cutUnits,
}: ElisionPart): { readonly part: TextPart; readonly cutUnits: number } | undefined {
  return cutUnits === undefined || part?.kind !== "text" ? undefined : { part, cutUnits };
}

/** Leaves out our remarks on the view, which are written anew. */
function filled(
  shown: readonly ViewPart[],
  shareOf: (mark: ElisionPart) => number,
  options: Elide,
): ViewPart[] {
  const parts: ViewPart[] = [];
  for (const part of shown) {
    if (part.kind === "mark") continue;
    if (part.kind === "element") {
      const inside = filled(part.view ?? part.children, shareOf, options);
      // Views further inside may have remarks, too.
      if (part.view !== undefined) part.view = inside;
    }
    const share = part.kind === "elision" ? shareOf(part) : 0;
    if (part.kind !== "elision" || share === 0) {
      parts.push(part);
      continue;
    }
    const text = cutTextOf(part);
    // The beginning of a cut text stands before its mark.
    if (text !== undefined) parts.pop();
    for (const each of text === undefined
      ? elide(part.parts, part.container, share, options)
      : longerText(part, text, share, options))
      parts.push(each);
  }
  return parts;
}

function longerText(
  { container }: ElisionPart,
  { part, cutUnits }: { readonly part: TextPart; readonly cutUnits: number },
  share: number,
  { costs }: Elide,
): ViewPart[] {
  const cost = costs.of(part);
  const shown = cost * (1 - cutUnits / part.text.length);
  return cutText(part, shown + share, cost, container);
}
