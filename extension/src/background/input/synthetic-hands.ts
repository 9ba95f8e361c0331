// Sends pointer, key and file events from a script if trusted input can't be had; the frames send them when asked.
import type { GivenFiles } from "@webserv/shared/model/page/given-files.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
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
  WheelTurn,
} from "./hands.ts";
import { scriptChord, scriptKeys } from "./key-plan.ts";
import { limits } from "./limits.ts";

type FrameMethod = MethodOn<"worker-frame">;

/** Has frames send events; resolves with undefined if these made the page navigate, so that no frame answers. */
export interface EventSender {
  /** Sends in the frame of the element that `params` name, or in the main frame if they name none. */
  send<N extends FrameMethod>(method: N, params: ParamsInput<N>): Promise<Result<N> | undefined>;
  /**
   * Sends to the focused element of one frame: that of the action's element, or the one with the keyboard if the
   * action has none.
   */
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
  /** The landing of the last gesture. */
  #landing: Landing = { landed: "unwatched" };

  constructor({ sender, contentsOf }: SyntheticOptions) {
    this.#sender = sender;
    this.#contentsOf = contentsOf;
  }

  /** Returns a guard that only reports: the frame checks the element as it presses, and nothing can come in between. */
  guard({ part }: GuardTarget): Promise<Guard> {
    this.#part = part;
    const landing = (): Promise<Landing> => Promise.resolve(this.#landing);
    return Promise.resolve({
      wish: () => undefined,
      arm: () => Promise.resolve(),
      landing,
      press: landing,
    });
  }

  async move({ id, x, y }: Spot): Promise<void> {
    await this.#sender.send("frame.move-pointer", { id, x, y });
  }

  async pressButton({ id, x, y }: ElementSpot, gesture: Gesture = {}): Promise<boolean> {
    const { button, count, modifiers, holdMs } = gesture;
    const how = { button, count, modifiers, holdMs };
    const params = { id, x, y, ...this.#pressed, ...how };
    this.#landing = (await this.#sender.send("frame.press-pointer", params)) ?? THERE;
    return true;
  }

  /** The part of the element that is pressed. */
  get #pressed(): Pick<GuardedPart, "opener" | "option"> {
    const { opener, option } = this.#part;
    return { opener, option };
  }

  async turnWheel({ id, x, y }: Spot, { deltaX, deltaY }: WheelTurn): Promise<void> {
    await this.#sender.send("frame.turn-wheel", { id, x, y, deltaX, deltaY });
  }

  async wheelOver(
    { id, x, y }: ElementSpot,
    { deltaX, deltaY }: WheelTurn,
    modifiers: Gesture["modifiers"],
  ): Promise<boolean> {
    const params = { id, x, y, deltaX, deltaY, modifiers };
    this.#landing = (await this.#sender.send("frame.wheel-over", params)) ?? THERE;
    return true;
  }

  async beginDrag({ id, x, y }: ElementSpot): Promise<HeldDrag> {
    const params = { id, x, y, ...this.#pressed };
    this.#landing = (await this.#sender.send("frame.begin-drag", params)) ?? THERE;
    return new FrameDrag(this.#sender, id, this.#landing.landed === "there");
  }

  async press(chord: string, holdMs?: number): Promise<boolean> {
    const key = scriptChord(chord);
    await this.#sender.sendToFocus("frame.press-key", { key, holdMs });
    return true;
  }

  /** Sends the shortcut, which editors handle; in a plain field, `frame.select-contents` selects everything itself. */
  async selectAll(): Promise<void> {
    await this.press("Control+A");
  }

  async caretToEnd(): Promise<void> {
    await this.press("Control+End");
  }

  /**
   * Tells whether a text is typed by keys. In a `contenteditable`, editors react to single characters in their own
   * way; in a number field, an incomplete number has no value.
   */
  typesInto(editing: string, text: string): boolean {
    return editing === "number" ? /^\d+$/.test(text) : editing !== "contenteditable";
  }

  /** Returns the number as it is, since a setter takes it as HTML writes it. */
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

  /** Does nothing, since the drag has begun with the press. */
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
