// upload: clicks an element that opens a file chooser, and gives the files to the chooser, which stays hidden;
// drops the files on any other element.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";

import type { HeldFiles, PickerWays } from "../input/hands.ts";
import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const upload: Act<"upload"> = {
  run,
  needs: "page",
  words: ({ id, files }) =>
    `Give ${files.length === 1 ? "a file" : `${files.length} files`} to ${called(id)}`,
};

async function run(
  { id, files }: ActionOf<"upload">,
  context: ActionContext,
): Promise<ActionResult> {
  const { hands } = context;
  const names = files.map((file) => file.split(/[\\/]/).at(-1) ?? file).join(", ");
  const held = await hands.holdFiles(files);
  const { chooser, field } = await context.page.frame("frame.drop-zone", { id });
  const isGiven = hands.opensChoosers ? chooser : field;
  if (!isGiven) {
    const target = await drop(id, held, context);
    if (target !== null) return { target, value: names };
  }
  const target = await held.giveBy(id, {
    beforeInput: () => context.beforeInput(),
    async press() {
      const { target, x, y } = await context.point(id, "click", (at) => hands.pressButton(at));
      return { target, at: { x, y } };
    },
    picker: pickerOf(id, context),
  });
  return { ...(target === undefined ? {} : { target }), value: names };
}

function pickerOf(id: string, { page }: ActionContext): PickerWays {
  return {
    // A page that a click replaces asks for nothing any more.
    wish: () =>
      page.frame("frame.await-picker", { id }).then(
        ({ wish }) => wish,
        () => null,
      ),
    state: (how = {}) => page.frame("frame.picked", { id, ...how }),
    async end() {
      await page.frame("frame.picked", { id, end: true }).catch(() => {});
    },
  };
}

/** Drops the files on the element; returns null if the page accepts no drop there. */
async function drop(id: string, held: HeldFiles, context: ActionContext): Promise<Target | null> {
  const { page } = context;
  const at = await page.locate(id, "hover");
  await context.beforeInput();
  const isAccepted = async (): Promise<boolean> =>
    (await page.frame("frame.dropped", { id })).accepted;
  const given = await held.dropAt({ id, x: at.x, y: at.y }, isAccepted);
  const asked = page.frame("frame.dropped", { id, end: true });
  // A page that navigated away because of the files can't be asked any more.
  const { dropped } = await asked.catch(() => ({ dropped: given }));
  return dropped ? at.target : null;
}
