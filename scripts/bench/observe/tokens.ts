// Counts tokens as the models of the o200k family do.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Counts text that looks like one of the model's control tokens as ordinary text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
