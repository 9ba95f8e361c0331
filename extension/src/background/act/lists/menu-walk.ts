// Plans the keys that choose one option in an open select menu, with a single change at the end.
import type { Result } from "@webserv/shared/protocol/methods.ts";

/** The most arrow keys in a walk. A longer walk is slower than any person; typing ahead could match another option. */
const MAX_ARROWS = 40;

/**
 * Returns the keys in order, or null if keys can't choose: several options, a disabled one, or one too far away.
 * In an open menu, the arrows only mark options; Enter alone changes the select.
 */
export function planMenuWalk(found: Result<"frame.find-options">): readonly string[] | null {
  const { indices, multiple, disabled, count, open } = found;
  const wanted = indices[0];
  if (multiple || indices.length !== 1 || wanted === undefined || disabled.includes(wanted)) {
    return null;
  }
  const from = found.selected[0];
  if (from === wanted) return open ? ["Escape"] : [];
  const enabled = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !disabled.includes(index),
  );
  const to = enabled.indexOf(wanted);
  const at = from === undefined ? -1 : enabled.indexOf(from);
  const ways = [
    ["Home", ...Array<string>(to).fill("ArrowDown")],
    ["End", ...Array<string>(enabled.length - 1 - to).fill("ArrowUp")],
    // In a menu that is open already, another option may be marked.
    ...(at === -1 || open
      ? []
      : [Array<string>(Math.abs(to - at)).fill(to > at ? "ArrowDown" : "ArrowUp")]),
  ];
  const shortest = ways.toSorted((left, right) => left.length - right.length)[0];
  if (shortest === undefined || shortest.length > MAX_ARROWS) return null;
  return [...(open ? [] : ["Alt+ArrowDown"]), ...shortest, "Enter"];
}
