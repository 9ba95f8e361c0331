// Keeps, in memory alone, the secrets that were entered in a session and must be masked in all records of it.
import { withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Parameter } from "@webserv/shared/model/text/secret-words.ts";
import { parametersIn, SecretWords } from "@webserv/shared/model/text/secret-words.ts";

/** A shorter text occurs in too many others to be looked for in texts; in addresses it is a whole value. */
const SHORTEST_IN_TEXTS = 4;
/** A single character is the whole value of too many parameters. */
const SHORTEST_LASTING = 2;

export interface Secrets {
  /**
   * Masks secrets of the session, and in addresses also those of the step. No short one is masked
   * in texts, so that ids and figures stay as they are.
   */
  readonly session: SecretWords;
  /** Masks all that was entered in the step, in texts about the step alone. */
  readonly step: SecretWords;
}

export class EnteredSecrets {
  /** Texts that are known to be secret. */
  readonly #lasting = new Set<string>();
  /** Parameters of addresses that held the text entered in the step that led there. */
  readonly #parameters = new Set<string>();
  /** The text that was pressed key by key. */
  #pressed = "";
  /** The texts entered in the step, or their length if only that is known. */
  #texts: readonly string[] = [];
  #length: number | undefined;

  words: Secrets = { session: new SecretWords([]), step: new SecretWords([]) };

  /** Notes the step that is to be written next: the texts that were entered, and the action as it is reported. */
  enter(texts: readonly string[], action: RecordedAction): void {
    const withheld = withheldOf(action);
    this.#texts = withheld === undefined ? [] : texts;
    // Only the length is known of a text that a former daemon was asked to enter.
    this.#length = texts.length === 0 ? withheld?.length : undefined;
    const isSecret = withheld !== undefined && withheld.unsure !== true;
    if (action.type !== "press") this.#endPressed();
    else if (isSecret) this.#pressed += texts.at(-1) ?? "";
    else if (withheld === undefined) this.#endPressed();
    if (isSecret && action.type !== "press") for (const text of texts) this.#lasting.add(text);
    this.#renew();
  }

  /** Notes where the step has led to: parameters that hold the entered text are masked from now on. */
  noteAddresses(addresses: Iterable<string>): void {
    const before = this.#parameters.size;
    for (const address of addresses) {
      for (const parameter of parametersIn(address)) {
        if (this.#isOfStep(parameter)) this.#parameters.add(keyOf(parameter));
      }
    }
    if (this.#parameters.size > before) this.#renew();
  }

  #endPressed(): void {
    if (this.#pressed !== "") this.#lasting.add(this.#pressed);
    this.#pressed = "";
  }

  #renew(): void {
    const lasting = [...this.#lasting, ...(this.#pressed === "" ? [] : [this.#pressed])];
    const isLong = (text: string): boolean => text.length >= SHORTEST_IN_TEXTS;
    const values = new Set(lasting.filter((text) => text.length >= SHORTEST_LASTING));
    const isAnything = lasting.length + this.#texts.length + this.#parameters.size > 0;
    const isSecretValue = (parameter: Parameter): boolean =>
      values.has(parameter.value) ||
      this.#parameters.has(keyOf(parameter)) ||
      this.#isOfStep(parameter);
    const asValues = isAnything || this.#length !== undefined ? isSecretValue : undefined;
    this.words = {
      session: new SecretWords(lasting.filter(isLong), asValues),
      step: new SecretWords([...lasting.filter(isLong), ...this.#texts], asValues),
    };
  }

  #isOfStep({ value }: Parameter): boolean {
    return this.#texts.includes(value) || value.length === this.#length;
  }
}

function keyOf({ lead, value }: Parameter): string {
  return lead.slice(1) + value;
}
