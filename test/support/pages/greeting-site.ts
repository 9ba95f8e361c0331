// Serves the greeting page on loopback: a form whose answer comes from its server, and a page that never loads.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

import { pageFile } from "./test-pages.ts";

export interface GreetingSite {
  /** The address, such as http://127.0.0.1:41234/. */
  readonly url: string;
  /** Resolves when the page that never loads has been asked for. */
  readonly neverAsked: Promise<void>;
  /** Returns the number of requests so far, for whatever page. */
  asked(): number;
  close(): void;
}

export async function openGreetingSite(): Promise<GreetingSite> {
  const page = await readFile(pageFile("greeting", "index.html"));
  const never = Promise.withResolvers<void>();
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/never") {
      never.resolve();
    } else if (pathname === "/greet") {
      const hello = searchParams.get("language") === "de" ? "Guten Tag" : "Good day";
      response.end(`${hello}, ${searchParams.get("name")}!`);
    } else {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the site has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    neverAsked: never.promise,
    asked: () => asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
