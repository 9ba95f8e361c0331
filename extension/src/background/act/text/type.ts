// type: clicks the field, selects its contents or puts the caret at their end, and enters the text.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { judgeEntered } from "@webserv/shared/model/text/entered-text.ts";
import { assertTakes } from "@webserv/shared/model/text/field-text.ts";

import type { Act } from "../context/act.ts";
import type { ActionContext, ActionResult } from "../context/action-context.ts";
import { called } from "../context/called.ts";
import { typeDrawn } from "./drawn.ts";
import { enterText, isKeyAhead } from "./enter-text.ts";
import { focusField, selectContents, shown, takeFieldFocus, whereThere } from "./field.ts";

export const type: Act<"type"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => `Type into ${called(id)}`,
};

async function run(action: ActionOf<"type">, context: ActionContext): Promise<ActionResult> {
  const { hands } = context;
  const { id } = action;
  const append = action.mode === "append";
  const text = action.text.replace(/\r\n?/g, "\n");
  const field = await focusField(id, context, ({ editing }) =>
    assertTakes({ id, editing, append }, action.text),
  );
  if (field.editing === "setter") {
    const { value: old, secret } = await context.page.frame("frame.value", { id });
    const whole = append ? old + text : text;
    const set = await context.page.send("frame.set-value", { id, value: whole });
    if (set === undefined) return { target: field.target };
    if (action.enter === true) await pressEnter(id, context);
    return { target: field.target, value: shown({ value: set.value, secret }) };
  }
  if (field.editing === "drawn") {
    return await typeDrawn({ id, text, append, enter: action.enter }, field, context);
  }
  const part = append ? "end" : "all";
  const { editing } = field;
  if (append && text === "") {
    const held = await selectContents(id, part, field, context);
    if (action.enter === true) await hands.press("Enter");
    return { target: field.target, value: shown(held) };
  }
  const { length: characters } = Array.from(text);
  const written = editing === "number" ? hands.spellNumber(text) : text;
  const entry = { id, text: written, field };
  const typing = { characters, ahead: isKeyAhead(entry, hands) };
  const before = await selectContents(id, part, field, context, typing);
  const entered = await enterText({ ...entry, room: before.room }, context);
  const outcome = judgeEntered({ id, text, append, editing, before, ...entered });
  const { after } = entered;
  // If the page was replaced, or the field removed, there is no use for the Enter key any more.
  if (action.enter === true && after !== undefined) {
    if (after.focus === "followed") await hands.press("Enter");
    else {
      await whereThere(context, () => context.page.frame("frame.taken-in", { id }));
      await pressEnter(id, context);
    }
  }
  return { target: field.target, ...outcome };
}

async function pressEnter(id: string, context: ActionContext): Promise<void> {
  // The page may have moved the focus on as it took the text.
  await takeFieldFocus(id, context);
  await context.hands.press("Enter");
}
