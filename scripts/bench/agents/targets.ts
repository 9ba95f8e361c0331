// Finds the element that an intent names in an agent's answers, in the notation of each contender.

/** Names the kinds of elements as a person would, whatever role a notation gives them. */
export type Kind = "link" | "button" | "field" | "choice" | "other";

export interface Target {
  /** Any kind if left out. */
  readonly kind?: Kind;
  /** The words in its name; an element with exactly this name comes first. */
  readonly name: string;
}

export interface Candidate {
  readonly ref: string;
  readonly kind: Kind;
  readonly names: readonly string[];
}

/** Reads the elements out of a text that an agent was told. */
export type Notation = (text: string) => readonly Candidate[];

/** Returns the reference of the best candidate; undefined if none has the name. */
export function findTarget(candidates: readonly Candidate[], target: Target): string | undefined {
  const wanted = plain(target.name);
  const fitting = candidates
    .filter(({ kind }) => target.kind === undefined || kind === target.kind)
    .map(({ ref, names }) => ({ ref, names: names.map(plain) }));
  const ranks = [
    (name: string): boolean => name === wanted,
    (name: string): boolean => name.startsWith(`${wanted} `),
    (name: string): boolean => ` ${name} `.includes(` ${wanted} `),
  ];
  for (const fits of ranks) {
    const found = fitting.find(({ names }) => names.some(fits));
    if (found !== undefined) return found.ref;
  }
  return undefined;
}

/** Reads `- button "Add to cart" [disabled] [ref=e12]`, as Playwright writes it. */
export const playwrightNotation: Notation = (text) =>
  [...text.matchAll(/^\s*- (?:'|")?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?[^\n]*?\[ref=(\w+)\]/gm)].map(
    ([, role = "", name = "", ref = ""]) => ({ ref, kind: kindOfRole(role), names: [name] }),
  );

/** Reads `uid=1_8 combobox "Search the shop" autocomplete="list"`, as chrome-devtools-mcp writes it. */
export const devtoolsNotation: Notation = (text) =>
  [...text.matchAll(/^\s*uid=(\S+) ([A-Za-z]+)(?: "((?:[^"\\]|\\.)*)")?/gm)].map(
    ([, ref = "", role = "", name = ""]) => ({ ref, kind: kindOfRole(role), names: [name] }),
  );

/** Reads `<a id="departments.bags" href="c/bags">Bags</a>`, and the lines of a diff of it. */
export const webservNotation: Notation = (text) => {
  const told = withoutGone(text)
    .split("\n")
    .map((line) => line.replace(/^[+ ]/, ""))
    .join("");
  return [...told.matchAll(/<([a-z]+)([^>]*?\sid="([^"]+)"[^>]*)>/g)].map((match) => {
    const [written, tag = "", attributes = "", ref = ""] = match;
    const kind = kindOfTag(tag, attributes);
    const label = /<label>([^<]*)<\/label>(?:<!--[^>]*-->)?$/.exec(told.slice(0, match.index))?.[1];
    const spoken = /\saria-label="([^"]*)"/.exec(attributes)?.[1];
    const behind = told.slice(match.index + written.length);
    // Text behind a field belongs to the next field.
    const words = kind === "field" ? undefined : behind.split(END_OF_WORDS)[0];
    const names = [label, spoken, words?.replace(/<[^>]*>/g, " "), ref.split(".").at(-1), ref];
    return { ref, kind, names: names.filter((name) => name !== undefined) };
  });
};

/** Removes the lines of a diff that stand for what is no longer there. */
export function withoutGone(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("-"))
    .join("\n");
}

/** Matches the tags behind which the words no longer belong to the element. */
const END_OF_WORDS = /<\/(?:a|button|label|li)>|<(?:a|button|input|li|p|div)[ >]/;

const FIELDS: ReadonlySet<string> = new Set(
  "textbox searchbox combobox spinbutton listbox Date date".split(" "),
);
const CHOICES: ReadonlySet<string> = new Set("radio checkbox switch option".split(" "));

function kindOfRole(role: string): Kind {
  if (role === "link" || role === "button") return role;
  if (FIELDS.has(role)) return "field";
  return CHOICES.has(role) ? "choice" : "other";
}

function kindOfTag(tag: string, attributes: string): Kind {
  const role = /\srole="([^"]*)"/.exec(attributes)?.[1];
  if (role !== undefined) return kindOfRole(role);
  if (tag === "a") return "link";
  if (tag === "button") return "button";
  const type = /\stype="([^"]*)"/.exec(attributes)?.[1] ?? "text";
  if (tag === "input" && CHOICES.has(type)) return "choice";
  if (tag === "input" && ["submit", "button"].includes(type)) return "button";
  return ["input", "select", "textarea"].includes(tag) ? "field" : "other";
}

/** Keeps letters and digits alone: a semantic id is compared with a name in the same way. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/&amp;/g, "&")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
