// Writes a number as the browser's number fields read it: with the digits and signs of the browser's language.

/**
 * @param text is a number as HTML writes it
 * @param locale is that of the browser's own windows, which its fields follow whatever the page's language is
 */
export function localNumber(text: string, locale: string): string {
  // Numbers with an exponent are read as HTML writes them, in every language.
  if (/e/i.test(text)) return text;
  const format = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1 });
  const parts = format.formatToParts(-1);
  const signOf = (type: "decimal" | "minusSign", plain: string): string =>
    parts.find((part) => part.type === type)?.value ?? plain;
  const digit = new Intl.NumberFormat(locale, { useGrouping: false });
  return text
    .replace(/\d/g, (each) => digit.format(Number(each)))
    .replace(/^-/, () => signOf("minusSign", "-"))
    .replace(".", () => signOf("decimal", "."));
}
