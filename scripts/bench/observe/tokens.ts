// Counts tokens as the models of the o200k family do.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Text that looks like one of the model's control tokens is counted as the text it is. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
