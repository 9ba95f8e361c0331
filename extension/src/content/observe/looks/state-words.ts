// Finds the word for a state in what a page's author wrote of an element: its classes and attributes.
import { memoized } from "../../dom/memoized.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

const STATE =
  /^(?:active|selected|current|checked|chosen|picked|highlighted|pressed|toggled|liked|faved|favou?rited|starred|bookmarked|unread|today|completed|taken|booked|occupied|reserved|sold|unavailable)$/;
/** Words that have other meanings in compounds. */
const ALONE = /^(?:on|sel|done|marked|saved)$/;
const NEGATION = /^(?:not|non|no|un|in|de)$/;

/** Returns the words for states that an element's classes and attributes have. */
export function stateWords(element: Element): readonly string[] {
  const own = unshadowed(element);
  const words = [...wordsIn(own.getAttribute("class") ?? "")];
  for (const name of own.getAttributeNames()) {
    const { bare, kind } = attributeKind(name);
    if (kind === "none") continue;
    const value = own.getAttribute(name) ?? "";
    if (kind === "flag" && (value === "" || value === "true" || value === bare)) words.push(bare);
    if (kind === "named" && STATE.test(value)) words.push(value);
    else if (name === "data-state" && ALONE.test(value)) words.push(value);
  }
  return words;
}

/** `flag`: the attribute's name is the word for a state. `named`: its value may be one. */
interface AttributeKind {
  readonly bare: string;
  readonly kind: "flag" | "named" | "none";
}

const attributeKind = memoized((name: string): AttributeKind => {
  const bare = name.replace(/^data-(?:\w+-)?/, "");
  if (STATE.test(bare)) return { bare, kind: "flag" };
  return { bare, kind: name.startsWith("data-") && bare === "state" ? "named" : "none" };
});

/** Returns an element's classes without those that libraries of small classes write for conditions. */
export function tokensOf(element: Element): readonly string[] {
  const written = unshadowed(element).getAttribute("class") ?? "";
  return written === "" ? [] : tokensIn(written);
}

const tokensIn = memoized((written: string): readonly string[] =>
  written.split(/\s+/).filter((token) => token !== "" && !/[:[\]]/.test(token)),
);

const wordsIn = memoized((written: string): readonly string[] =>
  written === ""
    ? []
    : tokensIn(written).flatMap((token, _, all) => wordIn(token) ?? changed(token, all) ?? []),
);

/** Returns the state that is written behind another class of the same element: `switch switch-on`. */
function changed(token: string, all: readonly string[]): string | undefined {
  const { base, state } = CHANGED.exec(token)?.groups ?? {};
  return base !== undefined && all.includes(base) ? state : undefined;
}

const CHANGED = /^(?<base>.+)[-_](?<state>on|done|marked|saved)$/;

const wordIn = memoized((token: string): string | undefined => {
  const words = token
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_]+/)
    .filter((word) => word !== "");
  const at = words.findIndex((word) => STATE.test(word));
  if (at !== -1) return NEGATION.test(words[at - 1] ?? "") ? undefined : words[at];
  const last = words.at(-1) ?? "";
  const isAlone = words.length === 1 || /(?:^is-|--|__)/.test(token.slice(0, -last.length));
  return ALONE.test(last) && isAlone ? (last === "sel" ? "selected" : last) : undefined;
});

/** Tells whether a class says nothing of a state: it tells where a thing stands, what it is for, or what goes on. */
export const isNoState = memoized((token: string): boolean => NO_STATE.test(token));

const NO_STATE =
  /(?:^|[-_])(?:odd|even|alt|first|last|stripe\w*|primary|secondary|tertiary|danger|success|warning|info|default|outline|ghost|cta|disabled|loading|busy|hover\w*|focus\w*|ripple\w*|touch\w*|show|shown|open|opened|collaps\w*|expand\w*|animat\w*|transition\w*|enter|leave|drag\w*|sort\w*|visible|hidden|fade)(?:$|[-_])/i;
