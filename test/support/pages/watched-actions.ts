// Makes pages on which each action has one effect that a server counts, and which can stand still at three moments.
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Action } from "@webserv/shared/model/action.ts";

import type { ChainSession } from "../daemon/chain.ts";
import { PageServer } from "./page-server.ts";

/**
 * The moment at which the page stands still. `before`: it answers nobody as yet. `during`: it stands still at the
 * first event. `after`: the effect is there, and the page waits for the server's answer.
 */
export type Moment = "before" | "during" | "after";

export interface WatchedAction {
  /** The HTML of the page's body. */
  readonly html: string;
  /** Runs before the moments begin. */
  readonly prepare?: (session: ChainSession) => Promise<unknown>;
  readonly action: (session: ChainSession, file: string) => Action;
  /** The text that the server receives when the action has taken effect; null if it receives nothing. */
  readonly effect: string | null;
}

export const watchedActions = {
  check: {
    html: `<label><input type="checkbox" onpointerdown="stand()" onchange="did(this.checked)">Agree</label>`,
    action: (session) => ({ type: "check", id: session.id("agree") }),
    effect: "true",
  },
  drag: {
    html: `<button draggable="true" onpointerdown="stand()">Card</button>
      <div role="button" tabindex="0" style="width: 200px; height: 60px; background: #ddd"
        ondragover="event.preventDefault()" ondrop="event.preventDefault(); did('dropped')">Bin</div>`,
    action: (session) => ({ type: "drag", id: session.id("card"), to: session.id("bin") }),
    effect: "dropped",
  },
  upload: {
    html: `<label>File <input type="file" onpointerdown="stand()" onchange="did(this.files.length)"></label>`,
    action: (session, file) => ({ type: "upload", id: session.id("file"), files: [file] }),
    effect: "1",
  },
  type: {
    html: `<input aria-label="Name" onkeydown="stand()" oninput="did(this.value)">`,
    action: (session) => ({ type: "type", id: session.id("name"), text: "a", mode: "append" }),
    effect: "a",
  },
  select: {
    html: `<select aria-label="Size" onkeydown="stand()" onchange="did(this.value)"><option>S<option>M</select>`,
    action: (session) => ({ type: "select", id: session.id("size"), options: ["M"] }),
    effect: "M",
  },
  dialog: {
    html: `<button onclick="const sure = confirm('Sure?'); stand(); did(sure)">Ask</button>`,
    prepare: (session) => session.act({ type: "click", id: session.id("ask") }),
    action: () => ({ type: "dialog", accept: true }),
    effect: "true",
  },
  press: {
    html: `<button onkeydown="if (event.key === 'q') { stand(); did('q'); }">Keys</button>`,
    action: (session) => ({ type: "press", key: "q", id: session.id("keys") }),
    effect: "q",
  },
  scroll: {
    html: `<div style="width: 300px; height: 200px; overflow: auto" onwheel="stand()" onscrollend="did(this.scrollTop)">
      <button>Top</button><div style="height: 3000px"></div><button>Bottom</button></div>`,
    action: (session) => ({ type: "scroll", direction: "down", by: 100, id: session.id("top") }),
    effect: "100",
  },
  wait: {
    html: "",
    action: () => ({ type: "wait", text: "Ready", ms: 60_000 }),
    effect: null,
  },
} satisfies Readonly<Record<string, WatchedAction>>;

export type WatchedName = keyof typeof watchedActions;

export class WatchedPages {
  readonly #told = new Map<string, string[]>();
  readonly #held: { readonly name: string; readonly response: ServerResponse }[] = [];
  /** The path that is not answered. */
  #holds: "/stand" | "/did" | null = null;
  #server: PageServer | undefined;

  static async open(): Promise<WatchedPages> {
    const pages = new WatchedPages();
    const sources = Object.entries(watchedActions).map(
      ([name, { html }]) => [`/${name}`, pageOf(name, html)] as const,
    );
    pages.#server = await PageServer.listen({
      ...Object.fromEntries(sources),
      "/stand": (request, response) => pages.#answer("/stand", request, response),
      "/did": (request, response) => pages.#answer("/did", request, response),
    });
    return pages;
  }

  /**
   * Returns the address of a page. Each is of a site of its own: pages of one site may share a thread, and stand
   * still together.
   */
  url(name: WatchedName): string {
    return `http://${name}.localhost:${this.#server?.port}/${name}`;
  }

  /** Forgets what was told, and holds answers at the moment from now on. */
  begin(moment: Moment): void {
    this.#told.clear();
    this.#holds = moment === "after" ? "/did" : "/stand";
  }

  /** Lets the pages go on. */
  release(): void {
    this.#holds = null;
    for (const { response } of this.#held.splice(0)) response.end();
  }

  /** Tells whether a page waits for an answer that is held. */
  isHeld(name: WatchedName): boolean {
    return this.#held.some((each) => each.name === name);
  }

  /** Returns what a page has reported, in order. */
  told(name: WatchedName): readonly string[] {
    return this.#told.get(name) ?? [];
  }

  async close(): Promise<void> {
    this.release();
    await this.#server?.close();
  }

  #answer(path: "/stand" | "/did", request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? "/", "http://page.test");
    const name = searchParams.get("name") ?? "";
    const value = searchParams.get("value");
    if (value !== null) this.#told.set(name, [...(this.#told.get(name) ?? []), value]);
    if (this.#holds === path) this.#held.push({ name, response });
    else response.end();
  }
}

function pageOf(name: string, html: string): string {
  return `<title>${name}</title><script>
      const stand = () => {
        const request = new XMLHttpRequest();
        request.open("GET", "/stand?name=${name}", false);
        request.send();
      };
      const did = (value) => void fetch("/did?name=${name}&value=" + value);
    </script>${html}<button onclick="did('next')">Next</button>`;
}
