// Finds the part of a page that is read: all of it, or what stands under an id that is to be
// expanded.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ElementFinder } from "../identity/element-finder.ts";
import type { MoreIds } from "../identity/more-ids.ts";
import { pathTo } from "../identity/more-ids.ts";
import type { ElementPart, Part, ViewPart } from "../tree/parts.ts";
import { seriesIn } from "../tree/series.ts";

export interface Expansion {
  /** The parts to be written, with as much of them as the budget allows. */
  readonly parts: readonly Part[];
  /** The part that they stand in; undefined for the page itself. */
  readonly container: ElementPart | undefined;
  /** Sets what of `parts` is shown into its place in the page. */
  readonly show: (kept: ViewPart[]) => void;
  /**
   * The parts around them, from the outside in: these give them their names, but are not written.
   */
  readonly path: readonly ElementPart[];
  /** Returns the page as far as it is shown. */
  readonly view: (kept: readonly ViewPart[]) => readonly ViewPart[];
}

export interface ExpansionSources {
  readonly more: MoreIds;
  readonly finder: ElementFinder;
}

/**
 * Returns the whole page if there is no id. Else it returns what was left out under the id, or the
 * element that it names with all it holds. Of an entry of a series it returns the whole entry,
 * since it may have been shown by its name alone.
 *
 * @throws WebservError `unknown-id`, `stale-id`
 */
export function expanded(
  sources: ExpansionSources,
  page: readonly Part[],
  id: string | undefined,
): Expansion {
  if (id === undefined)
    return {
      parts: page,
      container: undefined,
      path: [],
      show: () => undefined,
      view: (kept) => kept,
    };
  if (!sources.more.isMore(id)) return ofElement(sources.finder.find(id), id, page);
  const found = sources.more.find(id, page);
  if (found.state === "found") return within(page, found.container, found.parts);
  const isGone = found.state === "gone";
  throw new WebservError(
    isGone ? "stale-id" : "unknown-id",
    isGone ? `what "${id}" was left out of is no longer shown` : `nothing was left out as "${id}"`,
    { next: "Observe again and use an id from there.", details: { id, nearest: [] } },
  );
}

function ofElement(element: Element, id: string, page: readonly Part[]): Expansion {
  const path = pathTo((part) => part.element === element, page);
  if (path === undefined) {
    throw new WebservError("stale-id", `the element "${id}" is not shown any more`, {
      next: "Observe again and use an id from there.",
      details: { id, nearest: [] },
    });
  }
  for (let at = path.length - 1; at >= 0; at--) {
    const part = path[at];
    const container = path[at - 1];
    const siblings = container?.children ?? page;
    if (part !== undefined && seriesIn(siblings).some((s) => s.length > 1 && s.includes(part))) {
      return within(page, container, [part]);
    }
  }
  const part = path.at(-1);
  return within(page, path.at(-2), part === undefined ? [] : [part]);
}

function within(
  page: readonly Part[],
  container: ElementPart | undefined,
  parts: readonly Part[],
): Expansion {
  if (container === undefined) {
    return {
      parts,
      container,
      path: [],
      show: () => undefined,
      view: (kept) => withSiblingsHidden(page, parts, kept),
    };
  }
  const path = pathTo((part) => part === container, page) ?? [];
  return {
    parts,
    container,
    path,
    show(kept) {
      for (const [index, part] of path.entries()) {
        const next = path[index + 1];
        part.view =
          next === undefined
            ? withSiblingsHidden(part.children, parts, kept)
            : withSiblingsHidden(part.children, [next], [next]);
      }
    },
    view() {
      const [first] = path;
      return first === undefined ? page : withSiblingsHidden(page, [first], [first]);
    },
  };
}

/**
 * Returns `all` with `kept` in the place of `parts`, and nothing else shown; what is above still
 * names what is below.
 */
function withSiblingsHidden(
  all: readonly Part[],
  parts: readonly Part[],
  kept: readonly ViewPart[],
): ViewPart[] {
  const [first] = parts;
  const from = first === undefined ? 0 : all.indexOf(first);
  const hidden = (parts: readonly Part[]): ViewPart[] =>
    parts.length === 0 ? [] : [{ kind: "elision", parts, container: undefined, brief: true }];
  return [...hidden(all.slice(0, from)), ...kept, ...hidden(all.slice(from + parts.length))];
}
