// Writes a number in a counter style: in digits, letters, roman numerals, or as a page's own `@counter-style` says.

/** Returns the number as it is drawn, without what stands around it in a list. */
export function counterText(
  value: number,
  style: string,
  own?: ReadonlyMap<string, CSSCounterStyleRule>,
): string {
  const rule = own?.get(style);
  if (rule !== undefined) return ownText(value, rule) ?? String(value);
  switch (style) {
    case "none":
      return "";
    case "disc":
      return "•";
    case "circle":
      return "◦";
    case "square":
      return "▪";
    case "decimal-leading-zero":
      return `${value < 0 ? "-" : ""}${String(Math.abs(value)).padStart(2, "0")}`;
    case "lower-roman":
    case "upper-roman": {
      const roman = romanText(value) ?? String(value);
      return style === "lower-roman" ? roman.toLowerCase() : roman;
    }
    case "lower-alpha":
    case "lower-latin":
      return alphabetic(value, LATIN) ?? String(value);
    case "upper-alpha":
    case "upper-latin":
      return alphabetic(value, LATIN)?.toUpperCase() ?? String(value);
    case "lower-greek":
      return alphabetic(value, GREEK) ?? String(value);
    default:
      return String(value);
  }
}

/** What stands before and after a number in a list. */
export function aroundNumber(
  style: string,
  own: ReadonlyMap<string, CSSCounterStyleRule>,
): { readonly prefix: string; readonly suffix: string } {
  const rule = own.get(style);
  if (rule === undefined) return { prefix: "", suffix: ". " };
  return {
    prefix: symbolsIn(rule.prefix)[0] ?? "",
    suffix: rule.suffix === "" ? ". " : (symbolsIn(rule.suffix)[0] ?? ""),
  };
}

const LATIN = Array.from("abcdefghijklmnopqrstuvwxyz");
const GREEK = Array.from("αβγδεζηθικλμνξοπρστυφχψω");

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function romanText(value: number): string | undefined {
  if (value < 1 || value > 3999) return undefined;
  let left = value;
  let text = "";
  for (const [worth, sign] of ROMAN) {
    for (; left >= worth; left -= worth) text += sign;
  }
  return text;
}

function alphabetic(value: number, symbols: readonly string[]): string | undefined {
  if (value < 1 || symbols.length < 2) return undefined;
  let text = "";
  for (let left = value; left > 0; left = Math.floor((left - 1) / symbols.length)) {
    text = (symbols[(left - 1) % symbols.length] ?? "") + text;
  }
  return text;
}

/** Returns a number as a page's own style writes it; undefined if that is none of the usual systems. */
function ownText(value: number, rule: CSSCounterStyleRule): string | undefined {
  const symbols = symbolsIn(rule.symbols);
  const [system = "symbolic", first = "1"] = (rule.system === "" ? "symbolic" : rule.system).split(
    /\s+/,
  );
  const { length } = symbols;
  if (system === "extends") return counterText(value, first);
  if (length === 0) return undefined;
  switch (system) {
    case "cyclic":
      return symbols[(((value - 1) % length) + length) % length];
    case "fixed":
      return symbols[value - Number(first)];
    case "alphabetic":
      return alphabetic(value, symbols);
    case "numeric":
      return Array.from(Math.abs(value).toString(Math.min(Math.max(length, 2), 36)))
        .map((digit) => symbols[Number.parseInt(digit, 36)] ?? digit)
        .join("");
    case "symbolic":
      return value < 1
        ? undefined
        : (symbols[(value - 1) % length] ?? "").repeat(Math.ceil(value / length));
    default:
      return undefined;
  }
}

function symbolsIn(written: string): string[] {
  return [...written.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/gs)].map(
    ([whole, quoted]) => quoted ?? whole,
  );
}
