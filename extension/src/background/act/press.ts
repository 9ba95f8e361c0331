// press: presses a key or a chord on an element if the action names one, else where the focus is.
import type { ActionOf, AskedOf } from "@webserv/shared/model/action.ts";
import { enteredTexts } from "@webserv/shared/model/recorded-action.ts";

import { planChord } from "../input/key-plan.ts";
import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";
import { takeFocus } from "./text/field.ts";

export const press: Act<"press"> = {
  run,
  needs: "page",
  opensBehind: ({ key }) => /^(?:Control|Meta|Ctrl|Cmd)\+.*Enter$/i.test(key),
  words: pressWords,
};

async function run(action: ActionOf<"press">, context: ActionContext): Promise<ActionResult> {
  // This throws for an unknown key before the focus of the page changes.
  await judged(action, context, () => planChord(action.key, { mac: false }));
  await context.beforeInput();
  const target = action.id === undefined ? undefined : await takeFocus(action.id, context);
  await context.press(action.key, action.holdMs);
  return target === undefined ? {} : { target };
}

/** Has the page say first whether a key that is none may be told: it may be a whole text that was meant for a secret. */
async function judged(
  { id }: ActionOf<"press">,
  { page }: ActionContext,
  plan: () => unknown,
): Promise<void> {
  try {
    plan();
  } catch (error) {
    await page.judgeFocus(id).catch(() => {});
    throw error;
  }
}

function pressWords(action: AskedOf<"press">): string {
  const { key, id } = action;
  const what = enteredTexts(action).length > 0 ? "a key" : key;
  return id === undefined ? `Press ${what}` : `Press ${what} on ${called(id)}`;
}
