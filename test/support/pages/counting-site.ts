// Serves a page on loopback whose button makes its server count; the server can hold its answers back.
import type { IncomingMessage, ServerResponse } from "node:http";

import { PageServer } from "./page-server.ts";

/** Shows that it waits: a session waits for the answer, however long a busy machine takes. */
const PAGE = `<title>Counter</title><button onclick="add()">Add</button><p id="out"></p>
  <script>const add = async () => {
    document.body.ariaBusy = "true";
    const answer = await fetch("/count", { method: "POST" });
    out.textContent = "count " + await answer.text();
    document.body.ariaBusy = null;
  }</script>`;

export class CountingSite {
  /** The number of times that the button took effect. */
  count = 0;
  readonly #held: ServerResponse[] = [];
  #holding = false;
  #server: PageServer | undefined;

  static async open(): Promise<CountingSite> {
    const site = new CountingSite();
    site.#server = await PageServer.listen({
      "/": PAGE,
      "/count": (request, response) => site.#answer(request, response),
    });
    return site;
  }

  get url(): string {
    return this.#server?.url("/") ?? "";
  }

  /** Answers nothing from now on, but still counts. */
  hold(): void {
    this.#holding = true;
  }

  /** Sends the answers that were held, and answers everything from now on. */
  release(): void {
    this.#holding = false;
    for (const response of this.#held.splice(0)) response.end(String(this.count));
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    this.count++;
    if (this.#holding) this.#held.push(response);
    else response.end(String(this.count));
  }
}
