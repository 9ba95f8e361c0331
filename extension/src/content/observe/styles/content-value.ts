// Takes a computed `content` apart into what is drawn and what is said instead of it.

/** One item of a `content` value. */
export type ContentItem =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "attribute"; readonly name: string }
  | {
      readonly kind: "counter";
      readonly name: string;
      readonly style: string;
      /** Set if all counters of this name are drawn, with this text between them. */
      readonly between: string | undefined;
    }
  | { readonly kind: "quote"; readonly opens: boolean; readonly drawn: boolean }
  | { readonly kind: "picture"; readonly address: string };

export interface ContentValue {
  readonly drawn: readonly ContentItem[];
  /** What is said instead (CSS Generated Content 3, 2.2); undefined if nothing is. */
  readonly alternative: readonly ContentItem[] | undefined;
}

/** Returns the items of a value; undefined if nothing is drawn. */
export function contentValue(value: string): ContentValue | undefined {
  if (value === "" || value === "none" || value === "normal") return undefined;
  const drawn: ContentItem[] = [];
  let alternative: ContentItem[] | undefined;
  for (const match of value.matchAll(ITEM)) {
    if (match[0] === "/") alternative = [];
    else (alternative ?? drawn).push(itemOf(match[0]));
  }
  return { drawn, alternative };
}

/** Matches one item; quoted texts may stand in its brackets. */
const ITEM = /"(?:[^"\\]|\\.)*"|[\w-]+\((?:"(?:[^"\\]|\\.)*"|\([^()]*\)|[^()"])*\)|[\w-]+|\//gs;

function itemOf(written: string): ContentItem {
  if (written.startsWith('"')) return { kind: "text", text: unquoted(written) };
  const [, name = written, inside = ""] = /^([\w-]+)\((.*)\)$/s.exec(written) ?? [];
  const quote = /^(no-)?(open|close)-quote$/.exec(name);
  if (quote !== null) {
    return { kind: "quote", opens: quote[2] === "open", drawn: quote[1] === undefined };
  }
  if (name === "attr") return { kind: "attribute", name: /^\s*([\w-]*)/.exec(inside)?.[1] ?? "" };
  if (name === "counter" || name === "counters") {
    const [, counter = "", between, style = "decimal"] =
      /^\s*([^\s,]+)\s*(?:,\s*("(?:[^"\\]|\\.)*"))?\s*(?:,\s*([\w-]+))?/s.exec(inside) ?? [];
    return {
      kind: "counter",
      name: counter,
      style,
      between: name === "counter" ? undefined : unquoted(between ?? '""'),
    };
  }
  return { kind: "picture", address: name === "url" ? unquoted(inside) : "" };
}

function unquoted(written: string): string {
  return written
    .replace(/^["']|["']$/g, "")
    .replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code?: string, sign = "") =>
      code === undefined ? String(sign) : codePoint(code),
    );
}

function codePoint(code: string): string {
  const value = Number.parseInt(code, 16);
  return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : "\ufffd";
}
