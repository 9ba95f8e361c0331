// Watches how a text that is entered reaches this frame, and cancels input that would go to the wrong place.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { Composition } from "./composition.ts";
import { isEditable } from "./editing.ts";
import { completionOf } from "./key-completion.ts";
import { heldValue } from "./field.ts";
import type { FieldSources } from "./field-within.ts";
import { fieldOf } from "./field-within.ts";
import { isInput } from "../script-events.ts";
import { keyTakerOf } from "../../dom/drawn-editors.ts";
import { editContextOf } from "../../dom/edit-context.ts";
import type { TextAnswer } from "./text-answer.ts";
import { TextPlaces } from "./text-places.ts";
import type { EventGate } from "../../bridge/event-gate.ts";
import { nextFrame } from "../../dom/next-frame.ts";

type Typed = Result<"frame.typed">;

/** The time after the last question, in ms, after which a watch lets all keys pass: they may be a person's. */
const UNASKED_MS = 5_000;
/** The longest time, in ms, that a page which is not busy takes to get to its next key. */
const NEXT_KEY_MS = 600;

export interface TextWatchSources extends FieldSources {
  readonly textGate: EventGate;
  readonly textAnswer: TextAnswer;
  /** The synthetic typing, which is told when no more text follows. */
  readonly typing: { finish(): void };
}

export class TextWatch {
  readonly #sources: TextWatchSources;
  #entering: Entering | undefined;

  constructor(sources: TextWatchSources) {
    this.#sources = sources;
  }

  /** Begins to watch a text. The field has the focus by then, and what the text replaces is selected. */
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
    const context = editContextOf(keyTakerOf(field) ?? field);
    if (context !== undefined) this.#entering.hearContext(context);
  }

  /** The room for characters, as `TextPlaces` counts it. */
  get room(): number | undefined {
    return this.#entering?.places.room;
  }

  /**
   * Tells what has come of the text, and lets keys pass again.
   * @throws WebservError `disconnected` in a document in which no text is being entered
   */
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
    // A page may still change what was typed before the next frame.
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
      // Nobody can tell which keys were held if others may still come.
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

  /** Notes that a text has come as a paste. */
  pasted(): void {
    this.#entering?.hearPaste();
  }

  end(): void {
    this.#entering?.end();
    this.#entering = undefined;
  }

  /** Tells whether text has somewhere to go. A page may remove the field as it moves the focus on to another. */
  #isThere(id: string, { places }: Entering): boolean {
    return places.now() !== undefined || this.#fieldOf(id) !== undefined;
  }

  #fieldOf(id: string): Element | undefined {
    try {
      const field = fieldOf(this.#sources, id);
      // A page may turn the cell of a table back into plain text once it has the new text.
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
  /** The state of the key that goes ahead of the others: it is yet to come, or it is pressed. */
  #ahead: "none" | "due" | "down";
  #aheadKey: string | undefined;
  #isKeyDown = false;
  /** The number of the text's keys since the last answer, heard or held. */
  #seen = 0;
  /** The number of keys that were held back. Once one is, all that follow are, so that their order stays. */
  #held = 0;
  /** Keys may be held back. This is so only while text is sent: else keys are a person's. */
  #mayHold = true;
  readonly #ends = new AbortController();
  /** The keys that are down, and whose `keydown` the page did not get. */
  readonly #keptDown = new Set<string>();

  constructor(gate: EventGate, places: TextPlaces, answer: TextAnswer, ahead: boolean) {
    this.#ahead = ahead ? "due" : "none";
    this.#gate = gate;
    this.places = places;
    this.#answer = answer;
    gate.watcher = (event) => this.#judge(event);
    this.#stay();
  }

  /** Notes that the caller asks what has come. It sends nothing until it has the answer. */
  asked(more: boolean): void {
    this.#mayHold &&= more;
  }

  /** Goes on with the text, as the field has the focus again. */
  goOn(): void {
    this.#mayHold = true;
    this.#stay();
  }

  get isHolding(): boolean {
    return this.#held > 0;
  }

  /**
   * Waits until a busy page has got as many keys. While it is busy nothing runs here either, so the measured pause
   * between two keys is short, however long the page takes for each.
   * @returns whether all of them have come: keys can also go to another frame
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

  /** Tells what has come since the start, and what was held back since the last time. Keys pass again if `letsGo`. */
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

  /** Returns how many characters an editor has added behind the key that went ahead, if it entered that itself. */
  surplusIn(field: Element): number {
    const key = this.#aheadKey;
    return key === undefined || this.#byInput ? 0 : Array.from(completionOf(key, field)).length;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#gate.watcher = null;
    this.#ends.abort();
  }

  /** Hears a text that comes through an edit context, which sends no event to any element. */
  hearContext(context: EventTarget): void {
    const { signal } = this.#ends;
    context.addEventListener("textupdate", () => this.#hear(), { signal });
  }

  /** Hears a text that a script pastes, and that the page gets as one. */
  hearPaste(): void {
    this.#hear();
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

  /** Tells whether an event is of a script that enters a text without its keys. */
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

/** Tells whether a key enters a character: it is no shortcut, and no key such as Tab. */
function isText({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return Array.from(key).length === 1 && !ctrlKey && !altKey && !metaKey;
}

function cancel(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
