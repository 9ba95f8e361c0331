// Keeps, in memory alone, what was entered in a session and is to be taken out of all that is written of it.
import { withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Parameter } from "@webserv/shared/model/secret-words.ts";
import { parametersIn, SecretWords } from "@webserv/shared/model/secret-words.ts";

/** A shorter one is a part of too much else to be looked for in texts; in addresses it is a whole value. */
const SHORTEST_IN_TEXTS = 4;
/** A single character is the whole value of too many parameters. */
const SHORTEST_LASTING = 2;

export interface Secrets {
  /** Of the session, and of the step in addresses. In texts none is short, so that ids and figures stay as they are. */
  readonly session: SecretWords;
  /** For what is said of the step alone: all that was entered in it. */
  readonly step: SecretWords;
}

export class EnteredSecrets {
  /** Known to be secret. */
  readonly #lasting = new Set<string>();
  /** Parameters of addresses that held what was entered in the step that led there. */
  readonly #parameters = new Set<string>();
  /** What was pressed key by key. */
  #pressed = "";
  /** Of the step: what was entered, or as much as is known of it. */
  #texts: readonly string[] = [];
  #length: number | undefined;

  words: Secrets = { session: new SecretWords([]), step: new SecretWords([]) };

  /** Of the step that is to be written next: the texts that were entered, and the action as it is told. */
  enter(texts: readonly string[], action: RecordedAction): void {
    const withheld = withheldOf(action);
    this.#texts = withheld === undefined ? [] : texts;
    // What a former daemon was asked for is known by its length alone.
    this.#length = texts.length === 0 ? withheld?.length : undefined;
    const isSecret = withheld !== undefined && withheld.unsure !== true;
    if (action.type !== "press") this.#endPressed();
    else if (isSecret) this.#pressed += texts.at(-1) ?? "";
    else if (withheld === undefined) this.#endPressed();
    if (isSecret && action.type !== "press") for (const text of texts) this.#lasting.add(text);
    this.#renew();
  }

  /** Where the step has led to: what stands there as a value is known there from now on. */
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
