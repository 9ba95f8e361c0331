// Answers the methods of the worker-frame link from the rooms that know how.
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import { ElementFinder } from "./act/element-finder.ts";
import { focus, selectContents, setValue, valueOf } from "./act/field.ts";
import { locate } from "./act/locate.ts";
import { findOptions, selectOptions } from "./act/options.ts";
import { synthesize } from "./act/synthesize.ts";
import { FrameIds } from "./observe/frame-ids.ts";
import { MoreIds } from "./observe/more-ids.ts";
import { readFrame } from "./observe/reading.ts";
import { readBoxes } from "./seeing/boxes.ts";
import type { ResizeSilence } from "./seeing/resize-silence.ts";
import type { PageNotes } from "./page-notes.ts";
import type { FrameWork } from "./settle/frame-work.ts";

export interface FrameParts {
  readonly work: FrameWork;
  readonly notes: PageNotes;
  readonly silence: ResizeSilence;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export function frameHandlers(frame: FrameParts): Handlers<"worker-frame"> {
  const { work, silence } = frame;
  const ids = new FrameIds();
  const finder = new ElementFinder(ids);
  const more = new MoreIds();
  const parts = { ...frame, ids, finder, more };
  return {
    "frame.ping": () => ({}),
    "frame.observe": (options) => readFrame(parts, options),
    "frame.boxes": (params) => readBoxes(parts, params),
    "frame.hush": ({ forMs }) => {
      silence.keep(forMs);
      return {};
    },
    "frame.locate": (params, { signal }) => locate(parts, params, signal),
    "frame.focus": ({ id }) => focus(finder, id),
    "frame.select-contents": (params) => selectContents(finder, params),
    "frame.value": ({ id }) => valueOf(finder, id),
    "frame.set-value": (params) => setValue(finder, params),
    "frame.find-options": (params) => findOptions(finder, ids, params),
    "frame.select-options": (params) => selectOptions(finder, params),
    "frame.synthesize": ({ action }, { signal, timeoutMs }) =>
      synthesize(parts, action, timeoutMs, signal),
    "frame.watch": () => {
      work.watch();
      return {};
    },
    "frame.settle": (options, { signal }) => work.settle(options, signal),
  };
}
