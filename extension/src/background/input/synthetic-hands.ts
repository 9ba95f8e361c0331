// Pointer, keys and files by events of a script, where trusted input can't be had: frames send them as they are asked.
import type { GivenFiles } from "@webserv/shared/model/given-files.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Guard, GuardedPart, GuardTarget, Landing } from "./guard.ts";
import type {
  ChooserWays,
  ElementSpot,
  Gesture,
  Hands,
  HeldDrag,
  HeldFiles,
  Point,
  Spot,
} from "./hands.ts";
import { scriptChord, scriptKeys } from "./key-plan.ts";
import { limits } from "./limits.ts";

type FrameMethod = MethodOn<"worker-frame">;

/** Has frames send events; undefined if these led the page away, so that nobody answers any more. */
export interface EventSender {
  /** In the frame of the element that `params` name, else the main one. */
  send<N extends FrameMethod>(method: N, params: ParamsInput<N>): Promise<Result<N> | undefined>;
  /** To what has the focus: in the frame of the action's element, or without one in that which has the keyboard. */
  sendToFocus<N extends FrameMethod>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N> | undefined>;
}

export interface SyntheticOptions {
  readonly sender: EventSender;
  readonly contentsOf: (files: readonly string[]) => Promise<GivenFiles>;
}

const THERE: Landing = { landed: "there" };

export class SyntheticHands implements Hands {
  readonly kind = "synthetic";
  readonly pointsIn = "frame";
  readonly walksMenus = false;
  readonly opensChoosers = false;
  readonly heedsEachKey = true;
  readonly #sender: EventSender;
  readonly #contentsOf: SyntheticOptions["contentsOf"];
  #part: GuardedPart = {};
  /** What became of the gesture that was made last. */
  #landing: Landing = { landed: "unwatched" };

  constructor({ sender, contentsOf }: SyntheticOptions) {
    this.#sender = sender;
    this.#contentsOf = contentsOf;
  }

  /** The frame looks at what is there as it presses, and nothing comes in between. */
  guard({ part }: GuardTarget): Promise<Guard> {
    this.#part = part;
    const landing = (): Promise<Landing> => Promise.resolve(this.#landing);
    return Promise.resolve({ arm: () => Promise.resolve(), landing, press: landing });
  }

  async move({ id, x, y }: Spot): Promise<void> {
    await this.#sender.send("frame.move-pointer", { id, x, y });
  }

  async pressButton({ id, x, y }: ElementSpot, gesture: Gesture = {}): Promise<boolean> {
    const { button, count, modifiers, holdMs } = gesture;
    const how = { button, count, modifiers, holdMs };
    const params = { id, x, y, ...this.#part, ...how };
    this.#landing = (await this.#sender.send("frame.press-pointer", params)) ?? THERE;
    return true;
  }

  async turnWheel(
    { id, x, y }: Spot,
    { deltaX, deltaY }: { readonly deltaX: number; readonly deltaY: number },
  ): Promise<void> {
    await this.#sender.send("frame.turn-wheel", { id, x, y, deltaX, deltaY });
  }

  async beginDrag({ id, x, y }: ElementSpot): Promise<HeldDrag> {
    const params = { id, x, y, ...this.#part };
    this.#landing = (await this.#sender.send("frame.begin-drag", params)) ?? THERE;
    return new FrameDrag(this.#sender, id, this.#landing.landed === "there");
  }

  async press(chord: string): Promise<boolean> {
    await this.#sender.sendToFocus("frame.press-key", { key: scriptChord(chord) });
    return true;
  }

  /** Editors hear of it; of what leaves it to the browser `frame.select-contents` selects all by itself. */
  async selectAll(): Promise<void> {
    await this.press("Control+A");
  }

  async caretToEnd(): Promise<void> {
    await this.press("Control+End");
  }

  /**
   * In what is edited in place, editors do something of their own at single characters, and a number that is not
   * complete is none.
   */
  typesInto(editing: string, text: string): boolean {
    return editing === "number" ? /^\d+$/.test(text) : editing !== "contenteditable";
  }

  /** A setter takes a number as HTML writes it. */
  spellNumber(text: string): string {
    return text;
  }

  async typeKeys(text: string): Promise<boolean> {
    await this.#sender.sendToFocus("frame.type-keys", { keys: scriptKeys(text) });
    return true;
  }

  async insertText(text: string): Promise<boolean> {
    await this.#sender.sendToFocus("frame.insert-text", { text });
    return true;
  }

  async insertLineEnds(count: number): Promise<boolean> {
    await this.#sender.sendToFocus("frame.end-lines", { count });
    return true;
  }

  async composeText(text: string): Promise<boolean> {
    return await this.insertText(text);
  }

  async holdFiles(paths: readonly string[]): Promise<HeldFiles> {
    const files = await this.#contentsOf(paths);
    const sender = this.#sender;
    return {
      async dropAt({ id, x, y }: ElementSpot): Promise<boolean> {
        const answer = await sender.send("frame.drop-files", { id, x, y, files });
        return answer?.dropped ?? true;
      },
      async giveBy(id: string, { beforeInput }: ChooserWays): Promise<Target | undefined> {
        await beforeInput();
        const answer = await sender.send("frame.give-files", { id, files });
        if (answer?.given !== false) return answer?.target;
        const { why, next } = limits.upload.synthetic.refusal;
        throw new WebservError("upload-refused", `"${id}" took no files: ${why}`, {
          next,
          details: { id },
        });
      },
    };
  }
}

class FrameDrag implements HeldDrag {
  readonly #sender: EventSender;
  readonly #id: string;
  #isHeld: boolean;

  constructor(sender: EventSender, id: string, isHeld: boolean) {
    this.#sender = sender;
    this.#id = id;
    this.#isHeld = isHeld;
  }

  /** It has begun with the press. */
  start(): Promise<void> {
    return Promise.resolve();
  }

  async move({ x, y }: Point): Promise<void> {
    await this.#sender.send("frame.move-drag", { id: this.#id, x, y });
  }

  async drop(): Promise<void> {
    this.#isHeld = false;
    await this.#sender.send("frame.end-drag", { id: this.#id, drop: true });
  }

  async end(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await this.#sender.send("frame.end-drag", { id: this.#id, drop: false }).catch(() => {});
  }
}
