// Lets a command name an element by an id, or by the words that the page calls it by.
import type { ElementName } from "@webserv/shared/model/actions/action-spec.ts";
import { elementWords } from "@webserv/shared/model/actions/action-spec.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Field } from "../commands/schema-fields.ts";

/** Options that go with an element's words: what it is, and what it stands in. */
interface MoreWords {
  readonly role?: string | undefined;
  readonly in?: string | undefined;
}

/** Returns the options by which a command says more of the elements that it names. */
export function wordFields(fields: readonly Field[]): Field[] {
  const isNamed = (name: string): boolean => fields.some((field) => field.name === name);
  const own = isNamed("id") || isNamed("gone");
  return [
    ...(own ? [field("role", "What the element is, such as button or link")] : []),
    ...(own ? [field("in", "What it stands in: a heading, label or text of its card or row")] : []),
    ...(isNamed("to") ? [field("toIn", "The same for the element to drag to")] : []),
  ];
}

function field(name: string, description: string): Field {
  const flag = name === "toIn" ? "to-in" : name;
  return {
    name,
    flag,
    kind: "text",
    choices: [],
    description,
    required: false,
    defaultValue: undefined,
  };
}

/**
 * Returns the action with its elements as the protocol names them.
 * @param elements the fields that name elements
 * @param mayBeBoth true if what is written as an id may be a name
 * @throws WebservError `invalid-params` if something is said of an element that is not named
 */
export function withElements(
  { role, in: place, toIn, ...action }: Record<string, unknown>,
  elements: readonly string[],
  mayBeBoth: boolean,
): Record<string, unknown> {
  const own = elements.find((name) => name !== "to" && action[name] !== undefined);
  if (own === undefined && (role !== undefined || place !== undefined)) {
    throw new WebservError(
      "invalid-params",
      "--role and --in say more of an element, and none is named",
      {
        next: "Name the element by the words that the page calls it by.",
      },
    );
  }
  if (toIn !== undefined && action["to"] === undefined) {
    throw new WebservError(
      "invalid-params",
      `--to-in ${JSON.stringify(toIn)} says more of the element to drag to, and none is named`,
      { next: "Name it with --to, by an id or by the words that the page calls it by." },
    );
  }
  const named = { ...action };
  for (const name of elements) {
    const written = action[name];
    if (typeof written !== "string") continue;
    const more =
      name === own
        ? { role: textOf(role), in: textOf(place) }
        : name === "to"
          ? { in: textOf(toIn) }
          : {};
    named[name] = elementNamed(written, more, mayBeBoth);
  }
  return named;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Reads an element: an id if it is written as one, else words. Names may be written so, too, such as save or sign-in: the
 * id counts if the page has it.
 */
export function elementNamed(
  written: string,
  { role, in: place }: MoreWords = {},
  mayBeBoth = true,
): ElementName {
  const more = {
    ...(role === undefined ? {} : { role }),
    ...(place === undefined ? {} : { in: place }),
  };
  if (Object.keys(more).length > 0 || !isIdLike(written)) return { name: written, ...more };
  // A mark of something left out is no element, so no element has it for a name.
  if (/(?:^|\/)more:/.test(written)) return written;
  const both = elementWords.safeParse({ id: written, name: written });
  return mayBeBoth && both.success ? both.data : written;
}

/** Ids are words in lower case, joined by hyphens, dots and slashes; those of what was left out have a colon. */
function isIdLike(written: string): boolean {
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.:/-]*$/u.test(written) && !/\p{Lu}/u.test(written);
}
