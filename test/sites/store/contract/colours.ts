// The colours products come in, as named in options and as drawn on screen.
export const COLOURS: Readonly<Record<string, string>> = {
  Black: "#2b2d33",
  Charcoal: "#4b5059",
  Grey: "#9aa1ab",
  White: "#f4f2ec",
  Cream: "#eadfc8",
  Sand: "#d3bb8f",
  Tan: "#b8854f",
  Brown: "#7a5236",
  Rust: "#b4532f",
  Red: "#c13b3b",
  Pink: "#d98ba1",
  Mustard: "#d6a02c",
  Olive: "#77804a",
  Forest: "#2f6b4d",
  Teal: "#22808a",
  Sky: "#6fa9d6",
  Blue: "#3467b5",
  Navy: "#27395f",
  Plum: "#74406b",
};

/** The hex value of a named colour; unknown names are drawn grey. */
export function colourHex(name: string): string {
  return COLOURS[name] ?? "#9aa1ab";
}
