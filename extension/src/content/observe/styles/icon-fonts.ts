// Recognizes letters that are drawn as icons: fonts that show a whole word as one picture.

/** Tells whether the first font of a family is one of icons, by its name. */
export function isIconFont(fontFamily: string): boolean {
  const [first = ""] = fontFamily.split(",", 1);
  return ICON_FONT.test(first);
}

const ICON_FONT = /icon|symbols|glyph|awesome|material|feather|lucide|ionic|fontello|icomoon/i;

/** Tells whether a text is a name that such a font draws as a picture: `shopping_cart`. */
export function isLigature(text: string): boolean {
  return /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(text);
}
