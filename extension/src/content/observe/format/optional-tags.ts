// Tells which end tags an HTML parser adds by itself (HTML standard, 13.1.2.4 "Optional tags").

/** The start tags that end an element, by its tag. */
const ENDED_BY: Readonly<Record<string, ReadonlySet<string>>> = {
  li: tags("li"),
  dt: tags("dt dd"),
  dd: tags("dt dd"),
  td: tags("td th"),
  th: tags("td th"),
  tr: tags("tr"),
  option: tags("option optgroup"),
  optgroup: tags("optgroup"),
  // A form is missing because a parser ignores its start tag within another form; a table, because
  // it stays in the paragraph in quirks mode.
  p: tags(
    "address article aside blockquote details dialog div dl fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header main menu nav ol p search section ul",
  ),
};

/** The elements whose end also ends an element that stands last in them, by its tag. */
const ENDED_IN: Readonly<Record<string, ReadonlySet<string>>> = {
  li: tags("ul ol menu"),
  dt: tags("dl"),
  dd: tags("dl"),
  td: tags("tr"),
  th: tags("tr"),
  tr: tags("table thead tfoot"),
  option: tags("select optgroup"),
  optgroup: tags("select"),
  p: tags("div section article main header footer aside nav li dd fieldset blockquote td th"),
};

const ROWS = tags("table thead tfoot");

/**
 * Tells whether the end tag of an element may be left out.
 *
 * @param around the tags of the elements that it stands in, outermost first
 * @param next the tag that begins after it; undefined if the element around it ends there
 */
export function isEndOptional(
  tag: string,
  around: readonly string[],
  next: string | undefined,
): boolean {
  const parent = around.at(-1) ?? "";
  // Outside of its table a parser passes over the tags of a cell.
  if ((tag === "td" || tag === "th") && !isRow(around)) return false;
  if (tag === "tr" && !ROWS.has(parent)) return false;
  if ((parent === "td" || parent === "th") && !isRow(around.slice(0, -1))) return false;
  return next === undefined
    ? ENDED_IN[tag]?.has(parent) === true
    : ENDED_BY[tag]?.has(next) === true;
}

function isRow(around: readonly string[]): boolean {
  return around.at(-1) === "tr" && ROWS.has(around.at(-2) ?? "");
}

function tags(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
