// Serves the pages of test/pages and pages given by tests, and holds back answers until told to go on.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { bundlePage } from "../pages/page-bundle.ts";
import { pageFolders } from "../pages/test-pages.ts";

/** The path below which addresses are files of packages. */
const PACKAGES = "/node_modules/";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Holds an answer that a test releases piece by piece. */
export interface HeldAnswer {
  headers(): void;
  write(text: string): void;
  end(text?: string): void;
}

export class ContentServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #inline = new Map<string, string>();
  readonly #held = new Map<string, HeldAnswer>();
  readonly #waiting = new Map<string, (answer: HeldAnswer) => void>();
  readonly #bundles = new Map<string, Promise<string>>();
  #count = 0;

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server is closed");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Returns the address of a page with this source. */
  page(html: string): string {
    const path = `/inline/${++this.#count}`;
    this.#inline.set(path, html);
    return this.origin + path;
  }

  /** Resolves when the browser has asked for `/hold/<name>`. */
  held(name: string): Promise<HeldAnswer> {
    const held = this.#held.get(name);
    this.#held.delete(name);
    if (held !== undefined) return Promise.resolve(held);
    return new Promise((resolve) => this.#waiting.set(name, resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", this.origin);
    const inline = this.#inline.get(pathname);
    if (inline !== undefined) {
      response.setHeader("content-type", "text/html; charset=utf-8").end(inline);
    } else if (pathname.startsWith("/hold/")) this.#hold(pathname.slice(6), response);
    else if (pathname === "/answer") response.end("answer");
    else if (pathname === "/no-content") response.writeHead(204).end();
    else await this.#file(pathname, response);
  }

  #hold(name: string, response: ServerResponse): void {
    response.setHeader("content-type", "text/plain").setHeader("cache-control", "no-store");
    const answer: HeldAnswer = {
      headers: () => response.flushHeaders(),
      write: (text) => void response.write(text),
      end: (text = "") => void response.end(text),
    };
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (waiting === undefined) this.#held.set(name, answer);
    else waiting(answer);
  }

  async #file(pathname: string, response: ServerResponse): Promise<void> {
    const file = fileOf(pathname);
    try {
      if (file === undefined) throw new Error(`no page is at ${pathname}`);
      const content = file.endsWith("/bundle.js")
        ? await this.#bundle(dirname(file))
        : await readFile(file);
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }

  /** Bundles each folder once: large ones take seconds. */
  #bundle(folder: string): Promise<string> {
    const bundle = this.#bundles.get(folder) ?? bundlePage(folder);
    this.#bundles.set(folder, bundle);
    return bundle;
  }
}

/** Returns the file at an address such as `/labels/`, or of a package; undefined if there is none. */
function fileOf(pathname: string): string | undefined {
  const path = normalize(pathname);
  return path.startsWith(PACKAGES) ? join(packageRoot, path) : pageFile(path);
}

function pageFile(pathname: string): string | undefined {
  const [, name = "", ...path] = pathname.split("/");
  const folder = pageFolders.get(name);
  const file = path.pop();
  if (folder === undefined || file === undefined) return undefined;
  return join(folder, ...path, file === "" ? "index.html" : file);
}
