// Defines what patterns act on: a view made by some framework, a bare stage beside it, a server, and the marks.
import type { Configuration } from "./configuration.ts";
import { Marks } from "./marks.ts";

/** The state that a view shows. Each change makes a new object, because frameworks compare objects. */
export interface ViewState {
  /** Counts up, so that a view can say which state it has put into the document. */
  readonly turn: number;
  readonly text: string;
  readonly items: readonly string[];
  /** Draws a spinner. */
  readonly busy: boolean;
  readonly skeleton: boolean;
  /** True if the trigger is disabled. */
  readonly disabled: boolean;
}

export interface View {
  /** Shows `state` now, or when the framework gets to it. */
  set(state: ViewState): void;
}

export interface ViewEvents {
  /** Called when the trigger was pressed, or the field holds another value. */
  act(value: string): void;
  /** Called when the document holds this state. */
  committed(turn: number): void;
}

/** Mounts itself into `root` with the first state. */
export type MountView = (root: HTMLElement, first: ViewState, events: ViewEvents) => View;

export const firstState: ViewState = {
  turn: 0,
  text: "Nothing yet",
  items: [],
  busy: false,
  skeleton: false,
  disabled: false,
};

interface Pending {
  readonly turn: number;
  readonly name: string;
  readonly last: boolean;
}

export class Scene {
  readonly config: Configuration;
  /** An element that the framework does not manage. */
  readonly stage: HTMLElement;
  readonly #marks: Marks;
  #view: View | undefined;
  #state = firstState;
  #committed = 0;
  #pending: Pending[] = [];

  constructor(config: Configuration, stage: HTMLElement) {
    this.config = config;
    this.stage = stage;
    this.#marks = new Marks(config.key);
  }

  attach(view: View): void {
    this.#view = view;
  }

  /** Returns the delay in ms, as the seed has it. */
  delay(name: string): number {
    const ms = this.config.delays[name];
    if (ms === undefined) throw new Error(`${this.config.pattern} has no delay "${name}"`);
    return ms;
  }

  /** Returns the address of an answer that the server gives after `ms`. */
  url(path: string, ms: number, params: Readonly<Record<string, string | number>> = {}): string {
    const query = new URLSearchParams({ ms: String(ms) });
    for (const [name, value] of Object.entries(params)) query.set(name, String(value));
    return `/server/${path}?${query}`;
  }

  /** Returns the address of the next document of this scenario, which the server gives after `ms`. */
  nextDocument(ms: number, ahead = 1): string {
    return `/scenario/${this.config.id}/${this.config.stage + ahead}?ms=${ms}`;
  }

  /** Shows `text` as an effect before the last one. */
  show(text: string, changes: Partial<ViewState> = {}): void {
    this.#set({ text, ...changes }, text, false);
  }

  /** Changes the view without a new text. */
  change(changes: Partial<ViewState>): void {
    this.#set(changes, Object.keys(changes).join(), false);
  }

  /** Shows the last effect that a person waits for. */
  finish(text: string, changes: Partial<ViewState> = {}): void {
    this.#set({ text: this.lastText(text), ...changes }, text, true);
  }

  /** Returns the text of a last effect outside of the view, which a reading can be searched for. */
  lastText(text: string): string {
    return `${text} ${this.config.token}`;
  }

  /** Notes that the last effect is there, or will be by itself in `inMs`. */
  finished(name: string, inMs = 0): void {
    this.#marks.add(name, true, inMs);
  }

  note(name: string): void {
    this.#marks.add(name);
  }

  committed(turn: number): void {
    this.#committed = Math.max(this.#committed, turn);
    const done = this.#pending.filter((pending) => pending.turn <= this.#committed);
    if (done.length === 0) return;
    this.#pending = this.#pending.filter((pending) => pending.turn > this.#committed);
    for (const { name, last } of done) this.#marks.add(name, last);
  }

  #set(changes: Partial<ViewState>, name: string, last: boolean): void {
    this.#state = { ...this.#state, ...changes, turn: this.#state.turn + 1 };
    this.#pending.push({ turn: this.#state.turn, name, last });
    this.#view?.set(this.#state);
  }
}
