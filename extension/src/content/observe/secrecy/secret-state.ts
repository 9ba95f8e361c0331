// Takes the value of a secret field out of what else is told of the field: limits, hints, messages, suggestions.
import type { InputState } from "@webserv/shared/model/observation.ts";
import { SecretWords } from "@webserv/shared/model/secret-words.ts";
import type { Attribute } from "../tree/parts.ts";
import { isSecret } from "./secrets.ts";

/** Words of ours or of the platform, which a short value may be a part of. */
const NO_HINTS: ReadonlySet<string> = new Set(
  "id data-semantic-id type role value minlength maxlength tabindex autocomplete".split(" "),
);

const HINTS = ["min", "max", "step", "format", "pattern", "invalid"] as const;

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

/** A shorter value stands in many labels, such as that of the first of six boxes. */
const SHORTEST_NAMED = 4;

/** What a field is called, if that says what it holds. */
export function withoutOwnSecret(element: Element, name: string): string {
  const isWritten = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isWritten || element.value.length < SHORTEST_NAMED || !name.includes(element.value)) {
    return name;
  }
  return isSecret(element) ? new SecretWords([element.value]).maskText(name) : name;
}
