// Watches how a text that is entered reaches this frame, and keeps from the page what would go astray.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { Composition } from "./composition.ts";
import { isEditable } from "./editing.ts";
import { completionOf } from "./key-completion.ts";
import { heldValue } from "./field.ts";
import type { FieldSources } from "./field-within.ts";
import { fieldOf } from "./field-within.ts";
import { isInput } from "../script-events.ts";
import type { TextAnswer } from "./text-answer.ts";
import { TextPlaces } from "./text-places.ts";
import type { EventGate } from "../../bridge/event-gate.ts";
import { nextFrame } from "../../dom/next-frame.ts";

type Typed = Result<"frame.typed">;

/** So long after it was asked last a watch lets all keys pass: they may be a person's, in ms. */
const UNASKED_MS = 5_000;
/** The longest that a page which is not busy takes to come to its next key, in ms. */
const NEXT_KEY_MS = 600;

export interface TextWatchSources extends FieldSources {
  readonly textGate: EventGate;
  readonly textAnswer: TextAnswer;
  /** What types by events of a script, and is told when no more text follows. */
  readonly typing: { finish(): void };
}

export class TextWatch {
  readonly #sources: TextWatchSources;
  #entering: Entering | undefined;

  constructor(sources: TextWatchSources) {
    this.#sources = sources;
  }

  /** The field has the focus, and what the text replaces is selected. */
  begin({ id, part, typing }: Params<"frame.select-contents">): void {
    if (typing === "go-on" && this.#entering !== undefined) {
      this.#entering.goOn();
      return;
    }
    this.end();
    if (typing === undefined || typing === "go-on") return;
    const field = fieldOf(this.#sources, id);
    const { shadowRootOf, textGate, textAnswer } = this.#sources;
    const replaces = part === "all";
    const { characters } = typing;
    const places = new TextPlaces({ field, replaces, characters, shadowRootOf });
    textAnswer.begin(field, () => places.haveChanged());
    this.#entering = new Entering(textGate, places, textAnswer, typing.ahead);
  }

  /** As of `TextPlaces`. */
  get room(): number | undefined {
    return this.#entering?.places.room;
  }

  /** @throws WebservError `disconnected` in a document in which no text is being entered. */
  async typed(
    { id, more, drawn, sent }: Params<"frame.typed">,
    signal: AbortSignal,
  ): Promise<Typed> {
    const entering = this.#entering;
    if (entering === undefined) {
      throw new WebservError("disconnected", `no text is being entered into "${id}" any more`);
    }
    const haveCome = sent === undefined || (await entering.haveCome(sent, signal));
    entering.asked(more);
    if (!more && !entering.isHolding) this.#sources.typing.finish();
    // A page may make something else of what was typed before it is drawn the next time.
    if (drawn) await nextFrame(signal);
    const isOpening = more || entering.isHolding;
    if (isOpening && this.#isThere(id, entering)) await entering.opened(signal);
    const there = this.#isThere(id, entering);
    const field = this.#fieldOf(id);
    const now = entering.places.now();
    const told = entering.tell(there, more && now !== undefined);
    const fields = entering.places.into.filter(isEditable).map((each) => heldValue(each, id));
    const own = field === undefined ? fields.at(-1) : heldValue(field, id);
    const isSecretOne = [own, ...fields].some((each) => each?.secret === true);
    if (there && !more && told.held === 0) this.end();
    return {
      ...told,
      // Which ones were held can't be told if others may still come.
      held: haveCome ? told.held : 0,
      there,
      value: own?.value ?? "",
      ...(isSecretOne ? { secret: true } : {}),
      fields,
      surplus: now === undefined ? 0 : entering.surplusIn(now),
      room: entering.places.room,
      focus: now === undefined ? "lost" : now === field ? "field" : "followed",
    };
  }

  end(): void {
    this.#entering?.end();
    this.#entering = undefined;
  }

  /** A page may take the field away as it moves the focus on; where text goes nowhere it is needed. */
  #isThere(id: string, { places }: Entering): boolean {
    return places.now() !== undefined || this.#fieldOf(id) !== undefined;
  }

  #fieldOf(id: string): Element | undefined {
    try {
      const field = fieldOf(this.#sources, id);
      // A page may turn a cell back into plain text once it has the text.
      return isEditable(field) ? field : undefined;
    } catch (error) {
      if (error instanceof WebservError) return undefined;
      throw error;
    }
  }
}

class Entering {
  readonly places: TextPlaces;
  readonly #gate: EventGate;
  readonly #answer: TextAnswer;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = false;
  #heardMore = false;
  #byInput = false;
  readonly #composition = new Composition();
  /** Of the key that goes ahead: its name, from when it comes down, and whether it is up again. */
  #ahead: "none" | "due" | "down";
  #aheadKey: string | undefined;
  #isKeyDown = false;
  /** Keys of the text since the last answer, heard or held. */
  #seen = 0;
  /** Once a key is kept from the page all that follow are: their order would change. */
  #held = 0;
  /** Only while text is sent: else keys are a person's. */
  #mayHold = true;
  /** Keys that are down without the page's having heard. */
  readonly #keptDown = new Set<string>();

  constructor(gate: EventGate, places: TextPlaces, answer: TextAnswer, ahead: boolean) {
    this.#ahead = ahead ? "due" : "none";
    this.#gate = gate;
    this.places = places;
    this.#answer = answer;
    gate.watcher = (event) => this.#judge(event);
    this.#stay();
  }

  /** Nothing is sent until this has been answered. */
  asked(more: boolean): void {
    this.#mayHold &&= more;
  }

  /** The field has the focus again. */
  goOn(): void {
    this.#mayHold = true;
    this.#stay();
  }

  get isHolding(): boolean {
    return this.#held > 0;
  }

  /**
   * Waits until a busy page has come to as many keys. While it is busy nothing runs here either, so a pause
   * between two keys is short however long the page takes for each.
   * @returns whether they have all come: keys can also go to another frame
   */
  async haveCome(sent: number, signal: AbortSignal): Promise<boolean> {
    let seen = this.#seen;
    let endsAt = performance.now() + NEXT_KEY_MS;
    const isComing = (): boolean => this.#seen < sent || this.#ahead === "down";
    while (isComing() && performance.now() < endsAt) {
      await nextFrame(signal);
      if (this.#seen === seen) continue;
      seen = this.#seen;
      endsAt = performance.now() + NEXT_KEY_MS;
      this.#stay();
    }
    return this.#seen >= sent;
  }

  /** Waits for the page to make room for what is still to come. */
  async opened(signal: AbortSignal): Promise<void> {
    await this.places.opened(signal);
    this.#stay();
  }

  /** What has come since the start, and what was held back since the last time; keys pass again. */
  tell(letsGo: boolean, goesOn: boolean): Pick<Typed, "heard" | "heardMore" | "held" | "byInput"> {
    const held = this.#held;
    const heardMore = this.#heardMore;
    if (letsGo) {
      this.#held = 0;
      this.#seen = 0;
      this.#heardMore = false;
      this.#composition.forget();
      if (this.#ahead === "down") this.#ahead = "none";
    }
    this.#mayHold = goesOn || (held > 0 && this.places.now() !== undefined);
    return { heard: this.#heard, heardMore, held, byInput: this.#byInput };
  }

  /** How much an editor has added behind the key that went ahead, if it took that itself. */
  surplusIn(field: Element): number {
    const key = this.#aheadKey;
    return key === undefined || this.#byInput ? 0 : Array.from(completionOf(key, field)).length;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#gate.watcher = null;
  }

  #stay(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#mayHold = false), UNASKED_MS);
  }

  #judge(event: Event): void {
    if (!isInput(event)) return;
    if (event instanceof KeyboardEvent) {
      this.#judgeKey(event);
      return;
    }
    if (this.#ahead === "down" && event.type === "beforeinput") {
      this.#byInput = true;
      cancel(event);
      return;
    }
    const text = this.#composition.judge(event);
    if (text === "astray") cancel(event);
    if (text === "again") event.stopImmediatePropagation();
    if (text === "astray" || text === "again" || event.type === "textInput") return;
    this.#hear();
    if (event.type === "beforeinput") this.#byInput = true;
    const at = this.places.now();
    if (at === undefined) return;
    if (text === "new") this.places.goesTo(at, this.#composition.length);
    else if (this.#isPutIn(event)) this.places.goesTo(at, Array.from(event.data ?? "").length);
    if (event.type === "input") this.places.cameInto(at);
  }

  /** A script puts a text in without its keys. */
  #isPutIn(event: Event): event is InputEvent {
    return (
      event instanceof InputEvent &&
      event.type === "beforeinput" &&
      !event.isTrusted &&
      !this.#isKeyDown
    );
  }

  #judgeKey(event: KeyboardEvent): void {
    if (!isText(event)) {
      if (event.type === "keydown") this.#hear();
      return;
    }
    this.#isKeyDown = event.type === "keydown";
    if (event.type === "keyup") {
      if (this.#ahead === "down") this.#ahead = "none";
      if (this.#keptDown.delete(event.key)) cancel(event);
      return;
    }
    this.#seen++;
    const at = this.#held > 0 ? undefined : this.places.open();
    if (at === undefined && this.#mayHold) {
      this.#held++;
      this.#keptDown.add(event.key);
      cancel(event);
      return;
    }
    this.#hear();
    if (at !== undefined) this.places.goesTo(at);
    if (this.#ahead !== "due") return;
    this.#ahead = "down";
    this.#aheadKey = event.key;
  }

  #hear(): void {
    this.#answer.hear();
    this.#heard = this.#heardMore = true;
  }
}

/** No shortcut, and no key that enters nothing. */
function isText({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return Array.from(key).length === 1 && !ctrlKey && !altKey && !metaKey;
}

function cancel(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
