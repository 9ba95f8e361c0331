// Checks what must hold of a reading, whatever the page is.

const VOID = new Set(["input", "img", "area"]);
const TOKEN =
  /<(?<close>\/?)(?<tag>[a-z][\w-]*)(?<attributes>(?:\s+[^\s"'<>=/]+(?:="[^"<]*")?)*)\s*>|<!--[^<>]*-->|[^<]+/gy;

/** Says what is wrong with this html, if something is: every element must be closed, in order. */
export function faultOf(html: string): string | undefined {
  const open: string[] = [];
  let end = 0;
  for (const match of html.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const tag = match.groups?.["tag"];
    if (tag === undefined || VOID.has(tag)) continue;
    if (match.groups?.["close"] === "") open.push(tag);
    else if (open.pop() !== tag) return `</${tag}> closes something else at ${excerpt(html, end)}`;
  }
  if (end < html.length) return `no markup at ${excerpt(html, end)}`;
  if (open.length > 0) return `never closed: ${open.join(" ")}`;
  if (!html.isWellFormed()) return "half a surrogate pair";
  return undefined;
}

/** @param attribute the attribute with the ids: several elements may have the same `id` of their own */
export function idsIn(html: string, attribute: string): string[] {
  const found = html.matchAll(new RegExp(`<[\\w-]+ ${attribute}="([^"]*)"`, "g"));
  return [...found].map((match) => match[1] ?? "");
}

function excerpt(html: string, at: number): string {
  return JSON.stringify(html.slice(Math.max(0, at - 60), at + 60));
}
