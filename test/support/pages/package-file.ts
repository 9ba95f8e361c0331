// Serves files of installed packages, so that pages of tests are made with the real libraries.
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";

import type { PageSource } from "./page-server.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** @param path begins with the name of the package */
export function packageFile(path: string): PageSource {
  const text = readFileSync(join(packageRoot, "node_modules", path), "utf8");
  return (_, response) => {
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    response.end(text);
  };
}
