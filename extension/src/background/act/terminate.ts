// terminate: the end of a task is the daemon's to record; the page is only read once more.
import type { Act } from "./context/act.ts";

export const terminate: Act<"terminate"> = {
  run: () => Promise.resolve({}),
  needs: "nothing",
  words: () => "End the task",
};
