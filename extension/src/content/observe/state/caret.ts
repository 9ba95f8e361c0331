// Finds where the caret, or the selection, stands in a text that is edited in place.

export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the selection as offsets into `value`, in UTF-16 units; undefined if the selection is
 * elsewhere.
 *
 * @param value the text as it is told, whose lines are those of the layout
 */
export function selectionIn(element: HTMLElement, value: string): TextSelection | undefined {
  const range = selectedRange(element);
  if (range === undefined) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = offsetIn(value, before.toString());
  before.setEnd(range.endContainer, range.endOffset);
  return { start, end: offsetIn(value, before.toString()) };
}

/**
 * Returns the range that is selected in `element`, also within its shadow root; undefined if the
 * selection is elsewhere.
 */
export function selectedRange(element: HTMLElement): StaticRange | undefined {
  const root = element.getRootNode();
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const range = getSelection()?.getComposedRanges({ shadowRoots })[0];
  return range !== undefined &&
    element.contains(range.startContainer) &&
    element.contains(range.endContainer)
    ? range
    : undefined;
}

/**
 * Returns the offset in `value` after the words that `source` holds. Layout makes white space of
 * its own (a line for a block, one space of many). So words are counted letter by letter, then the
 * space after them.
 */
function offsetIn(value: string, source: string): number {
  const words = source.trimEnd();
  let letters = words.replace(/\s+/g, "").length;
  let at = 0;
  while (letters > 0 && at < value.length) {
    if (!/\s/.test(value.charAt(at))) letters--;
    at++;
  }
  let spaces = source.length - words.length;
  while (spaces > 0 && at < value.length && /\s/.test(value.charAt(at))) {
    at++;
    spaces--;
  }
  return at;
}
