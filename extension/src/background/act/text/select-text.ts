// select_text: selects words as a person does, by dragging the mouse over them, or by Shift and an arrow key.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { HeldDrag } from "../../input/hands.ts";
import type { Act } from "../context/act.ts";
import type { ActionContext, ActionResult, Words } from "../context/action-context.ts";
import { called } from "../context/called.ts";

export const selectText: Act<"select_text"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => (id === undefined ? "Select text" : `Select text in ${called(id)}`),
};

async function run(
  { id, text, occurrence }: ActionOf<"select_text">,
  context: ActionContext,
): Promise<ActionResult> {
  if (id === undefined)
    throw new WebservError("internal", "nothing was found that holds the words");
  const words = { id, text, occurrence };
  // The words are looked for before anything is done to the page.
  const { target } = await context.page.locate(id, "hover");
  const found = await context.page.words(words);
  await context.beforeInput();
  // The focus comes by a script: a click would be one on whatever stands around the field, too.
  if (found.field) await context.page.focusField(id);
  else if (await isDragged(words, context)) return { target };
  return await byKey(words, target, context);
}

/** Drags the mouse over the words. @returns whether they are selected then */
async function isDragged(words: Words, context: ActionContext): Promise<boolean> {
  const { hands, page } = context;
  const located = await page.locate(words.id, "hover");
  const { mouse } = await page.words({ ...words, aim: true });
  if (mouse === null) return false;
  let held: HeldDrag | undefined;
  try {
    await context.point(
      words.id,
      "hover",
      async (at) => {
        held = await hands.beginDrag(at);
        return true;
      },
      {
        located: { ...located, ...mouse.from },
        release: async () => {
          await held?.end();
          held = undefined;
        },
      },
    );
    await held?.start(false);
    await held?.move(mouse.to);
    // Events of a script select nothing by themselves.
    if (hands.kind === "synthetic") await page.frame("frame.select-words", words);
    await held?.drop();
  } finally {
    void held?.end();
  }
  return (await page.words(words)).selected;
}

/** Selects all but the last character by script, and that by a key, if keys go to where the words stand; else all. */
async function byKey(
  words: Words,
  target: Target,
  { hands, page }: ActionContext,
): Promise<ActionResult> {
  if (hands.kind === "trusted") {
    const { keys } = await page.frame("frame.select-words", { ...words, butLast: true });
    if (keys) {
      await hands.press("Shift+ArrowRight");
      if ((await page.words(words)).selected) return { target };
    }
  }
  await page.frame("frame.select-words", words);
  if ((await page.words(words)).selected) return { target };
  throw new WebservError(
    "not-selectable",
    `the words in "${words.id}" were selected, and the page selected something else at once`,
    { details: { id: words.id } },
  );
}
