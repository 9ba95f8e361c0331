// Lists the actions that an agent can ask for: the fourteen of the paper's section 3.2.2, and those that came since.
import * as z from "zod/mini";

import type { ElementWords } from "./actions/action-spec.ts";
import { entering } from "./actions/entering.ts";
import { going } from "./actions/going.ts";
import { looking } from "./actions/looking.ts";
import { pointing } from "./actions/pointing.ts";

/** Declares each action as one object; the extension's `background/act/acts.ts` carries them out. */
export const actions = { ...pointing, ...entering, ...going, ...looking } as const;

export type ActionType = keyof typeof actions;
/** An action of one type, or of any of several, as an agent asks for it. */
export type AskedOf<T extends ActionType> = {
  [A in T]: z.infer<(typeof actions)[A]["schema"]>;
}[T];
export type Asked = AskedOf<ActionType>;

/** The same as it is carried out: what was named by words has its id. Only `wait` names what is yet to come. */
export type ActionOf<T extends ActionType> = {
  [A in T]: A extends "wait" ? AskedOf<A> : WithIds<AskedOf<A>>;
}[T];
export type Action = ActionOf<ActionType>;

type WithIds<A> = { [K in keyof A]: Exclude<A[K], ElementWords> };

const { click, ...others } = actions;

export const action = z.discriminatedUnion("type", [
  click.schema,
  ...Object.values(others).map(({ schema }) => schema),
]);

export const actionTypes: readonly ActionType[] = Object.keys(actions).filter(
  (name): name is ActionType => name in actions,
);
