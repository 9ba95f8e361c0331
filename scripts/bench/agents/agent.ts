// Follows a script as an agent does: it names elements as it was told, or in words of the task, and reads as it must.
import { setTimeout as delay } from "node:timers/promises";

import { tokensOf } from "../observe/tokens.ts";
import type { Answer, Field, Hands, Named } from "./hands.ts";
import { findTarget, type Target } from "./targets.ts";

/** The longest the script waits for a text that the page does not show yet, in ms. */
const PATIENCE_MS = 10_000;
const THOUGHT_MS = 1_000;

export interface Wish {
  readonly target: Target;
  readonly kind: Field["kind"];
  readonly value?: string;
}

export class ScriptedAgent {
  readonly #hands: Hands;
  readonly #intent: string;
  /** The answers since the last whole page, which is included. */
  #told: string[] = [];
  /** The answers since the last action. */
  #fresh: string[] = [];
  #isPageTold = false;
  #thoughtMs = 0;
  readonly #lines: { what: string; tokens: number; ms: number }[] = [];
  #at = performance.now();

  /** @param intent the task: only its words are known before anything was read */
  constructor(hands: Hands, intent: string) {
    this.#hands = hands;
    this.#intent = intent.toLowerCase();
  }

  /** The time for thinking in ms, which does not count as the task's. */
  get thoughtMs(): number {
    return this.#thoughtMs;
  }

  get calls(): number {
    return this.#lines.length;
  }

  get tokens(): number {
    return this.#lines.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  /** Each call with what was read of it. */
  get lines(): readonly { what: string; tokens: number; ms: number }[] {
    return this.#lines;
  }

  /** @param shows as of `click` */
  async open(url: string, shows?: string): Promise<void> {
    this.#fresh = [];
    this.#at = performance.now();
    this.#read("open", [await this.#hands.open(url, shows !== undefined)]);
    if (shows !== undefined) await this.reads(shows);
  }

  /**
   * @param shows the text that is there once the click has done its work; if left out, the script needs nothing of the
   *   page
   */
  async click(target: Target, shows?: string): Promise<void> {
    await this.#act(`click ${target.name}`, [target], async ([element = ""]) => [
      await this.#hands.click(element, shows !== undefined),
    ]);
    if (shows !== undefined) await this.reads(shows);
  }

  /** Types and presses Enter, which leads to another page. What was told of the one before names nothing there. */
  async enter(target: Target, text: string, shows?: string): Promise<void> {
    await this.#act(`enter ${target.name}`, [target], async ([element = ""]) =>
      this.#hands.enter(element, text, shows !== undefined),
    );
    if (shows === undefined) this.#told = [];
    else await this.reads(shows);
  }

  /** @param told true if the answer is to show what the page makes of it */
  async fillIn(wishes: readonly Wish[], told = false): Promise<void> {
    const targets = wishes.map(({ target }) => target);
    await this.#act(`fill ${wishes.length}`, targets, async (elements) =>
      this.#hands.fill(
        wishes.map(({ kind, value = "" }, at) => ({ element: elements[at] ?? "", kind, value })),
        told,
      ),
    );
    if (!told || this.#isPageTold) return;
    await this.#think();
    this.#read("look", [await this.#hands.look()]);
  }

  /** Reads on until the page shows the text. */
  async reads(text: string): Promise<void> {
    if (this.#shows(text)) return;
    this.#read("look", [await this.#hands.look()]);
    const endsAt = performance.now() + PATIENCE_MS;
    while (!this.#shows(text)) {
      if (performance.now() > endsAt) throw new Error(`"${text}" was not told: ${this.#end()}`);
      this.#read(`wait for ${text}`, await this.#hands.waitFor(text));
    }
  }

  /** Returns the first group of the latest match in the answers about this page. */
  tell(pattern: RegExp): string {
    for (const text of this.#told.toReversed()) {
      const found = pattern.exec(this.#hands.present?.(text) ?? text)?.[1];
      if (found !== undefined) return found;
    }
    throw new Error(`${pattern} is nowhere: ${this.#end()}`);
  }

  /** Waits as a model does before it asks for the page; this time is not counted. */
  async #think(): Promise<void> {
    await delay(THOUGHT_MS);
    this.#thoughtMs += THOUGHT_MS;
    this.#at += THOUGHT_MS;
  }

  async #act(
    what: string,
    targets: readonly Target[],
    act: (elements: readonly Named[]) => Promise<readonly Answer[]>,
  ): Promise<void> {
    let elements: Named[] = [];
    for (const target of targets) elements.push(await this.#name(target));
    this.#fresh = [];
    let answers = await act(elements);
    this.#read(what, answers);
    let failed = answers.find((answer) => answer.failed);
    if (failed !== undefined && elements.some((element) => typeof element !== "string")) {
      // Words that were a guess: it reads the page, and does it by what it is told.
      elements = [];
      for (const target of targets) elements.push(await this.#ref(target));
      answers = await act(elements);
      this.#read(what, answers);
      failed = answers.find((answer) => answer.failed);
    }
    if (failed !== undefined) throw new Error(`${what} failed: ${failed.text.slice(0, 500)}`);
  }

  /** Names an element as it was told, or else by its words, if the task has them and the tools take them. */
  async #name(target: Target): Promise<Named> {
    const known = this.#find(target);
    if (known !== undefined) return known;
    const isInTask = this.#intent.includes(target.name.toLowerCase());
    return isInTask && this.#hands.takesWords ? target : await this.#ref(target);
  }

  /** Finds an element in what was told, or reads the page, and once more when its name shows. */
  async #ref(target: Target): Promise<string> {
    const known = this.#find(target);
    if (known !== undefined) return known;
    this.#read("look", [await this.#hands.look()]);
    const found = this.#find(target);
    if (found !== undefined) return found;
    this.#read(`wait for ${target.name}`, await this.#hands.waitFor(target.name));
    const come = this.#find(target);
    if (come !== undefined) return come;
    throw new Error(`there is no ${target.kind ?? "element"} "${target.name}": ${this.#end()}`);
  }

  #find(target: Target): string | undefined {
    for (const text of this.#told.toReversed()) {
      const ref = findTarget(this.#hands.notation(text), target);
      if (ref !== undefined) return ref;
    }
    return undefined;
  }

  #read(what: string, answers: readonly Answer[]): void {
    for (const { text, page, whole } of answers) {
      this.#isPageTold = page;
      const now = performance.now();
      this.#lines.push({ what, tokens: tokensOf(text), ms: now - this.#at });
      this.#at = now;
      this.#told = whole ? [text] : [...this.#told, text];
      this.#fresh.push(text);
    }
  }

  #shows(text: string): boolean {
    return this.#fresh.some((told) => told.includes(text));
  }

  #end(): string {
    return (this.#told.at(-1) ?? "nothing was told").slice(0, 1500);
  }
}
