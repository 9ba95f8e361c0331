// Tells whether an element says by its words that the page waits: "Please wait", or a text that ends in an ellipsis.

const WAITING_WORDS =
  /^\W*(loading|please wait|wait|saving|sending|searching|working|processing|submitting|updating|uploading|fetching|thinking|preparing|one moment|just a moment)\b[^\n]{0,40}$/i;
/** Matches a name that says that the work is over: "Saving completed". A count goes on: "Saving, 3 of 9 done". */
const OVER =
  /^\D*\b(complete|completed|done|finished|over|succeeded|successful|successfully|failed|cancell?ed|aborted|stopped)\W*$/i;
/** In every language, what is going on ends so. */
const ELLIPSIS = /\p{L}[^\n]*?\s?(…|⋯|\.\.\.|。。。)$/u;
const MAX_WORDS = 60;
/** The most elements inside of one whose words are looked at. */
const MAX_WITHIN = 10;
/** The words of these say what they do, or are examples: "Save as…". */
const CONTROLS =
  "a, button, label, summary, select, option, input, textarea, th, h1, h2, h3, h4, h5, h6, li li, menu, " +
  "[role=button], [role=link], [role=menuitem], [role=option], [role=tab], [role=treeitem], [role=combobox], " +
  "[role=listbox], [role=textbox], [contenteditable]";
const FIELDS = "input, textarea, select, [role=combobox], [role=textbox], [contenteditable]";
/** The steps from a text up to what holds its field too. */
const FIELD_STEPS = 3;

export type Saying = "words" | "ellipsis" | "nothing";

export function sayingOf(element: Element): Saying {
  // The text is made anew for each look: not for whole pages, whose length nobody must count
  // either.
  if (element.getElementsByTagName("*").item(MAX_WITHIN) !== null) return "nothing";
  const text = element.textContent.trim();
  if (text.length > MAX_WORDS) return "nothing";
  if (hasWaitingWords(text)) return "words";
  return ELLIPSIS.test(text) && isTelling(element) ? "ellipsis" : "nothing";
}

/** Tells whether a text says that the page waits, or is under way to something else. */
export function isWaitingText(text: string): boolean {
  return hasWaitingWords(text) || ELLIPSIS.test(text);
}

function hasWaitingWords(text: string): boolean {
  return WAITING_WORDS.test(text) && !OVER.test(text);
}

/**
 * Tells whether a document is there only until another one comes: it says that it waits, little else, and asks for
 * nothing.
 */
export function isStopover({ body }: Document): boolean {
  if (!(body instanceof HTMLBodyElement)) return false;
  if (body.getElementsByTagName("*").item(MAX_STOPOVER) !== null) return false;
  const text = body.innerText;
  if (text.length > MAX_STOPOVER_WORDS) return false;
  const lines = text.split("\n").map((line) => line.trim());
  if (!lines.some((line) => line.length <= MAX_WORDS && isWaitingText(line))) return false;
  return ![...body.querySelectorAll(FIELDS)].some((field) => field.checkVisibility());
}

/** The most elements and characters of such a document. */
const MAX_STOPOVER = 40;
const MAX_STOPOVER_WORDS = 200;

/** Tells whether an element's words tell of the page, and are no control's and no example. */
function isTelling(element: Element): boolean {
  return (
    element.closest(CONTROLS) === null &&
    element.querySelector(CONTROLS) === null &&
    !isPlaceholder(element)
  );
}

/** Tells whether a text lies over a field, and says what is to be written there. */
function isPlaceholder(element: Element): boolean {
  let at = element.parentElement;
  for (let step = 0; at !== null && at !== document.body && step < FIELD_STEPS; step++) {
    if (at.getElementsByTagName("*").item(MAX_WITHIN) !== null) return false;
    const field = at.querySelector(FIELDS);
    if (field !== null) return overlaps(field.getBoundingClientRect(), element);
    at = at.parentElement;
  }
  return false;
}

function overlaps(box: DOMRect, element: Element): boolean {
  const own = element.getBoundingClientRect();
  return (
    box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom
  );
}
