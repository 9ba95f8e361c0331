// Finds images of our project in Incus by their properties, and uploads new ones as streams.
import type { Readable } from "node:stream";

import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection, RunOptions } from "./transport/connection.ts";
import { isIncusNotFound, malformed } from "./transport/errors.ts";
import { multipart } from "./multipart.ts";

export const image = z.object({
  fingerprint: z.string(),
  /** `container` or `virtual-machine`. */
  type: z.string(),
  architecture: z._default(z.string(), ""),
  /** In bytes. */
  size: z._default(z.number(), 0),
  properties: z._default(z.nullable(z.record(z.string(), z.string())), {}),
  aliases: z._default(z.nullable(z.array(z.object({ name: z.string() }))), []),
  created_at: z._default(z.string(), ""),
  uploaded_at: z._default(z.string(), ""),
});
export type Image = z.infer<typeof image>;

/** One tarball with `metadata.yaml` and `rootfs/`, or two: one with `metadata.yaml`, one the root itself. */
export type ImageBody =
  | { readonly unified: Readable }
  | { readonly metadata: Readable; readonly rootfs: Readable };

export interface ImageUpload {
  readonly body: ImageBody;
  /** Properties added to those of the image's own metadata.yaml. */
  readonly properties?: Readonly<Record<string, string>>;
}

export interface IncusImages {
  /** Lists the images that have all the named properties. */
  list(signal: AbortSignal, properties?: Readonly<Record<string, string>>): Promise<Image[]>;
  get(fingerprint: string, signal: AbortSignal): Promise<Image>;
  /** Returns the image that an alias stands for; undefined if there is no such alias. */
  byAlias(alias: string, signal: AbortSignal): Promise<Image | undefined>;
  /** Uploads an image and resolves with its fingerprint. Incus itself clears away the rest of an aborted upload. */
  create(
    upload: ImageUpload,
    signal: AbortSignal,
    options?: Pick<RunOptions, "progress">,
  ): Promise<string>;
  setAlias(alias: string, fingerprint: string, signal: AbortSignal): Promise<void>;
  /** Deletes the image; does nothing if it is gone already. */
  delete(fingerprint: string, signal: AbortSignal): Promise<void>;
}

const UPLOAD_TIMEOUT_MS = 600_000;
const LIST_MAX_BYTES = 32 * 1024 * 1024;

export function incusImages(connection: IncusConnection): IncusImages {
  const get = (fingerprint: string, signal: AbortSignal): Promise<Image> =>
    connection.ask(image, apiPath("images", fingerprint), signal);
  return {
    get,
    async list(signal, properties = {}) {
      const all = await connection.ask(z.array(image), apiPath("images"), signal, {
        query: { recursion: "1" },
        maxBytes: LIST_MAX_BYTES,
      });
      return all.filter((one) =>
        Object.entries(properties).every(([key, value]) => one.properties?.[key] === value),
      );
    },
    async byAlias(alias, signal) {
      const entry = z.object({ target: z.string() });
      try {
        const { target } = await connection.ask(entry, apiPath("images", "aliases", alias), signal);
        return await get(target, signal);
      } catch (thrown) {
        if (isIncusNotFound(thrown)) return undefined;
        throw thrown;
      }
    },
    async create({ body, properties }, signal, options) {
      const path = apiPath("images");
      const sent = "unified" in body ? { raw: body.unified, headers: {} } : multipart(body);
      const { metadata } = await connection.run("POST", path, { raw: sent.raw }, signal, {
        headers: {
          ...sent.headers,
          ...(properties === undefined
            ? {}
            : { "X-Incus-properties": new URLSearchParams(properties).toString() }),
        },
        timeoutMs: UPLOAD_TIMEOUT_MS,
        ...options,
      });
      const { fingerprint } = metadata;
      if (typeof fingerprint !== "string") {
        throw malformed(`POST ${path}`, 200, "the operation names no fingerprint");
      }
      return fingerprint;
    },
    async setAlias(alias, fingerprint, signal) {
      const body = { name: alias, target: fingerprint };
      await connection.run("POST", apiPath("images", "aliases"), body, signal);
    },
    async delete(fingerprint, signal) {
      try {
        await connection.run("DELETE", apiPath("images", fingerprint), undefined, signal);
      } catch (thrown) {
        if (!isIncusNotFound(thrown)) throw thrown;
      }
    },
  };
}
