// Masks secrets in words that quote them: a dot replaces each of their characters.
import { dots } from "./text-difference.ts";
import { withoutUserInfo } from "./user-info.ts";

/** A shorter secret is only masked if it stands by itself: its characters occur in many words. */
const SHORT = 4;
/** The lengths to which messages cut a long value that they quote. */
const QUOTED = [100, 1000];

/** A value in an address, or in data that is written like one. */
export interface Parameter {
  /** Its name and the delimiters around that. */
  readonly lead: string;
  readonly value: string;
}

export class SecretWords {
  /** The mask for each form of a secret. */
  readonly #masks = new Map<string, string>();
  readonly #pattern: RegExp | undefined;
  readonly #isSecretValue: ((parameter: Parameter) => boolean) | undefined;

  /**
   * @param isSecretValue tells whether a parameter of an address must be masked as a whole, such as
   *   a short secret
   */
  constructor(secrets: Iterable<string>, isSecretValue?: (parameter: Parameter) => boolean) {
    this.#isSecretValue = isSecretValue;
    for (const secret of secrets) {
      for (const text of [secret, ...QUOTED.map((length) => secret.slice(0, length))]) {
        if (text.trim() === "") continue;
        for (const form of formsOf(text)) this.#masks.set(form, dots(text));
      }
    }
    // The longest first: one form may be a part of another.
    const forms = [...this.#masks.keys()].sort((first, second) => second.length - first.length);
    if (forms.length > 0) this.#pattern = new RegExp(forms.map(patternOf).join("|"), "gu");
  }

  /** Masks a text. The name and the password of a sign-in are removed from addresses in any case. */
  maskText(text: string): string {
    const mask = (form: string): string => this.#masks.get(form) ?? dots(form);
    const isSecret = this.#isSecretValue;
    const told = withoutUserInfo(text);
    const masked =
      isSecret === undefined
        ? told
        : told.replace(PARAMETER, (whole, lead: string, written: string) => {
            const value = decoded(written);
            return value !== "" && isSecret({ lead, value }) ? lead + dots(value) : whole;
          });
    return this.#pattern === undefined ? masked : masked.replace(this.#pattern, mask);
  }

  /** Masks all texts in a value, however deep. The names of members stay: schemas require them. */
  mask(value: unknown): unknown {
    return this.#masked(value, () => true, true);
  }

  /** Masks as `mask` does, but only in members of these names. */
  maskMembers(value: object, names: ReadonlySet<string>): unknown {
    return this.#masked(value, (name) => names.has(name), false);
  }

  #masked(value: unknown, isText: (name: string) => boolean, here: boolean): unknown {
    if (typeof value === "string") return here ? this.maskText(value) : value;
    if (Array.isArray(value)) return value.map((each) => this.#masked(each, isText, here));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        this.#masked(member, isText, isText(name)),
      ]),
    );
  }
}

const PARAMETER = /([?&;#][^=?&;#\s"']*=)([^&;#\s"']*)/g;

/** Returns all parameters of an address, or of a text that quotes one. */
export function parametersIn(text: string): Parameter[] {
  return Array.from(text.matchAll(PARAMETER), ([, lead = "", written = ""]) => ({
    lead,
    value: decoded(written),
  }));
}

function decoded(written: string): string {
  const spaced = written.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Returns the text as it is, and as JSON, an address and form data encode it. */
function formsOf(text: string): readonly string[] {
  const inAddress = encodeURIComponent(text.toWellFormed());
  const inForm = inAddress
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
  return [text, JSON.stringify(text).slice(1, -1), inAddress, inForm];
}

function patternOf(form: string): string {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return form.length < SHORT ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
}
