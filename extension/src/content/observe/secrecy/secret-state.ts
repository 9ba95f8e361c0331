// Masks a secret field's value in everything else that is told of the field: limits, hints, messages, suggestions.
import type { InputState } from "@webserv/shared/model/page/observation.ts";
import { SecretWords } from "@webserv/shared/model/text/secret-words.ts";
import type { Attribute } from "../tree/parts.ts";
import { isSecret } from "./secrets.ts";

/** Attributes whose values are our own words or the platform's, which may contain a short value by chance. */
const NO_HINTS: ReadonlySet<string> = new Set(
  "id data-semantic-id type role value minlength maxlength tabindex autocomplete".split(" "),
);

const HINTS = ["min", "max", "step", "format", "pattern", "invalid"] as const;

/** Returns a field's state with its value masked. */
export function withoutSecret(
  { number: _number, ...state }: InputState,
  secret: string,
): InputState {
  const words = new SecretWords([secret]);
  const hints: Partial<Record<(typeof HINTS)[number], string>> = {};
  for (const name of HINTS) {
    const hint = state[name];
    if (hint !== undefined) hints[name] = words.maskText(hint);
  }
  const { suggestions, options } = state;
  return {
    ...state,
    ...hints,
    ...(suggestions && { suggestions: suggestions.map((each) => words.maskText(each)) }),
    ...(options && {
      options: options.map((option) => ({
        ...option,
        value: words.maskText(option.value),
        text: words.maskText(option.text),
      })),
    }),
  };
}

/** Returns a field's attributes with its value masked. */
export function attributesWithoutSecret(
  attributes: readonly Attribute[],
  secret: string,
): Attribute[] {
  const words = new SecretWords([secret]);
  return attributes.map(([name, value]): Attribute => [
    name,
    NO_HINTS.has(name) ? value : words.maskText(value),
  ]);
}

/** A shorter value, in UTF-16 units, stands in many labels, such as that of the first of six boxes. */
const SHORTEST_NAMED = 4;

/** Returns a field's name, with its value masked if the name contains it. */
export function withoutOwnSecret(element: Element, name: string): string {
  const isWritten = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isWritten || element.value.length < SHORTEST_NAMED || !name.includes(element.value)) {
    return name;
  }
  return isSecret(element) ? new SecretWords([element.value]).maskText(name) : name;
}
