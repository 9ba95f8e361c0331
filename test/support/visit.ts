// A visitor of a site: finds what it acts on by the words a reader sees, and waits for what it expects to read.
import type { Action } from "@webserv/shared/model/action.ts";
import { expect } from "vitest";

import type { ChainSession } from "./chain.ts";

const SETTLE = { idleMs: 300, budgetMs: 60_000 };
const ACT = { settle: SETTLE, timeoutMs: 120_000 };
const POLL = { timeout: 120_000, interval: 300 };

export class Visit {
  readonly session: ChainSession;

  constructor(session: ChainSession) {
    this.session = session;
  }

  get html(): string {
    return this.session.seen?.html ?? "";
  }

  get url(): string {
    return this.session.seen?.url ?? "";
  }

  /** Waits until the page's text holds it. */
  async reads(text: string | RegExp): Promise<void> {
    await expectText(async () => plain((await this.session.observe()).html), text);
  }

  /** Clicks the first thing with these words on it. */
  async follow(words: string): Promise<void> {
    await this.act({ type: "click", id: this.#idOf(words) });
  }

  /** Clicks what has this id, or ends with it. */
  async click(name: string): Promise<void> {
    await this.act({ type: "click", id: this.session.id(name) });
  }

  async type(field: string, text: string): Promise<void> {
    await this.act({ type: "type", id: this.session.id(field), text });
  }

  async select(field: string, option: string): Promise<void> {
    await this.act({ type: "select", id: this.session.id(field), options: [option] });
  }

  async goto(url: string): Promise<void> {
    await this.act({ type: "goto", url });
  }

  async act(action: Action): Promise<void> {
    const { status, error } = await this.session.act(action, ACT);
    if (status === "done") return;
    const why = error === undefined ? "" : `: ${error.message}`;
    throw new Error(`${action.type} on ${this.url} is ${status}${why}`);
  }

  async close(): Promise<void> {
    await this.session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session[Symbol.asyncDispose]();
  }

  #idOf(words: string): string {
    for (const [, tag, id] of this.html.matchAll(/<(\w+) id="([^"]+)"/g)) {
      const start = this.html.indexOf(`<${tag} id="${id}"`);
      const text = this.html.slice(start, this.html.indexOf(`</${tag}>`, start));
      if (id !== undefined && plain(text).includes(words)) return id;
    }
    throw new Error(`nothing on ${this.url} says "${words}":\n${this.html.slice(0, 4000)}`);
  }
}

async function expectText(look: () => Promise<string>, text: string | RegExp): Promise<void> {
  await expect.poll(look, POLL).toMatch(text);
}

/** The words between the tags. */
function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}
