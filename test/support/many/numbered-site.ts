// Serves pages with numbered buttons, one page an agent: it knows which number was pressed how often, and in whose
// page.
import type { IncomingMessage, ServerResponse } from "node:http";

import { PageServer } from "../pages/page-server.ts";

/** The count of numbers after the last one pressed that have a button: those in between may have been lost. */
const AHEAD = 12;

export class NumberedSite {
  /** The number of presses of each number, by agent. */
  readonly #pressed = new Map<string, Map<number, number>>();
  /** The presses seen: a request that the browser sends once more is the same press. */
  readonly #presses = new Set<string>();
  #server: PageServer | undefined;

  static async open(): Promise<NumberedSite> {
    const site = new NumberedSite();
    site.#server = await PageServer.listen({
      "/agent": (request, response) => site.#page(request, response),
      "/press": (request, response) => site.#press(request, response),
    });
    return site;
  }

  /** Returns the page of an agent. Each is of a site of its own, so that none shares its thread. */
  url(agent: string): string {
    return `http://${agent}.localhost:${this.#server?.port}/agent?name=${agent}`;
  }

  /** Returns the number of times that a number was pressed in the agent's page. */
  pressed(agent: string, number: number): number {
    return this.#pressed.get(agent)?.get(number) ?? 0;
  }

  /** Returns all numbers pressed in the agent's page. */
  numbers(agent: string): readonly number[] {
    return [...(this.#pressed.get(agent)?.keys() ?? [])];
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #page(request: IncomingMessage, response: ServerResponse): void {
    const name = searchOf(request).get("name") ?? "";
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(pageOf(name, Math.max(0, ...this.numbers(name))));
  }

  #press(request: IncomingMessage, response: ServerResponse): void {
    const search = searchOf(request);
    const press = search.get("press") ?? "";
    const name = search.get("name") ?? "";
    const number = Number(search.get("number"));
    if (!this.#presses.has(press)) {
      this.#presses.add(press);
      const numbers = this.#pressed.get(name) ?? new Map<number, number>();
      this.#pressed.set(name, numbers.set(number, (numbers.get(number) ?? 0) + 1));
    }
    request.resume();
    response.end();
  }
}

function searchOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? "/", "http://page.test").searchParams;
}

function pageOf(name: string, last: number): string {
  return `<!doctype html><title>Agent ${name}</title><link rel="icon" href="data:,">
    <h1>Agent ${name}</h1><p id="out"></p><div id="list"></div>
    <script>
      const buttons = new Map();
      const show = (last) => {
        for (const [number, button] of buttons) {
          if (number < last) { button.remove(); buttons.delete(number); }
        }
        for (let number = Math.max(1, last); number <= last + ${AHEAD}; number++) {
          if (buttons.has(number)) continue;
          const button = document.createElement("button");
          button.textContent = "Press " + number;
          button.onclick = () => press(number);
          buttons.set(number, button);
          list.append(button);
        }
      };
      const press = async (number) => {
        show(number);
        const of = "&number=" + number + "&press=" + crypto.randomUUID();
        await fetch("/press?name=${name}" + of, { method: "POST", keepalive: true });
        out.textContent = "pressed " + number;
      };
      show(${last});
    </script>`;
}
