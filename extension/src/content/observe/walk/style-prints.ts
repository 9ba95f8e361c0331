// Makes a print of a tree's style sheets and animations, as far as it is found at once, to see
// whether they have changed.

/** Returns a print. Two prints of one tree that differ say that something looks otherwise now. */
export function stylePrint(root: Document | ShadowRoot): string {
  const sheets = [...root.styleSheets, ...root.adoptedStyleSheets].map(sheetPrint);
  const times = root
    .getAnimations()
    .filter(hasEnd)
    .map(({ currentTime }) => (typeof currentTime === "number" ? currentTime : 0));
  return `${sheets.join()};${times.join()}`;
}

/**
 * Returns the print of a sheet. A rule that is changed in its place does not show in it: to compare
 * all rules would take too long.
 */
function sheetPrint(sheet: CSSStyleSheet): string {
  return `${sheet.disabled ? "off" : rulesIn(sheet)} ${sheet.media.mediaText}`;
}

function rulesIn(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch {
    // The sheet is of another origin, and no script can change it.
    return 0;
  }
}

/**
 * Tells whether an animation ends. What goes on for ever, such as a spinner, never comes to rest
 * and would never let a page be read.
 */
function hasEnd({ effect }: Animation): boolean {
  const endTime = effect?.getComputedTiming().endTime;
  return typeof endTime === "number" && Number.isFinite(endTime);
}
