// Writes a MathML formula as one line of text, the way it would be typed.

/** Returns the line of a formula. */
export function formulaText(element: Element): string {
  return lineOf(element, 0).replace(/\s+/g, " ").trim();
}

/** Formulas nest a few levels; scripts can build any. */
const MAX_DEPTH = 100;

function lineOf(element: Element, depth: number): string {
  if (depth > MAX_DEPTH || HIDDEN.has(element.localName)) return "";
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return "";
  const children = [...element.children];
  if (children.length === 0) return element.textContent ?? "";
  const parts = children.map((child) => lineOf(child, depth + 1));
  const [base = "", first = "", second = ""] = parts;
  switch (element.localName) {
    case "mfrac":
      return `${grouped(base)}/${grouped(first)}`;
    case "msup":
    case "mover":
      return `${grouped(base)}^${grouped(first)}`;
    case "msub":
    case "munder":
      return `${grouped(base)}_${grouped(first)}`;
    case "msubsup":
    case "munderover":
      return `${grouped(base)}_${grouped(first)}^${grouped(second)}`;
    case "msqrt":
      return `√${grouped(parts.join(""))}`;
    case "mroot":
      return `${grouped(first)}√${grouped(base)}`;
    case "mtable":
      return parts.join("; ");
    case "mtr":
      return parts.join(", ");
    case "math":
    case "mrow":
    case "semantics":
      return parts.join(" ");
    default:
      return parts.join("");
  }
}

/** The source of a formula, for programs. */
const HIDDEN: ReadonlySet<string> = new Set(["annotation", "annotation-xml"]);

function grouped(text: string): string {
  const trimmed = text.trim();
  return /\s/.test(trimmed) ? `(${trimmed})` : trimmed;
}
