// Takes secrets out of words that quote them: each is replaced by a dot for each of its characters.
import { dots } from "./text-difference.ts";
import { withoutUserInfo } from "./user-info.ts";

/** A shorter secret is only seen where it stands by itself: its characters are in many words. */
const SHORT = 4;
/** Messages quote as much of a long value. */
const QUOTED = [100, 1000];

/** A value of an address, or of data that is written like one. */
export interface Parameter {
  /** With its name and what comes before that. */
  readonly lead: string;
  readonly value: string;
}

export class SecretWords {
  /** What stands for each form of a secret. */
  readonly #masks = new Map<string, string>();
  readonly #pattern: RegExp | undefined;
  readonly #isSecretValue: ((parameter: Parameter) => boolean) | undefined;

  /** @param isSecretValue of what may be masked as a whole value of an address alone, such as short secrets */
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

  /** The name and the password of a sign-in go from addresses in any case. */
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

  /** In all texts of a value, however deep. The names of members stay: schemas ask for them. */
  mask(value: unknown): unknown {
    return this.#masked(value, () => true, true);
  }

  /** As `mask`, in members of these names alone. */
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

/** All that an address, or a text that quotes one, gives a value. */
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

/** As it is, and as JSON, an address and a form's data write it. */
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
