// What an agent can ask for: the fourteen actions of the paper's section 3.2.2.
import * as z from "zod/mini";

/** The largest text one action may type, in UTF-16 units. */
export const MAX_TEXT = 100_000;

/** The longest semantic id, in UTF-16 units; each frame around an element adds a part of up to ~60. */
export const MAX_ID = 1000;

export const semanticId = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_ID), z.describe("Semantic id from the last observation"));
export const url = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(8192),
    z.describe("Address; without a scheme, http:// is meant"),
  );
const key = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("Key by its DOM name, with modifiers: Enter, Escape, ArrowDown, Control+A"),
  );
const text = z.string().check(z.maxLength(MAX_TEXT), z.describe("Text to enter"));
const option = z
  .string()
  .check(z.minLength(1), z.maxLength(1000), z.describe("Option by its id, value or text"));
const tabIndex = z
  .int()
  .check(z.nonnegative(), z.maximum(999), z.describe("Index of the tab, from 0"));
const answer = z.string().check(z.maxLength(MAX_TEXT), z.describe("Answer to the task"));

/** One schema an action; the CLI's and the tools' words come from the descriptions. */
export const actions = {
  click: z
    .strictObject({ type: z.literal("click"), id: semanticId })
    .check(z.describe("Click an element")),
  hover: z
    .strictObject({ type: z.literal("hover"), id: semanticId })
    .check(z.describe("Move the pointer over an element and leave it there")),
  press: z
    .strictObject({ type: z.literal("press"), key, id: z.optional(semanticId) })
    .check(z.describe("Press a key, on an element if one is named")),
  type: z
    .strictObject({
      type: z.literal("type"),
      id: semanticId,
      text,
      mode: z.optional(
        z
          .enum(["replace", "append"])
          .check(z.describe("Replace what stands there (default) or append to it")),
      ),
      enter: z.optional(z.boolean().check(z.describe("Press Enter afterwards"))),
    })
    .check(z.describe("Enter text into a field")),
  clear: z
    .strictObject({ type: z.literal("clear"), id: semanticId })
    .check(z.describe("Empty a field")),
  select: z
    .strictObject({
      type: z.literal("select"),
      id: semanticId,
      options: z.array(option).check(z.minLength(1), z.maxLength(100)),
    })
    .check(
      z.describe(
        "Choose from a select, a listbox or a menu; several options where it takes several",
      ),
    ),
  goto: z.strictObject({ type: z.literal("goto"), url }).check(z.describe("Load an address")),
  back: z.strictObject({ type: z.literal("back") }).check(z.describe("Go back one page")),
  forward: z.strictObject({ type: z.literal("forward") }).check(z.describe("Go forward one page")),
  refresh: z.strictObject({ type: z.literal("refresh") }).check(z.describe("Reload the page")),
  new_tab: z
    .strictObject({ type: z.literal("new_tab"), url: z.optional(url) })
    .check(z.describe("Open a new tab and switch to it")),
  switch_tab: z
    .strictObject({ type: z.literal("switch_tab"), index: tabIndex })
    .check(z.describe("Switch to another tab of the session")),
  close_tab: z
    .strictObject({ type: z.literal("close_tab"), index: z.optional(tabIndex) })
    .check(z.describe("Close a tab, the current one if none is named")),
  terminate: z
    .strictObject({ type: z.literal("terminate"), answer: z.optional(answer) })
    .check(z.describe("End the task, with an answer if it asks for one")),
} as const;

export type ActionType = keyof typeof actions;
/** Of one type, or of several. */
export type ActionOf<T extends ActionType> = { [A in T]: z.infer<(typeof actions)[A]> }[T];
export type Action = ActionOf<ActionType>;

/** What is done within a page, so that a script in it could do it. */
export const pageAction = z.discriminatedUnion("type", [
  actions.click,
  actions.hover,
  actions.press,
  actions.type,
  actions.clear,
  actions.select,
]);
export type PageAction = z.infer<typeof pageAction>;

export const action = z.discriminatedUnion("type", [
  pageAction,
  actions.goto,
  actions.back,
  actions.forward,
  actions.refresh,
  actions.new_tab,
  actions.switch_tab,
  actions.close_tab,
  actions.terminate,
]);

/** Compile-time proof that the union and the table name the same actions. */
type SameActions = ActionType extends z.infer<typeof action>["type"] ? true : never;
export const actionTypes: SameActions extends true ? readonly ActionType[] : never = Object.keys(
  actions,
).filter((name): name is ActionType => name in actions);
