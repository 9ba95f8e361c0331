// Gives files to a page in the browser's own ways: by the chooser that a click opens, or by a drag from outside.
import { refusalOf } from "@webserv/shared/model/page/given-files.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Debuggers } from "./debuggers.ts";
import type { FileChooser } from "./file-chooser.ts";
import { attributeOf, describedNode, fileChooserOpened } from "./file-chooser.ts";
import type { ChooserWays, ElementSpot, HeldFiles } from "./hands.ts";
import { noChooser } from "./held-frames.ts";
import { limits } from "./limits.ts";
import { waitMs } from "../platform/wait.ts";

/** The longest wait for a chooser after the click, in ms: a page may load something before it opens one. */
const CHOOSER_MS = 2_000;
/** The bit for copying in `Input.DragData.dragOperationsMask`. */
const COPY = 1;
/** The most `dragOver` events: a page may show its drop zone only once something is dragged over the page. */
const DRAG_OVERS = 3;

export interface FileWays {
  readonly debuggers: Debuggers;
  readonly tabId: number;
  readonly signal: AbortSignal;
  readonly isInForeignFrame: () => Promise<boolean>;
  /** Tells whether the page has asked the browser for files by a script, without a field. */
  readonly hasAskedForFiles: () => boolean;
  /** Sends a command, and resolves when the page has taken it. */
  readonly dispatch: (method: string, params: object) => Promise<boolean>;
  /** Sends a command even if the action was aborted; never rejects. */
  readonly sendAnyway: (method: string, params: object) => Promise<void>;
  /** Forbids input after a lost debugger, because the interception that was set through it is lost, too. */
  readonly keepAttachment: () => void;
}

export class TrustedFiles implements HeldFiles {
  readonly #files: readonly string[];
  readonly #ways: FileWays;

  constructor(files: readonly string[], ways: FileWays) {
    this.#files = files;
    this.#ways = ways;
  }

  /** Drops the files only if the page accepts them: otherwise the browser would load them in place of the page. */
  async dropAt({ x, y }: ElementSpot, isAccepted: () => Promise<boolean>): Promise<boolean> {
    const { dispatch, sendAnyway, keepAttachment } = this.#ways;
    const data = { items: [], files: this.#files, dragOperationsMask: COPY };
    const command = "Input.dispatchDragEvent";
    keepAttachment();
    let dropped = false;
    try {
      await dispatch(command, { type: "dragEnter", x, y, data });
      for (let times = 0; times < DRAG_OVERS && !dropped; times++) {
        await dispatch(command, { type: "dragOver", x, y, data });
        if (!(await isAccepted())) continue;
        dropped = true;
        await dispatch(command, { type: "drop", x, y, data });
      }
    } finally {
      if (!dropped) await sendAnyway(command, { type: "dragCancel", x, y, data });
    }
    return dropped;
  }

  async giveBy(id: string, { press }: ChooserWays): Promise<Target> {
    const refused = (why: string, next: string): WebservError =>
      new WebservError("upload-refused", `"${id}" took no files: ${why}`, {
        next,
        details: { id },
      });
    // Its chooser would not be reported to us, and would open before the person.
    if (await this.#ways.isInForeignFrame()) {
      const { why, next } = limits.upload.trusted.refusal;
      throw refused(why, next);
    }
    const { chooser, target } = await this.#openChooser(press);
    if (chooser === null && this.#ways.hasAskedForFiles()) {
      throw refused(
        "the page asked for them by a script such as `showOpenFilePicker`, without a field, and was told that nobody chose any",
        "Look for another way on the page: a field for files, or a place to drop them.",
      );
    }
    if (chooser === null) {
      throw refused(
        "no file chooser opened at a click",
        "Choose the field for files, its label, the button that opens it, or the place to drop files.",
      );
    }
    const refusal = refusalOf(chooser, this.#files);
    if (refusal !== null) throw refused(refusal, "Choose other files.");
    await this.#giveTo(chooser);
    return target;
  }

  /** Intercepts the file chooser that `press` opens; it is null if `press` opens none. */
  async #openChooser(
    press: () => Promise<Target>,
  ): Promise<{ readonly chooser: FileChooser | null; readonly target: Target }> {
    const { debuggers, tabId, signal, keepAttachment } = this.#ways;
    const intercept = (how: object): Promise<unknown> =>
      debuggers.send(tabId, "Page.setInterceptFileChooserDialog", how);
    await intercept({ enabled: true });
    keepAttachment();
    const { promise: next, resolve } = Promise.withResolvers<unknown>();
    const ignore = debuggers.listen(tabId, "Page.fileChooserOpened", resolve);
    try {
      const target = await press();
      const { data } = fileChooserOpened.safeParse(
        await Promise.race([next, waitMs(CHOOSER_MS, signal)]),
      );
      if (data?.backendNodeId === undefined) return { chooser: null, target };
      const { backendNodeId, mode } = data;
      const { node } = describedNode.parse(
        await debuggers.send(tabId, "DOM.describeNode", { backendNodeId }),
      );
      const chooser = {
        backendNodeId,
        multiple: mode === "selectMultiple",
        directory: attributeOf(node.attributes, "webkitdirectory") !== undefined,
        accept: attributeOf(node.attributes, "accept") ?? "",
      };
      return { chooser, target };
    } finally {
      ignore();
      await intercept(noChooser).catch(() => {});
    }
  }

  /** Sets the files of the chooser's field. @throws WebservError `upload-refused` if the browser forbids it. */
  async #giveTo({ backendNodeId }: FileChooser): Promise<void> {
    const { debuggers, tabId, signal } = this.#ways;
    const params = { backendNodeId, files: this.#files };
    signal.throwIfAborted();
    try {
      await debuggers.send(tabId, "DOM.setFileInputFiles", params);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new WebservError("upload-refused", `the browser gave the page no files: ${why}`, {
        next: "Turn on “Allow access to file URLs” for WebServ among the browser's extensions.",
        cause,
      });
    }
  }
}
