// Uses a real application as an agent: acts by ids from the observations, and waits by the public actions alone.
import type { Action } from "@webserv/shared/model/action.ts";

import type { StepError } from "@webserv/shared/model/step.ts";

import type { ChainSession } from "../daemon/chain.ts";

/** The longest time that the application may take, in ms; the machine may be busy with others. */
const WAIT_MS = 60_000;
/** The options of one step, with the time for its wait and the reading after it. */
const STEP = { settle: {}, timeoutMs: 2 * WAIT_MS };

/** The errors that mean that an element was there when the page was read, and has been made anew. */
const GONE: ReadonlySet<string> = new Set(["stale-id", "unknown-id", "value-refused", "slipped"]);

export class SiteUser {
  readonly #session: ChainSession;

  constructor(session: ChainSession) {
    this.#session = session;
  }

  get html(): string {
    return this.#session.seen?.html ?? "";
  }

  get url(): string {
    return this.#session.seen?.url ?? "";
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

  /** Clicks what has these words on it. */
  async follow(words: string): Promise<void> {
    await this.#act({ type: "click", id: this.#idOfWords(words) });
  }

  async check(name: string): Promise<void> {
    await this.#act({ type: "check", id: this.#id(name) });
  }

  /** Checks it, as often as the page takes it away or forgets it, until the page says so. */
  async checkUntil(name: string, says: string): Promise<void> {
    const endsAt = Date.now() + 2 * WAIT_MS;
    while (!this.html.includes(says)) {
      if (Date.now() > endsAt) throw new Error(`"${says}" never showed on ${this.#page()}`);
      const id = this.#find(name);
      if (id === undefined) {
        await this.#act({ type: "wait", ms: 300 });
        continue;
      }
      const { status, error } = await this.#session.act({ type: "check", id }, STEP);
      if (status !== "done" && !GONE.has(error?.code ?? "")) throw this.#failure(name, error);
    }
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

  async close(): Promise<void> {
    await this.#session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session[Symbol.asyncDispose]();
  }

  async #act(action: Action): Promise<void> {
    const { status, error } = await this.#session.act(action, STEP);
    if (status === "done") return;
    throw this.#failure(`${JSON.stringify(action)}, ${status}`, error);
  }

  #failure(what: string, error: StepError | undefined): Error {
    return new Error(`${what}: ${error?.message ?? ""}\n${this.#page()}`);
  }

  /** Returns the id that is called so, or so within something, or is one of several that are. */
  #id(name: string): string {
    const found = this.#find(name);
    if (found === undefined) throw new Error(`nothing is called "${name}" on ${this.#page()}`);
    return found;
  }

  /** Returns the id of the smallest thing on the page that says so. */
  #idOfWords(words: string): string {
    const { html } = this;
    const found = [...html.matchAll(/<(\w+) id="([^"]+)"/g)].flatMap(([opening, tag, id = ""]) => {
      const start = html.indexOf(opening);
      const end = html.indexOf(`</${tag}>`, start);
      const text = end === -1 ? "" : plain(html.slice(start, end));
      return text.includes(words) ? [{ id, length: text.length }] : [];
    });
    const [smallest] = found.sort((one, other) => one.length - other.length);
    if (smallest !== undefined) return smallest.id;
    throw new Error(`nothing says "${words}" on ${this.#page()}`);
  }

  #find(name: string): string | undefined {
    const seen = this.#session.seen;
    const ids = [
      ...(seen?.clickable ?? []),
      ...(seen?.hoverable ?? []),
      ...(seen?.inputs ?? []).map(({ id }) => id),
    ];
    return (
      ids.find((id) => id === name) ??
      ids.find((id) => id.endsWith(`.${name}`)) ??
      // A thing that an application makes anew may count as another one of its kind.
      ids.find((id) => id.replace(/-\d+$/, "").split(".").at(-1) === name)
    );
  }

  #page(): string {
    return `${this.#session.seen?.url ?? "no page"}:\n${this.html.slice(0, 4000)}`;
  }
}

/** Returns the words between the tags. */
function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}
