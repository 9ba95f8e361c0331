// Declares how the worker gives files to a page: by a drop, a picker, or a field.
import * as z from "zod/mini";

import { givenFiles } from "../../model/page/given-files.ts";
import { target } from "../../model/page/target.ts";
import { point } from "./frame-pointing.ts";
import { elementId } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const frameFilesMethods = {
  "frame.drop-zone": {
    link: "worker-frame",
    summary: "Tell how files are given to an element, and watch what is dragged over this frame",
    params: z.strictObject({ id: elementId }),
    result: z.object({
      /** True if it is a field for files, or may open the chooser of one when it is pressed. */
      chooser: z.boolean(),
      /** True if it is, labels or holds the one field for files that a script can set. */
      field: z.boolean(),
    }),
  },
  "frame.dropped": {
    link: "worker-frame",
    summary: "Tell what became of what is dragged over this frame",
    params: z.strictObject({
      id: elementId,
      /** Set if the watch ends with this call. */
      end: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** True if the page accepts a drop at the present place. */
      accepted: z.boolean(),
      dropped: z.boolean(),
    }),
  },
  "frame.await-picker": {
    link: "worker-frame",
    summary:
      "Make a picker that the page opens by a script wait for files, and tell of it once it has come",
    params: z.strictObject({ id: elementId }),
    result: z.object({
      /** Null if the upload has ended before. */
      wish: z.nullable(
        z.object({
          kind: z.enum(["files", "save", "folder"]),
          multiple: z.boolean(),
          /** The kinds that the page takes, as in a field's `accept`; empty if it takes all. */
          accept: z.string(),
        }),
      ),
    }),
  },
  "frame.picked": {
    link: "worker-frame",
    summary: "Tell what became of files that are dragged over this frame for its picker",
    params: z.strictObject({
      id: elementId,
      /** Set if files that are dragged over this frame from now on are for the picker. */
      begin: z.optional(z.literal(true)),
      /** Set if the upload ends with this call; a picker that still waits hears that nobody chose any files. */
      end: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** True if files are over this frame. */
      over: z.boolean(),
      given: z.boolean(),
    }),
  },
  "frame.give-files": {
    link: "worker-frame",
    summary: "Set the files of a field by its own setter, with its events",
    params: z.strictObject({ id: elementId, files: givenFiles }),
    result: z.object({
      /** False if the element neither is, labels nor holds a field for files. */
      given: z.boolean(),
      target: z.optional(target),
    }),
  },
  "frame.drop-files": {
    link: "worker-frame",
    summary: "Drop files by events of a script, if the page takes them",
    params: z.strictObject({ id: elementId, ...point, files: givenFiles }),
    result: z.object({ dropped: z.boolean() }),
  },
} as const satisfies Record<string, MethodSpec>;
