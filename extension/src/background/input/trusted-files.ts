// Gives files to a page in the browser's own ways: by the chooser that a click opens, or by a drag from outside.
import { type FileWish, refusalOf } from "@webserv/shared/model/page/given-files.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Debuggers } from "./debuggers.ts";
import type { FileChooser } from "./file-chooser.ts";
import { attributeOf, describedNode, fileChooserOpened } from "./file-chooser.ts";
import type {
  ChooserWays,
  ElementSpot,
  HeldFiles,
  PickerWays,
  PickerWish,
  Point,
  Pressed,
} from "./hands.ts";
import { noChooser } from "./held-frames.ts";
import { limits } from "./limits.ts";
import { waitMs } from "../platform/wait.ts";

/** The longest wait for a chooser after the click, in ms: a page may load something before it opens one. */
const CHOOSER_MS = 2_000;
/** The bit for copying in `Input.DragData.dragOperationsMask`. */
const COPY = 1;
/** The most `dragOver` events: a page may show its drop zone only once something is dragged over the page. */
const DRAG_OVERS = 3;

const ALLOW = "Turn on “Allow access to file URLs” for WebServ among the browser's extensions.";
const SAVES = "the page asks where to save a file, and was told that nobody chose a place";
const UNANSWERED =
  "the page asked for them by a script, without a field, and was told that nobody chose any";
const ANOTHER_WAY = "Look for another way on the page: a field for files, or a place to drop them.";

/** Is what wants the files: a field, or a picker; `unanswered` is a picker that can't be answered. */
type Opened = FileChooser | Picker | "unanswered" | null;

/** Is what a page has opened by a script, without a field. */
interface Picker extends FileWish {
  /** True if the page asks where to save a file. */
  readonly saves: boolean;
}

export interface FileWays {
  readonly debuggers: Debuggers;
  readonly tabId: number;
  readonly signal: AbortSignal;
  readonly isInForeignFrame: () => Promise<boolean>;
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
  async dropAt(at: ElementSpot, isAccepted: () => Promise<boolean>): Promise<boolean> {
    return await this.#drag(at, isAccepted);
  }

  async giveBy(id: string, { press, picker }: ChooserWays): Promise<Target> {
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
    try {
      const { opened, pressed } = await this.#open(press, picker);
      if (opened === null) {
        throw refused(
          "no file chooser opened at a click",
          "Choose the field for files, its label, the button that opens it, or the place to drop files.",
        );
      }
      if (opened === "unanswered") throw refused(UNANSWERED, ANOTHER_WAY);
      if ("saves" in opened && opened.saves) throw refused(SAVES, "Look for a download instead.");
      const refusal = refusalOf(opened, this.#files);
      if (refusal !== null) throw refused(refusal, "Choose other files.");
      if ("backendNodeId" in opened) await this.#giveTo(opened);
      else if (!(await this.#giveToPicker(picker, pressed.at))) {
        throw refused("they did not reach the picker that it opens", ALLOW);
      }
      return pressed.target;
    } finally {
      await picker.end();
    }
  }

  /** Presses what opens a file chooser, and intercepts that; `opened` is null if none opens. */
  async #open(
    press: ChooserWays["press"],
    picker: PickerWays,
  ): Promise<{ readonly opened: Opened; readonly pressed: Pressed }> {
    const { debuggers, tabId, signal, keepAttachment } = this.#ways;
    const intercept = (how: object): Promise<unknown> =>
      debuggers.send(tabId, "Page.setInterceptFileChooserDialog", how);
    await intercept({ enabled: true });
    keepAttachment();
    const { promise: next, resolve } = Promise.withResolvers<unknown>();
    const ignore = debuggers.listen(tabId, "Page.fileChooserOpened", resolve);
    // Without a picker the chooser, or the end of the wait, decides.
    const asked = picker
      .wish()
      .then((wish) => (wish === null ? new Promise<never>(() => {}) : pickerOf(wish)));
    try {
      const pressed = await press();
      const opened = await Promise.race([
        next.then((event) => this.#chooserOf(event)),
        asked,
        waitMs(CHOOSER_MS, signal).then(() => null),
      ]);
      return { opened, pressed };
    } finally {
      ignore();
      await intercept(noChooser).catch(() => {});
    }
  }

  async #chooserOf(event: unknown): Promise<Opened> {
    const { debuggers, tabId } = this.#ways;
    const { data } = fileChooserOpened.safeParse(event);
    if (data?.backendNodeId === undefined) return "unanswered";
    const { backendNodeId, mode } = data;
    const { node } = describedNode.parse(
      await debuggers.send(tabId, "DOM.describeNode", { backendNodeId }),
    );
    return {
      backendNodeId,
      multiple: mode === "selectMultiple",
      directory: attributeOf(node.attributes, "webkitdirectory") !== undefined,
      accept: attributeOf(node.attributes, "accept") ?? "",
    };
  }

  /**
   * Drags the files over the frame whose page waits for them. The frame catches them before its page does: only by a
   * drag the browser makes such handles of files as a picker gives.
   * @returns whether the page has got them
   */
  async #giveToPicker(picker: PickerWays, at: Point): Promise<boolean> {
    await picker.state({ begin: true });
    const isOver = async (): Promise<boolean> => (await picker.state()).over;
    return (await this.#drag(at, isOver)) && (await picker.state()).given;
  }

  async #drag({ x, y }: Point, isAccepted: () => Promise<boolean>): Promise<boolean> {
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
        next: ALLOW,
        cause,
      });
    }
  }
}

function pickerOf({ kind, multiple, accept }: PickerWish): Picker {
  return { multiple, accept, directory: kind === "folder", saves: kind === "save" };
}
