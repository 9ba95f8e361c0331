// Serves example pages of component libraries, made from what their packages ship, on loopback.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { govukPages } from "./govuk.ts";
import { shoelacePages } from "./shoelace.ts";
import { UIKIT_SCRIPT, UIKIT_SCRIPT_PATH, uikitPages } from "./uikit.ts";
import { uswdsPages } from "./uswds.ts";
import type { MadePage } from "./made-page.ts";

export interface LibraryPage {
  readonly library: string;
  readonly name: string;
  readonly url: string;
}

/** The path below which addresses are files of packages. */
const PACKAGES = "/node_modules/";
const folder = join(packageRoot, "node_modules");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

export class LibraryServer {
  readonly pages: readonly LibraryPage[];
  readonly #close: () => void;

  private constructor(pages: readonly LibraryPage[], close: () => void) {
    this.pages = pages;
    this.#close = close;
  }

  static async listen(): Promise<LibraryServer> {
    const made: MadePage[] = [
      ...(await govukPages(folder)),
      ...(await uswdsPages(folder)),
      ...uikitPages(),
      ...shoelacePages(),
    ];
    const texts = new Map<string, string>([[UIKIT_SCRIPT_PATH, UIKIT_SCRIPT]]);
    for (const { path, html } of made) if (html !== undefined) texts.set(path, html);
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      void answer(pathname, texts.get(pathname), response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const origin = `http://127.0.0.1:${address.port}`;
    return new LibraryServer(
      made.map(({ library, name, path }) => ({ library, name, url: origin + path })),
      () => {
        server.closeAllConnections();
        server.close();
      },
    );
  }

  close(): void {
    this.#close();
  }
}

async function answer(
  path: string,
  text: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const file = normalize(join(folder, path.slice(PACKAGES.length)));
  const isFile = path.startsWith(PACKAGES) && file.startsWith(folder + sep);
  try {
    if (text === undefined && !isFile) throw new Error(`there is no page ${path}`);
    const content = text ?? (await readFile(file));
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}
