// Follows a script as an agent does: it finds ids by words in what it was told, and reads again before it gives up.
import type { Action } from "@webserv/shared/model/action.ts";
import type { Step } from "@webserv/shared/model/step.ts";

import type { ClientSession } from "../../../host/src/client/client.ts";
import { formatPage } from "../../../host/src/format/observation.ts";
import { formatBriefly } from "../../../host/src/format/step.ts";
import { findTarget, type Target, webservNotation } from "../agents/targets.ts";
import { tokensOf } from "../observe/tokens.ts";

/** The longest wait for a text that the page does not show yet, in ms. */
const PATIENCE_MS = 10_000;

/** The options with which a model is told a page, as over MCP. */
const READING = { addresses: "off" } as const;
const ANSWER = { ...READING, diff: true, maxTokens: 4_000 } as const;

/** Names an element by its words; an id is taken as it is. */
export type Words = string | Target;

/** Records one call of the agent. */
export interface Call {
  readonly what: string;
  /** The text that a model reads. */
  readonly text: string;
  readonly tokens: number;
  /** The step; undefined for a reading, and for a target that nobody was told of. */
  readonly step?: Pick<Step, "status" | "settle" | "roundTripMs" | "error">;
  readonly missing?: true;
}

export class AppAgent {
  readonly #session: ClientSession;
  readonly #onCall: (call: Call) => void;
  readonly #calls: Call[] = [];
  /** The answers since the last whole page, which is included. */
  #told: string[] = [];
  /** The answers since the last action. */
  #fresh: string[] = [];

  constructor(session: ClientSession, onCall: (call: Call) => void) {
    this.#session = session;
    this.#onCall = onCall;
  }

  get calls(): readonly Call[] {
    return this.#calls;
  }

  goto(url: string): Promise<boolean> {
    return this.#act(`goto ${url}`, { type: "goto", url });
  }

  /** Each action resolves with whether it was done, so that a script can go on another way. */
  click(words: Words): Promise<boolean> {
    return this.#on("click", words, (id) => ({ type: "click", id }));
  }

  doubleClick(words: Words): Promise<boolean> {
    return this.#on("double click", words, (id) => ({ type: "click", id, count: 2 }));
  }

  type(words: Words, text: string, enter = false): Promise<boolean> {
    return this.#on("type", words, (id) => ({ type: "type", id, text, enter }));
  }

  select(words: Words, option: string): Promise<boolean> {
    return this.#on("select", words, (id) => ({ type: "select", id, options: [option] }));
  }

  press(key: string): Promise<boolean> {
    return this.#act(`press ${key}`, { type: "press", key });
  }

  async drag(words: Words, to: Words): Promise<boolean> {
    const target = await this.#idOf(to);
    if (target === undefined) return this.#miss(`drag to ${nameOf(to)}`);
    return await this.#on("drag", words, (id) => ({ type: "drag", id, to: target }));
  }

  dragBy(words: Words, x: number, y: number): Promise<boolean> {
    return this.#on("drag", words, (id) => ({ type: "drag", id, by: { x, y } }));
  }

  /** Reads on until a text shows. Resolves with whether it does. */
  async sees(text: string): Promise<boolean> {
    if (this.#fresh.some((told) => told.includes(text))) return true;
    await this.look();
    if (this.#fresh.some((told) => told.includes(text))) return true;
    return await this.#act(`wait for ${text}`, { type: "wait", text, ms: PATIENCE_MS });
  }

  /** Tells whether a text was told since the last action; nothing is read. */
  isTold(text: string): boolean {
    return this.#fresh.some((told) => told.includes(text));
  }

  async look(): Promise<void> {
    const text = formatPage(await this.#session.observe(READING));
    this.#told = [text];
    this.#fresh.push(text);
    this.#note({ what: "look", text, tokens: tokensOf(text) });
  }

  async #on(verb: string, words: Words, action: (id: string) => Action): Promise<boolean> {
    const what = `${verb} ${nameOf(words)}`;
    const id = await this.#idOf(words);
    if (id === undefined) return this.#miss(what);
    return await this.#act(what, action(id));
  }

  /** Returns the id of what was told last of this name. The page is read anew if none was told. */
  async #idOf(words: Words): Promise<string | undefined> {
    const target = typeof words === "string" ? { name: words } : words;
    const find = (): string | undefined => {
      for (const text of this.#told.toReversed()) {
        const id = findTarget(webservNotation(text), target);
        if (id !== undefined) return id;
      }
      return undefined;
    };
    const known = find();
    if (known !== undefined) return known;
    await this.look();
    return find();
  }

  async #act(what: string, action: Action): Promise<boolean> {
    const step = await this.#session.act(action, { observe: ANSWER });
    const { observation } = step;
    const page = observation === null ? "" : formatPage(observation);
    const answer = page === "" ? formatBriefly(step) : `${formatBriefly(step)}\n${page}`;
    this.#fresh = [answer];
    this.#told = observation?.since === undefined ? [answer] : [...this.#told, answer];
    const { status, settle, roundTripMs, error } = step;
    const told = error === undefined ? {} : { error };
    const ended = { status, settle, roundTripMs, ...told };
    this.#note({ what, text: answer, tokens: tokensOf(answer), step: ended });
    return status === "done";
  }

  #miss(what: string): boolean {
    this.#note({ what, text: "", tokens: 0, missing: true });
    return false;
  }

  #note(call: Call): void {
    this.#calls.push(call);
    this.#onCall(call);
  }
}

function nameOf(words: Words): string {
  return typeof words === "string" ? words : words.name;
}
