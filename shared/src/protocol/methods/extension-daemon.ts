// Declares what the extension calls on the daemon, over native messaging.
import * as z from "zod/mini";

import { actions } from "../../model/action.ts";
import { browserKind } from "../../model/browser.ts";
import { eventAnswer, eventDialog, eventDownload } from "../../model/event.ts";
import { givenFiles } from "../../model/page/given-files.ts";
import { tab } from "../../model/page/observation.ts";
import { pdfBytes, pdfText } from "../../model/page/pdf-text.ts";
import { sessionId } from "../../model/session.ts";
import { browserId, nothing, shortText, version } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const extensionDaemonMethods = {
  "link.hello": {
    link: "extension-daemon",
    summary: "Agree on the protocol's version and say which browser this is",
    params: z.strictObject({
      protocol: version,
      extensionVersion: shortText,
      /** The profile keeps it: the same browser has the same id after a restart. */
      browserId,
      /** Name and version of the browser. */
      browser: shortText,
      /** It is new each time the service worker starts. */
      workerId: shortText,
      /** Sessions that the worker still holds tabs for. */
      sessions: z.array(sessionId),
    }),
    result: z.object({
      protocol: version,
      daemonVersion: z.string(),
      pid: z.int(),
      kind: browserKind,
    }),
  },
  "link.beat": {
    link: "extension-daemon",
    summary: "Show that both ends are alive",
    params: nothing,
    result: z.object({}),
  },
  "lease.halted": {
    link: "extension-daemon",
    summary: "Tell that the person stopped a session",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "lease.allowed": {
    link: "extension-daemon",
    summary: "Tell that agents may begin again, though the person stopped one a moment ago",
    params: nothing,
    result: z.object({}),
  },
  "lease.files": {
    link: "extension-daemon",
    summary: "Ask for the contents of files that the session may upload, for synthetic input",
    params: z.strictObject({ sessionId, files: actions.upload.schema.shape.files }),
    result: z.object({ files: givenFiles }),
  },
  "lease.read-pdf": {
    link: "extension-daemon",
    summary: "Ask for the words of a PDF that a session's tab shows",
    params: z.strictObject({ base64: pdfBytes }),
    result: pdfText,
  },
  "lease.changed": {
    link: "extension-daemon",
    summary: "Tell that a session's tabs changed other than by an action",
    params: z.strictObject({ sessionId, tabs: z.array(tab) }),
    result: z.object({}),
  },
  "lease.dialog": {
    link: "extension-daemon",
    summary: "Tell that a dialog waits in a session's tab, or does not any more",
    params: z.strictObject({
      sessionId,
      /** It is absent if the dialog is closed. */
      opened: z.optional(eventDialog),
      /** The answer it was given, if that is known. */
      answered: z.optional(eventAnswer),
    }),
    result: z.object({}),
  },
  "lease.download": {
    link: "extension-daemon",
    summary: "Tell that a download of a session has begun, or has ended",
    params: z.strictObject({
      sessionId,
      change: z.enum(["begun", "ended"]),
      download: eventDownload,
    }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
