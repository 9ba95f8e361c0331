// Gives files to a page by the browser's own ways: the chooser that a click opens, or a drag from outside.
import { refusalOf } from "@webserv/shared/model/given-files.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Debuggers } from "./debuggers.ts";
import type { FileChooser } from "./file-chooser.ts";
import { attributeOf, describedNode, fileChooserOpened } from "./file-chooser.ts";
import type { ChooserWays, ElementSpot, HeldFiles } from "./hands.ts";
import { noChooser } from "./held-frames.ts";
import { limits } from "./limits.ts";
import { waitMs } from "../platform/wait.ts";

/** A page may look something up before it opens its chooser. */
const CHOOSER_MS = 2_000;
/** `Input.DragData.dragOperationsMask`. */
const COPY = 1;
/** A page may show the place to drop only once something is dragged over it. */
const DRAG_OVERS = 3;

export interface FileWays {
  readonly debuggers: Debuggers;
  readonly tabId: number;
  readonly signal: AbortSignal;
  readonly isInForeignFrame: () => Promise<boolean>;
  /** Resolves when the page has taken it. */
  readonly dispatch: (method: string, params: object) => Promise<boolean>;
  /** Also when nobody waits for the action any more; never rejects. */
  readonly sendAnyway: (method: string, params: object) => Promise<void>;
  /** What was asked of the browser is lost with the debugger: no input goes on without it from here on. */
  readonly keepAttachment: () => void;
}

export class TrustedFiles implements HeldFiles {
  readonly #files: readonly string[];
  readonly #ways: FileWays;

  constructor(files: readonly string[], ways: FileWays) {
    this.#files = files;
    this.#ways = ways;
  }

  /** Where the page would not take them nothing is dropped: the browser would load them in its place. */
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
    // Its chooser would be told to nobody, and open before the person.
    if (await this.#ways.isInForeignFrame()) {
      const { why, next } = limits.upload.trusted.refusal;
      throw refused(why, next);
    }
    const { chooser, target } = await this.#openChooser(press);
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

  /** Catches the file chooser that `press` opens; null where it opens none. */
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

  /** @throws WebservError `upload-refused` where the browser does not let the extension do so. */
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
