// Has the content script answer the functions by which a page asks for files without a field: with files that an
// upload gives, or as if the person had closed the window.
import type { Causes } from "../cause/causes.ts";
import { followOperation } from "../cause/async-operation.ts";
import { ownValue } from "../cause/page-values.ts";
import type { Channel } from "../platform/channel.ts";
import { bareRecord, natives } from "../platform/natives.ts";
import type { RefusedFunction } from "./refused-functions.ts";

export function filePickers(channel: Channel, causes: Causes): readonly RefusedFunction[] {
  let answer = (_handles: unknown): void => {};
  channel.onPicked((handles) => answer(handles));
  const picker = (name: string): RefusedFunction => {
    const askOf: RefusedFunction[2] = ([options]) => {
      // A page has one picker at a time.
      answer(null);
      const answered = new natives.Promise<Record<string, unknown>>((resolve) => {
        // The page's own code must not run while the channel's event is under way, so what it may have given a
        // `then` stays in a record.
        answer = (handles) => resolve(bareRecord({ handles }));
      });
      const picked = ({ handles }: Record<string, unknown>): unknown => {
        if (handles !== null) return handles;
        throw new natives.DOMException("The user aborted a request.", "AbortError");
      };
      const wish = [
        name,
        ownValue(options, "multiple"),
        ownValue(options, "types"),
        ownValue(options, "excludeAcceptAllOption"),
      ];
      const what = natives.toJson(wish);
      const refusal = (): unknown =>
        followOperation(causes, "file", () =>
          natives.apply(natives.promiseThen, answered, [picked]),
        );
      return { kind: "files", what, refusal };
    };
    return [window, name, askOf];
  };
  return ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"].map(picker);
}
