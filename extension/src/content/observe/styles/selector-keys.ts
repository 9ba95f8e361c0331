// Reads from a selector by what an element that it matches can be found: a class, an id, an attribute or a tag.

/** One thing that every element matched by a selector has. */
export type SelectorKey =
  | { readonly kind: "class" | "id" | "attribute" | "tag"; readonly name: string }
  | { readonly kind: "host" | "any" };

/** A selector's last compound: what it says of the element itself. */
export interface Subject {
  readonly keys: readonly SelectorKey[];
  /** The pseudo-element that the selector ends in, such as `before`; empty for the element itself. */
  readonly pseudo: string;
}

/**
 * Returns the subjects of a list of selectors.
 *
 * @param around the subjects of the rule that this one is nested in
 */
export function subjectsOf(selectors: string, around: readonly Subject[] = []): Subject[] {
  return splitAt(selectors, ",").map((selector) => subjectOf(selector.trim(), around));
}

function subjectOf(selector: string, around: readonly Subject[]): Subject {
  const compound = splitAt(selector, " >+~").at(-1) ?? "";
  const pseudo = /::?(before|after|marker)$/.exec(compound)?.[1] ?? "";
  return { keys: keysOf(compound, around), pseudo };
}

/** Matches the parts of a compound, apart from what stands in brackets after them. */
const PART =
  /(?<sign>[.#]|::?)?(?<name>(?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[\u{80}-\u{10ffff}])+)|\[\s*(?:[\w-]*\|)?(?<attribute>[\w-]+)[^\]]*\]|(?<nested>&)/giu;

function keysOf(compound: string, around: readonly Subject[]): readonly SelectorKey[] {
  if (compound.includes("::part(")) return [{ kind: "attribute", name: "part" }];
  const outside = withoutBrackets(compound);
  const parts = [...outside.matchAll(PART)].map(({ groups }) => groups ?? {});
  const found = (sign: string): string | undefined =>
    parts.find((part) => part["sign"] === sign)?.["name"];
  const id = found("#");
  if (id !== undefined) return [{ kind: "id", name: unescaped(id) }];
  const name = found(".");
  if (name !== undefined) return [{ kind: "class", name: unescaped(name) }];
  const attribute = parts.find((part) => part["attribute"] !== undefined)?.["attribute"];
  if (attribute !== undefined) return [{ kind: "attribute", name: attribute.toLowerCase() }];
  const tag = parts.find((part) => part["sign"] === undefined && part["name"] !== undefined);
  if (tag?.["name"] !== undefined) return [{ kind: "tag", name: tag["name"].toLowerCase() }];
  if (/:host\b/.test(compound)) return [{ kind: "host" }];
  const [, inside] = /:(?:is|where|slotted|matches|-webkit-any)\((.*)\)/s.exec(compound) ?? [];
  if (inside !== undefined) {
    return subjectsOf(inside.replace(/\)[^(]*$/, ""), around).flatMap(({ keys }) => keys);
  }
  const nested = outside.includes("&") || outside.startsWith(":");
  if (nested && around.length > 0) return around.flatMap(({ keys }) => keys);
  return [{ kind: "any" }];
}

/** Takes out what stands in round brackets: it may say what an element is not. */
function withoutBrackets(compound: string): string {
  let text = compound;
  for (let inner = ""; inner !== text;) {
    inner = text;
    text = inner.replace(/\([^()]*\)/g, "");
  }
  return text;
}

function unescaped(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/giu, (_, code?: string, sign = "") =>
    code === undefined ? String(sign) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/** Splits a text at signs that stand outside of brackets and quotes. */
export function splitAt(text: string, signs: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "\\") at++;
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth--;
    else if (depth === 0 && signs.includes(sign)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part.trim() !== "");
}
