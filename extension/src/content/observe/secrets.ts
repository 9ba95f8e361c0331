// Which fields hold a secret: their value is told by its length alone, to anyone and in any form.

/** Passwords that a page may show in clear for a while: they stay secret. */
const passwords = new WeakSet<Element>();

/**
 * A password stays one when a "show password" switch makes its field a text field: a person looks at
 * it then, and an observation is kept. So does whatever the page says is a password, or dots out.
 */
export function isSecret(element: Element): boolean {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
    return false;
  if (element.type === "password") {
    passwords.add(element);
    return true;
  }
  if (passwords.has(element)) return true;
  if (UNWRITTEN.has(element.type)) return false;
  if (/(^|\s)(current|new)-password(\s|$)/i.test(element.autocomplete)) return true;
  return getComputedStyle(element).getPropertyValue("-webkit-text-security") !== "none";
}

/** Types whose value is not written by hand. */
const UNWRITTEN: ReadonlySet<string> = new Set(
  "button checkbox color date datetime-local file hidden image month radio range reset submit time week".split(
    " ",
  ),
);
