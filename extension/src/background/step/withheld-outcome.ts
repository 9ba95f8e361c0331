// Removes the entered text from a step's outcome, unless a frame has said that it is no secret.
import type { Asked } from "@webserv/shared/model/action.ts";
import { maskedError } from "@webserv/shared/model/masked-error.ts";
import { enteredTexts, toldAction, withheldAction } from "@webserv/shared/model/recorded-action.ts";
import { SecretWords } from "@webserv/shared/model/text/secret-words.ts";
import type { Effects, StepOutcome } from "@webserv/shared/model/step.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";

export type OpenOutcome = Omit<StepOutcome, "action">;

/** Adds the action to the outcome. @param why has the meaning of `EntryVerdict.withheld` */
export function withAction(
  outcome: OpenOutcome,
  action: Asked,
  why: "secret" | "unsure" | undefined,
): StepOutcome {
  const entered = enteredTexts(action);
  if (why === undefined || entered.length === 0) return { ...outcome, action: toldAction(action) };
  const { effects, error } = outcome;
  return {
    ...outcome,
    action: withheldAction(action, why),
    effects: withheldEffects(effects),
    ...(error === undefined ? {} : { error: maskedError(error, new SecretWords(entered)) }),
  };
}

/** Masks values in effects whole, since the page may hold the text in another form than it was entered in. */
function withheldEffects({ value, difference, ...rest }: Effects): Effects {
  return {
    ...rest,
    ...(value === undefined ? {} : { value: dots(value) }),
    ...(difference === undefined
      ? {}
      : { difference: { wanted: dots(difference.wanted), got: dots(difference.got) } }),
  };
}
