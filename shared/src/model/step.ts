// Describes one action and its outcome.
import * as z from "zod/mini";

import { answeredDialog, openDialog } from "./page/dialog.ts";
import { download } from "./page/download.ts";
import { recordedAction } from "./recorded-action.ts";
import { observation } from "./page/observation.ts";
import { pageAsk } from "./page/page-ask.ts";
import { screenshot } from "./page/screenshot.ts";
import { MAX_PASSED, MAX_PASSED_TEXT, settleReport } from "./page/settle.ts";
import { scrolled, target } from "./page/target.ts";

/** The way the action reached the page. */
export const inputMode = z
  .enum(["trusted", "synthetic"])
  .check(z.describe("trusted: real input, as from a person; synthetic: events made by a script"));
export type InputMode = z.infer<typeof inputMode>;

/** Holds the changes outside the page's own content. An absent member means that nothing of the kind changed. */
export const effects = z.object({
  navigated: z.optional(z.object({ from: z.string(), to: z.string() })),
  /** The addresses of new tabs; empty for one that is gone again, as a tab is that only brought a file. */
  tabsOpened: z.optional(z.array(z.string())),
  /** Tabs that were open before, into which the action has loaded a page. */
  tabsLoaded: z.optional(z.array(z.object({ index: z.int(), url: z.string() }))),
  tabsClosed: z.optional(z.int()),
  /** Dialogs that the page opened, and how they were answered. */
  dialogs: z.optional(z.array(answeredDialog)),
  /** Dialogs answered beyond those that are listed. */
  dialogsUnlisted: z.optional(z.int()),
  /** The dialog that waits for an answer now, in the current tab. */
  dialog: z.optional(openDialog),
  /** Set if the server of the address that the action led to has sent no page, by the HTTP status 204 or 205. */
  pageless: z.optional(z.object({ url: z.string(), status: z.int() })),
  /** Windows that the page asked the browser to open over it. */
  asked: z.optional(z.array(pageAsk)),
  /** Downloads that began or ended since the last step. One that was in progress is reported again at its end. */
  downloads: z.optional(z.array(download)),
  /** Id of the element that has the keyboard's focus now, if that has changed; null if nothing has it any more. */
  focus: z.optional(z.nullable(z.string())),
  /** Set if the element that the action went to is no longer on the page. */
  gone: z.optional(z.literal(true)),
  /** The new scroll offset and its maximum, in px. */
  scrolled: z.optional(scrolled),
  /** The field's value after type, clear and select. */
  value: z.optional(z.string()),
  /**
   * Set if the field's value differs from what was typed, as with a mask or a largest length: the
   * differing parts of the wanted value and of the actual one.
   */
  difference: z.optional(z.object({ wanted: z.string(), got: z.string() })),
  /**
   * Set if the text was entered, once, and the page left the field empty, as scanners, codes and
   * consoles do. The observation shows what the page did with the text.
   */
  emptied: z.optional(z.literal(true)),
  /** Words that came and went again while the page was waited for, such as those of a toast. */
  passed: z.optional(
    z.array(z.string().check(z.maxLength(MAX_PASSED_TEXT))).check(z.maxLength(MAX_PASSED)),
  ),
});
export type Effects = z.infer<typeof effects>;

/** The parts of a step's time, in ms. */
export const stepTimes = z.object({
  /** The time for finding the element, bringing it into view, and testing what lies over it. */
  locateMs: z.number(),
  inputMs: z.number(),
  settleMs: z.number(),
  observeMs: z.number(),
  /** The whole time, as the extension saw it. */
  totalMs: z.number(),
});

export const stepError = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type StepError = z.infer<typeof stepError>;

export const stepStatus = z
  .enum(["done", "failed", "unknown"])
  .check(
    z.describe(
      "done: carried out; failed: nothing happened, see error; unknown: it may have happened, look at the observation",
    ),
  );
export type StepStatus = z.infer<typeof stepStatus>;

/** The extension's answer to an action. */
export const stepOutcome = z.object({
  actionId: z.string(),
  status: stepStatus,
  /** Entered text is kept by its length, unless the page's frame has said that it is no secret. */
  action: recordedAction,
  target: z.optional(target),
  input: inputMode,
  /** The reason why input was synthetic. */
  inputReason: z.optional(z.string()),
  effects,
  settle: z.nullable(settleReport),
  times: stepTimes,
  error: z.optional(stepError),
  /** The picture that the action took. */
  screenshot: z.optional(screenshot),
  /** Null if the page can't be read; `error` or the settle report then says why. */
  observation: z.nullable(observation),
});
export type StepOutcome = z.infer<typeof stepOutcome>;

/** The answer to the agent: the outcome, numbered within its session. */
export const step = z.object({
  ...stepOutcome.shape,
  sessionId: z.string(),
  /** The steps of a session are numbered from 1. */
  step: z.int(),
  /** The time from the daemon's receipt of the request to its answer, in ms. */
  roundTripMs: z.number(),
  /**
   * Set if the page is told later, and was read before: whether it reads otherwise than it did then. Marks of what is in
   * view do not count.
   */
  changed: z.optional(z.boolean()),
  /** Set if the step could not be written to the trajectory. */
  recordingError: z.optional(stepError),
});
export type Step = z.infer<typeof step>;
