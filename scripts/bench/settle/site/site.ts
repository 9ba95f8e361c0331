// Serves the pages of scenarios and all that they request, on loopback, after the delays they name.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { WebSocketServer } from "ws";

import { answer, answerSocket } from "./answers.ts";
import { pageOf } from "./scenario-page.ts";
import type { Visit } from "./visit.ts";

export const OTHER_HOST = "localhost";

const START_PAGE = "<!doctype html><title>Start</title><p>Scenes follow.</p>";

const LOAD_PAGE =
  '<!doctype html><title>Load</title><body><script type="module" src="/bundle/load.js"></script>';

export class ScenarioSite {
  readonly #bundles: ReadonlyMap<string, string>;
  readonly #visits = new Map<string, Visit>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  /** Called as a suite of the load begins or ends, and awaited before its page goes on. */
  onMark: (suite: string) => Promise<void> = async () => {};

  /** @param bundles scripts by their names, such as those of views */
  constructor(bundles: ReadonlyMap<string, string>) {
    this.#bundles = bundles;
    this.#server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
        answerSocket(accepted, new URL(request.url ?? "/", this.origin));
      });
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The same server under another name. */
  get otherOrigin(): string {
    return `http://${OTHER_HOST}:${this.#port}`;
  }

  /** Returns the address of the page that begins this visit. */
  add(visit: Visit): string {
    this.#visits.set(visit.key, visit);
    return `${this.origin}/scenario/${visit.key}/0`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get #port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the site is closed");
    return address.port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    const [, area, name = "", stage = "0"] = url.pathname.split("/");
    response.setHeader("cache-control", "no-store");
    request.resume();
    if (area === "server") return await answer(name, url.searchParams, response);
    if (area === "load" && name === "mark") {
      await this.onMark(url.searchParams.get("suite") ?? "");
      return void response.end();
    }
    if (area === "load") {
      return await answer("page", new URLSearchParams({ html: LOAD_PAGE }), response);
    }
    if (area === "bundle") return this.#bundle(name, response);
    if (area === "")
      return await answer("page", new URLSearchParams({ html: START_PAGE }), response);
    const visit = area === "scenario" ? this.#visits.get(name) : undefined;
    if (visit === undefined) return void response.writeHead(404).end();
    const html = pageOf(visit, { stage: Number(stage), otherOrigin: this.otherOrigin });
    await answer(
      "page",
      new URLSearchParams({ ms: url.searchParams.get("ms") ?? "0", html }),
      response,
    );
  }

  #bundle(name: string, response: ServerResponse): void {
    const code = this.#bundles.get(name.replace(/\.js$/, ""));
    if (code === undefined) return void response.writeHead(404).end();
    response.setHeader("content-type", "text/javascript; charset=utf-8").end(code);
  }
}
