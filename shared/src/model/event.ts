// Describes events, as agents receive them: what happens to sessions, their dialogs and downloads, and browsers.
import * as z from "zod/mini";

import { answeredDialog, MAX_DIALOG_TEXT, openDialog } from "./page/dialog.ts";
import { download } from "./page/download.ts";
import { sessionId, sessionState } from "./session.ts";

/** The longest address in an event, in UTF-16 units; longer ones are cut. */
export const MAX_EVENT_URL = 2_000;
/** The longest file name or reason in an event; longer ones are cut. */
export const MAX_EVENT_NAME = 300;
/** The longest path that Windows allows. */
const MAX_PATH = 32_767;

const text = z.string().check(z.maxLength(MAX_DIALOG_TEXT));
const name = z.string().check(z.maxLength(MAX_EVENT_NAME));

export const eventDialog = z.extend(openDialog, {
  url: z.optional(z.string().check(z.maxLength(MAX_EVENT_URL))),
});
export const eventAnswer = z.extend(answeredDialog, { message: text, text: z.optional(text) });
export const eventDownload = z.extend(download, {
  name,
  path: z.optional(z.string().check(z.maxLength(MAX_PATH))),
  reason: z.optional(name),
});

/** The members of every event. */
const common = {
  /** Its place among all events of the daemon; grows. */
  number: z.int().check(z.nonnegative()),
  /** ISO 8601. */
  at: z.string(),
};
const browser = { browserId: z.string() };

export const sessionOpened = z.object({
  kind: z.literal("session.opened"),
  ...common,
  sessionId,
  ...browser,
  agent: z.string(),
});
/** The state changed: its browser is away or has come back, or the person pressed Stop. */
export const sessionChanged = z.object({
  kind: z.literal("session.changed"),
  ...common,
  sessionId,
  state: sessionState,
});
export const sessionClosed = z.object({
  kind: z.literal("session.closed"),
  ...common,
  sessionId,
  /** The same as in its trajectory, such as closed, expired, stopped or browser-gone. */
  reason: z.string(),
});
/** A dialog waits for an answer; one that the session's rule answers at once is only reported as closed. */
export const dialogOpened = z.object({
  kind: z.literal("dialog.opened"),
  ...common,
  sessionId,
  dialog: eventDialog,
});
export const dialogClosed = z.object({
  kind: z.literal("dialog.closed"),
  ...common,
  sessionId,
  /** Absent if nobody knows how it was answered, or it went with its tab. */
  dialog: z.optional(eventAnswer),
});
export const downloadBegun = z.object({
  kind: z.literal("download.begun"),
  ...common,
  sessionId,
  download: eventDownload,
});
/** The state of its download is complete or failed. */
export const downloadEnded = z.object({
  kind: z.literal("download.ended"),
  ...common,
  sessionId,
  download: eventDownload,
});
export const browserConnected = z.object({
  kind: z.literal("browser.connected"),
  ...common,
  ...browser,
  /** Name and version. */
  name: z.string(),
});
/** Its sessions are away until it comes back; events in them meanwhile are not reported. */
export const browserDisconnected = z.object({
  kind: z.literal("browser.disconnected"),
  ...common,
  ...browser,
});

const happenings = [
  sessionOpened,
  sessionChanged,
  sessionClosed,
  dialogOpened,
  dialogClosed,
  downloadBegun,
  downloadEnded,
  browserConnected,
  browserDisconnected,
] as const;
export const happening = z.discriminatedUnion("kind", happenings);
export type Happening = z.infer<typeof happening>;

/** Stands in place of events that are left out: the reader was too slow, or away for too long. */
export const missedEvents = z.object({
  kind: z.literal("missed"),
  ...common,
  /** Their number; null if nobody knows. */
  missed: z.nullable(z.int().check(z.positive())),
});
export type MissedEvents = z.infer<typeof missedEvents>;

export const event = z.discriminatedUnion("kind", [...happenings, missedEvents]);
export type Event = z.infer<typeof event>;

export const eventKind = z.enum([
  "session.opened",
  "session.changed",
  "session.closed",
  "dialog.opened",
  "dialog.closed",
  "download.begun",
  "download.ended",
  "browser.connected",
  "browser.disconnected",
] satisfies Happening["kind"][]);
export type EventKind = z.infer<typeof eventKind>;

/** A place among the events; those after it are still to be sent. */
export const eventPlace = z.strictObject({
  /** Names one daemon's count, which ends with the daemon. */
  journal: z.string().check(z.minLength(1), z.maxLength(64)),
  number: z.int().check(z.nonnegative()),
});
export type EventPlace = z.infer<typeof eventPlace>;
