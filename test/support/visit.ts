// A visitor of a site: finds what it acts on by the words a reader sees, and waits for what it expects to read.
import type { Action } from "@webserv/shared/model/action.ts";
import { expect } from "vitest";

import type { ChainSession } from "./chain.ts";
import { PATIENCE_MS } from "./patience.ts";

const SETTLE = { idleMs: 300, budgetMs: 60_000 };
const ACT = { settle: SETTLE, timeoutMs: PATIENCE_MS };
const POLL = { interval: 300 };

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

  /** Clicks what has these words on it. */
  async follow(words: string): Promise<void> {
    await this.act({ type: "click", id: this.#idOf(words) });
  }

  /** Clicks what has this id, or ends with it. */
  async click(name: string): Promise<void> {
    await this.act({ type: "click", id: this.session.id(name) });
  }

  /**
   * Clicks what has this id until the page says so. A page that is still asking its server for the
   * choices makes them anew, numbered as new things, and forgets what was chosen meanwhile.
   */
  async choose(name: string, says: RegExp): Promise<void> {
    const isChosen = (): boolean => says.test(plain(this.html));
    const look = async (): Promise<boolean> => {
      await this.session.observe();
      if (isChosen()) return true;
      const [, id] = new RegExp(`id="((?:[^"]*\\.)?${name}(?:-\\d+)?)"`).exec(this.html) ?? [];
      if (id !== undefined) await this.act({ type: "click", id });
      return isChosen();
    };
    await comesTrue(look);
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

  /** Of the smallest thing on the page that says so. */
  #idOf(words: string): string {
    const { html, url } = this;
    const found = [...html.matchAll(/<(\w+) id="([^"]+)"/g)].flatMap(([opening, tag, id = ""]) => {
      const start = html.indexOf(opening);
      const end = html.indexOf(`</${tag}>`, start);
      const text = end === -1 ? "" : plain(html.slice(start, end));
      return text.includes(words) ? [{ id, length: text.length }] : [];
    });
    const [smallest] = found.sort((one, other) => one.length - other.length);
    if (smallest !== undefined) return smallest.id;
    throw new Error(`nothing on ${url} says "${words}":\n${html.slice(0, 4000)}`);
  }
}

async function comesTrue(look: () => Promise<boolean>): Promise<void> {
  await expect.poll(look, POLL).toBe(true);
}

async function expectText(look: () => Promise<string>, text: string | RegExp): Promise<void> {
  await expect.poll(look, POLL).toMatch(text);
}

/** The words between the tags. */
function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}
