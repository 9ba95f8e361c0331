// Reads and writes files inside an instance, whether it runs or not.
import { Readable } from "node:stream";

import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";
import { readAnswer, readBody } from "./transport/envelope.ts";
import { isIncusNotFound, malformed } from "./transport/errors.ts";
import type { HttpAnswer } from "./transport/http.ts";

export interface FileAttributes {
  readonly uid?: number;
  readonly gid?: number;
  /** The mode in octal digits, such as `0644`. */
  readonly mode?: string;
}

export interface FileStat {
  readonly type: "file" | "directory" | "symlink";
  readonly uid: number;
  readonly gid: number;
  readonly mode: string;
}

/** `path` is absolute and inside the instance. */
export interface InstanceFiles {
  /** Makes the file or replaces it; its folder must be there. */
  push(
    instance: string,
    path: string,
    content: string | Buffer | Readable,
    signal: AbortSignal,
    attributes?: FileAttributes & { readonly append?: boolean },
  ): Promise<void>;
  makeFolder(
    instance: string,
    path: string,
    signal: AbortSignal,
    attributes?: FileAttributes,
  ): Promise<void>;
  makeLink(instance: string, path: string, target: string, signal: AbortSignal): Promise<void>;
  /** Reads a file; throws `too-large` past `maxBytes`. */
  pull(instance: string, path: string, maxBytes: number, signal: AbortSignal): Promise<Buffer>;
  pullStream(instance: string, path: string, signal: AbortSignal): Promise<Readable>;
  /** Lists the names in a folder. */
  entries(instance: string, path: string, signal: AbortSignal): Promise<string[]>;
  /** Returns undefined if nothing is there. */
  stat(instance: string, path: string, signal: AbortSignal): Promise<FileStat | undefined>;
  /** Deletes one file, link or empty folder. */
  delete(instance: string, path: string, signal: AbortSignal): Promise<void>;
}

const UPLOAD_TIMEOUT_MS = 600_000;

export function instanceFiles(connection: IncusConnection): InstanceFiles {
  const files = (instance: string): string => apiPath("instances", instance, "files");

  const post = async (
    instance: string,
    path: string,
    raw: string | Buffer | Readable,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<void> => {
    const options = { query: { path }, headers, timeoutMs: UPLOAD_TIMEOUT_MS };
    await connection.run("POST", files(instance), { raw }, signal, options);
  };

  const get = async (instance: string, path: string, signal: AbortSignal) => {
    const request = { method: "GET" as const, path: files(instance), query: { path } };
    return { request, answer: await connection.fetch(request, signal) };
  };

  return {
    push: (instance, path, content, signal, attributes = {}) =>
      post(
        instance,
        path,
        content,
        {
          "X-Incus-type": "file",
          "X-Incus-write": attributes.append === true ? "append" : "overwrite",
          ...attributeHeaders(attributes),
        },
        signal,
      ),
    makeFolder: (instance, path, signal, attributes = {}) =>
      post(
        instance,
        path,
        "",
        { "X-Incus-type": "directory", ...attributeHeaders({ mode: "0755", ...attributes }) },
        signal,
      ),
    makeLink: (instance, path, target, signal) =>
      post(instance, path, target, { "X-Incus-type": "symlink" }, signal),
    async pull(instance, path, maxBytes, signal) {
      const { request, answer } = await get(instance, path, signal);
      return readBody(request, answer, maxBytes);
    },
    async pullStream(instance, path, signal) {
      const { answer } = await get(instance, path, signal);
      return answer.body;
    },
    async entries(instance, path, signal) {
      const { request, answer } = await get(instance, path, signal);
      const { metadata } = await readAnswer(request, answer);
      const parsed = z.nullable(z.array(z.string())).safeParse(metadata);
      if (parsed.success) return parsed.data ?? [];
      throw malformed(`GET ${files(instance)}`, answer.status, `${path} is no folder`);
    },
    async stat(instance, path, signal) {
      try {
        const request = { method: "HEAD" as const, path: files(instance), query: { path } };
        const answer = await connection.fetch(request, signal);
        await answer.body.dump();
        return readStat(answer, `HEAD ${request.path}`);
      } catch (thrown) {
        if (isIncusNotFound(thrown)) return undefined;
        throw thrown;
      }
    },
    async delete(instance, path, signal) {
      await connection.run("DELETE", files(instance), undefined, signal, { query: { path } });
    },
  };
}

function attributeHeaders({ uid, gid, mode }: FileAttributes): Record<string, string> {
  return {
    ...(uid === undefined ? {} : { "X-Incus-uid": String(uid) }),
    ...(gid === undefined ? {} : { "X-Incus-gid": String(gid) }),
    ...(mode === undefined ? {} : { "X-Incus-mode": mode }),
  };
}

const statHeaders = z.object({
  type: z.enum(["file", "directory", "symlink"]),
  uid: z.string().check(z.regex(/^\d+$/)),
  gid: z.string().check(z.regex(/^\d+$/)),
  mode: z.string().check(z.regex(/^[0-7]+$/)),
});

function readStat(answer: HttpAnswer, asked: string): FileStat {
  const parsed = statHeaders.safeParse({
    type: answer.header("X-Incus-type"),
    uid: answer.header("X-Incus-uid"),
    gid: answer.header("X-Incus-gid"),
    mode: answer.header("X-Incus-mode"),
  });
  if (!parsed.success) throw malformed(asked, answer.status, "its headers say nothing of the file");
  const { type, uid, gid, mode } = parsed.data;
  return { type, uid: Number(uid), gid: Number(gid), mode };
}
