// Describes an observation, which shows an agent a page: the paper's five parts (section 3.2.1), and a list of
// omissions.
import * as z from "zod/mini";

import { dialogKind, openDialog } from "./dialog.ts";
import { unseenTexts } from "./unseen-text.ts";

/** The largest `html` of an observation, in UTF-16 units; the rest is elided, which is said. */
export const MAX_HTML = 4_000_000;

/**
 * Tokens of `html` by default. Ordinary pages of applications fit in whole; fifteen steps of the
 * largest stay within the 128,000 tokens that a model of today reads with full attention.
 */
export const DEFAULT_MAX_TOKENS = 8000;

/** The fewest tokens that a reading can be limited to. */
export const LEAST_TOKENS = 200;

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
        z.minimum(LEAST_TOKENS),
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
      .check(z.describe("Only what has changed since the last observation, if that is shorter")),
  ),
  cues: z.optional(onOrOff.check(z.describe("Marks on what can be clicked and hovered (on)"))),
  layout: z.optional(
    onOrOff.check(z.describe("Scrolling, grids, what is in view and what covers what (on)")),
  ),
  addresses: z.optional(onOrOff.check(z.describe("Where links lead to (on)"))),
  explain: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          "Say what speaks for each element being there to be acted on, and why a text is left out as unseen",
        ),
      ),
  ),
});
export type ObserveOptions = z.infer<typeof observeOptions>;

/** The options of an observation after an action. */
export const observeAfter = z.extend(observeOptions, {
  later: z.optional(
    z
      .boolean()
      .check(z.describe("Nothing of the page yet: the next diff is of the one told before")),
  ),
});
export type ObserveAfter = z.infer<typeof observeAfter>;

export const optionState = z.object({
  id: z.string(),
  value: z.string(),
  text: z.string(),
  selected: z.boolean(),
  disabled: z.optional(z.boolean()),
  /** The label of the group it stands in. */
  group: z.optional(z.string()),
});
export type OptionState = z.infer<typeof optionState>;

export const inputState = z.object({
  id: z.string(),
  /** The input's type, or `textarea`, or `contenteditable`, or the ARIA role of a custom field. */
  type: z.string(),
  /** Current value; `•` per character of a password, the names of chosen files. */
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
  /** Selected range in UTF-16 units, if the field exposes it and something is selected or focused. */
  selection: z.optional(z.object({ start: z.int(), end: z.int() })),
  required: z.optional(z.boolean()),
  /** The browser's or the page's message, if the value is not valid. */
  invalid: z.optional(z.string()),
  /** The form in which a value must be written, such as `YYYY-MM-DD`. */
  format: z.optional(z.string()),
  /** A regular expression that the whole value must match. */
  pattern: z.optional(z.string()),
  minLength: z.optional(z.int()),
  maxLength: z.optional(z.int()),
  /** The field's purpose, by the names of HTML's autofill, such as `street-address`. */
  autocomplete: z.optional(z.string()),
  /** True if more than one file or address may be given, or more than one option chosen. */
  multiple: z.optional(z.boolean()),
  /** The kinds of files accepted, such as `image/*,.pdf`. */
  accept: z.optional(z.string()),
  files: z.optional(z.array(z.string())),
  /** The group of radio buttons: their shared name, or their group's label. */
  group: z.optional(z.string()),
  /** True if its list of options is open. */
  expanded: z.optional(z.boolean()),
  /** The id of the option that the keyboard stands on. */
  active: z.optional(z.string()),
  /** Visible options of a custom combobox or listbox, to be clicked by their ids. */
  options: z.optional(z.array(optionState)),
  /** Values that the browser offers; others can be typed. */
  suggestions: z.optional(z.array(z.string())),
  /** What the browser shows beside each of them, if that is not always the value. */
  suggestionLabels: z.optional(z.array(z.string())),
});
export type InputState = z.infer<typeof inputState>;

export const selectState = z.object({
  id: z.string(),
  value: z.string(),
  /** -1 if nothing is selected. */
  selectedIndex: z.int(),
  multiple: z.boolean(),
  options: z.array(optionState),
});
export type SelectState = z.infer<typeof selectState>;

/** Something that a person might see and the observation does not hold. */
export const omission = z.object({
  what: z.enum(["frame", "text", "options", "page", "budget"]),
  /** Semantic id or address of what was left out; empty if it has none. */
  where: z.string(),
  why: z.string(),
});
export type Omission = z.infer<typeof omission>;

/** The evidence for and against an element being something to act on. */
export const explanation = z.object({
  /** Empty if it has none: nothing can be done with it. */
  id: z.string(),
  tag: z.string(),
  /** The signs found, such as `tag`, `role`, `listener`, `react`, `pointer`, `focusable`. */
  evidence: z.array(z.string()),
  disabled: z.optional(z.boolean()),
  /** The reason why it can't be clicked. */
  not: z.optional(z.string()),
});
export type Explanation = z.infer<typeof explanation>;

/** The reading of one frame's content script; an observation is made of these. */
export const frameReading = z.object({
  url: z.string(),
  title: z.string(),
  html: z.string().check(z.maxLength(MAX_HTML + 10_000)),
  /** Estimated tokens of `html`, as o200k counts them. */
  tokens: z.int(),
  /** Ids in reading order. */
  clickable: z.array(z.string()),
  hoverable: z.array(z.string()),
  inputs: z.array(inputState),
  selects: z.array(selectState),
  /** Ids of parts that were left out to keep to the budget, for `expand`. */
  expandable: z.array(z.string()),
  omitted: z.array(omission),
  /** The id of this reading. */
  reading: z.optional(z.string()),
  /**
   * The id of an earlier reading of the same document all of which this one shows again, as far as
   * it is still there.
   */
  again: z.optional(z.string()),
  /** Set if an explanation was asked for; in reading order, those without an id last. */
  explained: z.optional(z.array(explanation)),
  /** Set if an explanation was asked for: texts that the page holds and nobody sees. */
  unseen: z.optional(unseenTexts),
});
export type FrameReading = z.infer<typeof frameReading>;

/** Is all that a reading says beside the address and the title if nothing is told of its document. */
export const NOTHING_READ: Omit<FrameReading, "url" | "title"> = {
  html: "",
  tokens: 0,
  clickable: [],
  hoverable: [],
  inputs: [],
  selects: [],
  expandable: [],
  omitted: [],
};

export const tab = z.object({
  index: z.int(),
  url: z.string(),
  title: z.string(),
  active: z.boolean(),
  /** Index of the tab that opened it, if that is one of the session's and still there. */
  opener: z.optional(z.int()),
  /** A dialog of this kind waits for an answer there. */
  dialog: z.optional(dialogKind),
});
export type Tab = z.infer<typeof tab>;

export const observation = z.object({
  ...frameReading.shape,
  tabs: z.array(tab),
  form: observationForm,
  /** If `html` is a diff, the time when the observation it is compared with was read; see `diff`. */
  since: z.optional(z.string()),
  /**
   * If `html` has marks such as `<!--unchanged-->` in place of what was told before, the time when the observation that
   * shows it was read; see `diff`.
   */
  unchangedSince: z.optional(z.string()),
  /**
   * A dialog that waits for an answer, by the action dialog. Until then the page can't be read:
   * `html` says so alone.
   */
  dialog: z.optional(openDialog),
  /** The time when the page was read, in ISO 8601. */
  at: z.string(),
});
export type Observation = z.infer<typeof observation>;
