// Answers the methods of the worker-frame link from the rooms that know how.
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import { ElementFinder } from "./act/element-finder.ts";
import { focus, selectContents, setValue, valueOf } from "./act/field.ts";
import { locate } from "./act/locate.ts";
import { findOptions, selectOptions } from "./act/options.ts";
import { synthesize } from "./act/synthesize.ts";
import { FrameIds } from "./observe/frame-ids.ts";
import { readFrame } from "./observe/reading.ts";
import type { PageNotes } from "./page-notes.ts";
import type { FrameWork } from "./settle/frame-work.ts";

export interface FrameParts {
  readonly work: FrameWork;
  readonly notes: PageNotes;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export function frameHandlers(frame: FrameParts): Handlers<"worker-frame"> {
  const { work } = frame;
  const ids = new FrameIds();
  const finder = new ElementFinder(ids);
  const parts = { ...frame, ids, finder };
  return {
    "frame.ping": () => ({}),
    "frame.observe": ({ form, explain }) => readFrame(parts, form, explain),
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
