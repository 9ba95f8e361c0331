// Serves small pages on loopback for tests, and keeps count of what was asked for.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";

/** The HTML of a page, or a function that answers its request. */
export type PageSource = string | ((request: IncomingMessage, response: ServerResponse) => void);

export class PageServer {
  readonly origin: string;
  readonly port: number;
  /** The paths asked for, in order, with their hosts. */
  readonly requests: { readonly host: string; readonly path: string }[] = [];
  readonly #close: () => Promise<void>;

  private constructor(port: number, close: () => Promise<void>) {
    this.port = port;
    this.origin = `http://127.0.0.1:${port}`;
    this.#close = close;
  }

  /** Serves `pages` by path; the path is that of the request without its query. */
  static async listen(pages: Readonly<Record<string, PageSource>>): Promise<PageServer> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://page.test");
      served.requests.push({ host: request.headers.host ?? "", path: pathname });
      const page = pages[pathname];
      if (typeof page === "function") {
        page(request, response);
        return;
      }
      response.writeHead(page === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
      });
      response.end(page ?? "not found");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const served = new PageServer(address.port, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    return served;
  }

  url(path: string): string {
    return `${this.origin}${path}`;
  }

  close(): Promise<void> {
    return this.#close();
  }
}
