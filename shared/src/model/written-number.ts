// How a number is written for a field, whatever the language of the browser or the page.

/** HTML's valid floating-point number. */
export function isWrittenNumber(text: string): boolean {
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text);
}
