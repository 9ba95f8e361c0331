// terminate: does nothing here, since the daemon records the end of a task; the page is only read once more.
import type { Act } from "./context/act.ts";

export const terminate: Act<"terminate"> = {
  run: () => Promise.resolve({}),
  needs: "nothing",
  words: () => "End the task",
};
