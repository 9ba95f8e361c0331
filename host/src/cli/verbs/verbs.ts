// Names the verbs of a task in a shell: one word each for opening, reading, acting and closing.
import type { ActionType } from "@webserv/shared/model/action.ts";
import { actions, actionTypes } from "@webserv/shared/model/action.ts";

import { descriptionOf } from "../commands/schema-fields.ts";

/** The verbs that are no actions. */
export type SessionVerb = "open" | "look" | "fill" | "shot" | "close";

export type Verb =
  | { readonly verb: SessionVerb; readonly summary: string; readonly type?: undefined }
  | {
      readonly verb: string;
      readonly summary: string;
      readonly type: ActionType;
      /** The action's own name, by which errors speak of it; absent if the verb is that name. */
      readonly alias?: string;
    };

/** The verbs in the order of a task. */
export const verbs: readonly Verb[] = [
  { verb: "open", summary: "Open a page in a session of this shell's own; starts what is missing" },
  { verb: "look", summary: "Read the whole page" },
  ...actionTypes.flatMap((type): readonly Verb[] => {
    const { verb, schema } = actions[type];
    if (typeof verb !== "string") return [];
    const name = type.replaceAll("_", "-");
    const alias = name === verb ? {} : { alias: name };
    return [{ verb, summary: descriptionOf(schema), type, ...alias }];
  }),
  { verb: "fill", summary: "Fill in several fields of the page, one after another" },
  { verb: "shot", summary: "Take a picture of the page" },
  { verb: "close", summary: "Close this shell's session" },
];
