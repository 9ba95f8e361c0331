// What an agent can ask for: the fourteen actions of the paper's section 3.2.2, and those that came since.
import * as z from "zod/mini";

/** The largest text one action may type, in UTF-16 units. */
export const MAX_TEXT = 100_000;

/** The longest semantic id, in UTF-16 units; each frame around an element adds a part of up to ~60. */
export const MAX_ID = 1000;

/** How long `wait` waits, in ms, and the longest it may be asked for. */
export const DEFAULT_WAIT_MS = 10_000;
export const MAX_WAIT_MS = 120_000;

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
const filePath = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4096),
    z.describe("Absolute path of a file on the daemon's machine, below the session's filesFrom"),
  );
const promptText = z
  .string()
  .check(
    z.maxLength(MAX_TEXT),
    z.describe("Text to enter in a prompt; what it offers if left out"),
  );
const dragPx = z.int().check(z.minimum(-10_000), z.maximum(10_000));
export const scrollDirection = z
  .enum(["up", "down", "left", "right"])
  .check(z.describe("Where to: what lies there comes into view"));
export const scrollDistance = z
  .union([z.enum(["page", "end"]), z.int().check(z.minimum(1), z.maximum(1_000_000))])
  .check(z.describe("How far: a page (default), to the end, or in px"));
const answer = z.string().check(z.maxLength(MAX_TEXT), z.describe("Answer to the task"));

/** What a mouse does to an element beside a plain click. */
export const pointerGesture = {
  button: z.optional(
    z.enum(["left", "right", "middle"]).check(z.describe("Button of the mouse; left if left out")),
  ),
  count: z.optional(
    z
      .int()
      .check(z.minimum(1), z.maximum(3), z.describe("Clicks in a row, such as 2 to double-click")),
  ),
  modifiers: z.optional(
    z
      .array(z.enum(["Alt", "Control", "Meta", "Shift"]))
      .check(z.minLength(1), z.maxLength(4), z.describe("Keys held meanwhile")),
  ),
  holdMs: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(10_000),
        z.describe("Time the button is held down: a long press"),
      ),
  ),
};

/** One schema an action; the CLI's and the tools' words come from the descriptions. */
export const actions = {
  click: z
    .strictObject({ type: z.literal("click"), id: semanticId, ...pointerGesture })
    .check(z.describe("Click an element")),
  check: z
    .strictObject({ type: z.literal("check"), id: semanticId })
    .check(
      z.describe("Check a checkbox or radio button, or turn a switch on, where it is not so yet"),
    ),
  uncheck: z
    .strictObject({ type: z.literal("uncheck"), id: semanticId })
    .check(z.describe("Uncheck a checkbox, or turn a switch off, where it is not so yet")),
  drag: z
    .strictObject({
      type: z.literal("drag"),
      id: semanticId,
      to: z.optional(semanticId),
      by: z.optional(
        z
          .strictObject({ x: dragPx, y: dragPx })
          .check(z.describe("How far, in px, in place of an element to drag to")),
      ),
      position: z.optional(
        z
          .enum(["before", "on", "after"])
          .check(
            z.describe(
              "Where at the other element: on it (default), or at its nearer or farther edge",
            ),
          ),
      ),
    })
    .check(
      z.describe("Drag an element to another one, or by a distance"),
      z.refine(({ to, by }) => (to === undefined) !== (by === undefined), {
        error: "name either the element to drag to, or by how far",
        path: ["to"],
      }),
    ),
  scroll: z
    .strictObject({
      type: z.literal("scroll"),
      direction: scrollDirection,
      id: z.optional(semanticId),
      by: z.optional(scrollDistance),
    })
    .check(z.describe("Scroll what an element stands in, or the page")),
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
  upload: z
    .strictObject({
      type: z.literal("upload"),
      id: semanticId,
      files: z.array(filePath).check(z.minLength(1), z.maxLength(20)),
    })
    .check(
      z.describe(
        "Give files to a field for files, to what opens its chooser, or to a place to drop them",
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
  wait: z
    .strictObject({
      type: z.literal("wait"),
      text: z.optional(
        z
          .string()
          .check(z.minLength(1), z.maxLength(1000), z.describe("Until a person can read this")),
      ),
      id: z.optional(semanticId.check(z.describe("Until this element shows"))),
      gone: z.optional(semanticId.check(z.describe("Until this element shows no more"))),
      ms: z.optional(
        z
          .int()
          .check(
            z.minimum(1),
            z.maximum(MAX_WAIT_MS),
            z.describe(
              `At most so long, in ms (${DEFAULT_WAIT_MS}); just so long if nothing else is given`,
            ),
          ),
      ),
    })
    .check(
      z.describe("Wait for a text, for an element to come or to go, or for some time"),
      z.refine(
        ({ text, id, gone, ms }) =>
          [text, id, gone].filter((each) => each !== undefined).length === 1 ||
          (ms !== undefined && [text, id, gone].every((each) => each === undefined)),
        "Give one of text, id and gone, or ms alone.",
      ),
    ),
  expand: z
    .strictObject({
      type: z.literal("expand"),
      id: z
        .string()
        .check(
          z.minLength(1),
          z.maxLength(MAX_ID),
          z.describe("Id of what was left out, or of an element"),
        ),
    })
    .check(z.describe("Show what the observation left out, or one part of the page alone")),
  screenshot: z
    .strictObject({
      type: z.literal("screenshot"),
      id: z.optional(semanticId.check(z.describe("Only this element, in view or not"))),
      fullPage: z.optional(
        z.boolean().check(z.describe("The whole page, not only what is in view")),
      ),
      marks: z.optional(
        z.boolean().check(z.describe("Mark every element that has an id and shows")),
      ),
    })
    .check(
      z.describe("Take a picture of the page, to see with the observation"),
      z.refine(
        ({ id, fullPage }) => id === undefined || fullPage !== true,
        "Give id or fullPage, not both.",
      ),
    ),
  dialog: z
    .strictObject({
      type: z.literal("dialog"),
      accept: z.boolean().check(z.describe("Press OK (true) or Cancel (false)")),
      text: z.optional(promptText),
    })
    .check(z.describe("Answer the dialog that waits in the current tab")),
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
  actions.check,
  actions.uncheck,
  actions.drag,
  actions.scroll,
  actions.hover,
  actions.press,
  actions.type,
  actions.clear,
  actions.select,
]);
export type PageAction = z.infer<typeof pageAction>;

export const action = z.discriminatedUnion("type", [
  pageAction,
  actions.upload,
  actions.goto,
  actions.back,
  actions.forward,
  actions.refresh,
  actions.new_tab,
  actions.switch_tab,
  actions.close_tab,
  actions.wait,
  actions.expand,
  actions.screenshot,
  actions.dialog,
  actions.terminate,
]);

/** Compile-time proof that the union and the table name the same actions. */
type SameActions = ActionType extends z.infer<typeof action>["type"] ? true : never;
export const actionTypes: SameActions extends true ? readonly ActionType[] : never = Object.keys(
  actions,
).filter((name): name is ActionType => name in actions);
