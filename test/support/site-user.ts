// An agent at a real application: acts by ids it finds in the observations, and waits by the public actions alone.
import type { Action } from "@webserv/shared/model/action.ts";

import type { ChainSession } from "./chain.ts";

/** How long the application may take; the machine may be busy with others. */
const WAIT_MS = 60_000;
/** One step, with what the wait for it and the reading after it may take. */
const STEP = { settle: {}, timeoutMs: 2 * WAIT_MS };

export class SiteUser {
  readonly #session: ChainSession;

  constructor(session: ChainSession) {
    this.#session = session;
  }

  get html(): string {
    return this.#session.seen?.html ?? "";
  }

  async goto(url: string): Promise<void> {
    await this.#act({ type: "goto", url });
  }

  /** Goes on once a person can read this. */
  async reads(text: string): Promise<void> {
    await this.#act({ type: "wait", text, ms: WAIT_MS });
  }

  async click(name: string): Promise<void> {
    await this.#act({ type: "click", id: this.#id(name) });
  }

  async check(name: string): Promise<void> {
    await this.#act({ type: "check", id: this.#id(name) });
  }

  async hover(name: string): Promise<void> {
    await this.#act({ type: "hover", id: this.#id(name) });
  }

  async type(name: string, text: string): Promise<void> {
    await this.#act({ type: "type", id: this.#id(name), text });
  }

  async press(key: string): Promise<void> {
    await this.#act({ type: "press", key });
  }

  async select(name: string, option: string): Promise<void> {
    await this.#act({ type: "select", id: this.#id(name), options: [option] });
  }

  async upload(name: string, file: string): Promise<void> {
    await this.#act({ type: "upload", id: this.#id(name), files: [file] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session[Symbol.asyncDispose]();
  }

  async #act(action: Action): Promise<void> {
    const { status, error } = await this.#session.act(action, STEP);
    if (status === "done") return;
    throw new Error(
      `${JSON.stringify(action)} is ${status}: ${error?.message ?? ""}\n${this.#page()}`,
    );
  }

  /** Of the one that is called so, or so within something, or is one of several that are. */
  #id(name: string): string {
    const seen = this.#session.seen;
    const ids = [
      ...(seen?.clickable ?? []),
      ...(seen?.hoverable ?? []),
      ...(seen?.inputs ?? []).map(({ id }) => id),
    ];
    const found =
      ids.find((id) => id === name) ??
      ids.find((id) => id.endsWith(`.${name}`)) ??
      // What an application makes anew may count as another one of its kind.
      ids.find((id) => id.replace(/-\d+$/, "").split(".").at(-1) === name);
    if (found === undefined) throw new Error(`nothing is called "${name}" on ${this.#page()}`);
    return found;
  }

  #page(): string {
    return `${this.#session.seen?.url ?? "no page"}:\n${this.html.slice(0, 4000)}`;
  }
}
