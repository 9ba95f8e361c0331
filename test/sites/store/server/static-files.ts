// Serves the built front end from memory, and its page for every address the shop has.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { Hono } from "hono";

export type StaticFile = { body: Uint8Array<ArrayBuffer>; type: string; etag: string };
/** Files by URL path; "/index.html" is the page. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Reads a folder once; the front end is small and does not change while the server runs. */
export function loadStaticFiles(folder: string): StaticFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const body = new Uint8Array(readFileSync(path));
        const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
        const type = TYPES[extname(path)] ?? "application/octet-stream";
        return [path.slice(folder.length).split(sep).join("/"), { body, type, etag }];
      }),
  );
}

export function pageRoutes(files: StaticFiles) {
  return new Hono().get("/*", (c) => {
    const file = files.get(c.req.path);
    if (!file && c.req.path.startsWith("/assets/")) return c.notFound();
    const served = file ?? files.get("/index.html");
    if (!served) return c.notFound();
    const isHashed = file !== undefined && c.req.path.startsWith("/assets/");
    c.header("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    c.header("ETag", served.etag);
    if (c.req.header("if-none-match") === served.etag) return c.body(null, 304);
    return c.body(served.body, 200, { "Content-Type": served.type });
  });
}
