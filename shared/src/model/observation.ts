// What an agent is shown of a page: the paper's five parts (section 3.2.1), and what was left out.
import * as z from "zod/mini";

/** The largest `html` of an observation, in UTF-16 units; what is beyond is elided, and said. */
export const MAX_HTML = 4_000_000;

/**
 * Tokens of `html` where nothing else is asked for. Ordinary pages of applications fit in whole; fifteen steps of
 * the largest stay within the 128,000 tokens that a model of today reads with full attention.
 */
export const DEFAULT_MAX_TOKENS = 8000;

export const observationForm = z
  .enum(["html", "paper", "outline"])
  .check(
    z.describe(
      "html: short attributes, ids as id=… (default); paper: data-semantic-id and data-clickable; outline: a line for each thing",
    ),
  );
export type ObservationForm = z.infer<typeof observationForm>;

const onOrOff = z.enum(["on", "off"]);

export const observeOptions = z.strictObject({
  form: z.optional(observationForm),
  maxTokens: z.optional(
    z
      .int()
      .check(
        z.minimum(200),
        z.maximum(1_000_000),
        z.describe(
          `Tokens the page may take, about; what matters least is left out, and said (${DEFAULT_MAX_TOKENS})`,
        ),
      ),
  ),
  expand: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(1000),
        z.describe("Id of what was left out, or of an element: read that part alone"),
      ),
  ),
  diff: z.optional(
    z
      .boolean()
      .check(z.describe("Only what has changed since the last observation, where that is shorter")),
  ),
  cues: z.optional(onOrOff.check(z.describe("Marks on what can be clicked and hovered (on)"))),
  layout: z.optional(
    onOrOff.check(z.describe("Scrolling, grids, what is in view and what covers what (on)")),
  ),
});
export type ObserveOptions = z.infer<typeof observeOptions>;

export const inputState = z.object({
  id: z.string(),
  /** The input's type, or `textarea`, or `contenteditable`. */
  type: z.string(),
  /** Current value; `•` per character in a password field. */
  value: z.string(),
  /** False for read-only and disabled fields. */
  editable: z.boolean(),
  focused: z.boolean(),
  checked: z.optional(z.boolean()),
  indeterminate: z.optional(z.boolean()),
  /** Present for number and range fields that hold a number. */
  number: z.optional(z.number()),
  min: z.optional(z.string()),
  max: z.optional(z.string()),
  step: z.optional(z.string()),
  /** Selected range in UTF-16 units, where the field tells and something is selected or focused. */
  selection: z.optional(z.object({ start: z.int(), end: z.int() })),
  required: z.optional(z.boolean()),
  /** The browser's validation message, where the value is not valid. */
  invalid: z.optional(z.string()),
});
export type InputState = z.infer<typeof inputState>;

export const optionState = z.object({
  id: z.string(),
  value: z.string(),
  text: z.string(),
  selected: z.boolean(),
  disabled: z.optional(z.boolean()),
});

export const selectState = z.object({
  id: z.string(),
  value: z.string(),
  /** -1 where nothing is selected. */
  selectedIndex: z.int(),
  multiple: z.boolean(),
  options: z.array(optionState),
});
export type SelectState = z.infer<typeof selectState>;

/** Something a person might see that the observation does not hold. */
export const omission = z.object({
  what: z.enum(["frame", "text", "options", "page", "budget"]),
  /** Semantic id or address of what was left out; empty where it has none. */
  where: z.string(),
  why: z.string(),
});
export type Omission = z.infer<typeof omission>;

/** What one frame's content script reads; the observation is made of these. */
export const frameReading = z.object({
  url: z.string(),
  title: z.string(),
  html: z.string().check(z.maxLength(MAX_HTML + 10_000)),
  /** Of `html`, about, as o200k counts them. */
  tokens: z.int(),
  /** Ids in reading order. */
  clickable: z.array(z.string()),
  hoverable: z.array(z.string()),
  inputs: z.array(inputState),
  selects: z.array(selectState),
  /** Ids of what was left out to keep to the budget, for `expand`. */
  expandable: z.array(z.string()),
  omitted: z.array(omission),
});
export type FrameReading = z.infer<typeof frameReading>;

export const tab = z.object({
  index: z.int(),
  url: z.string(),
  title: z.string(),
  active: z.boolean(),
});
export type Tab = z.infer<typeof tab>;

export const observation = z.object({
  ...frameReading.shape,
  tabs: z.array(tab),
  form: observationForm,
  /** Of the observation that `html` tells the changes since, where it does; see `diff`. */
  since: z.optional(z.string()),
  /** When the page was read, ISO 8601. */
  at: z.string(),
});
export type Observation = z.infer<typeof observation>;
