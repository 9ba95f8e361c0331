// Parses the reference of an image as people write it: one string for archives, layouts, registries and Incus itself.
import { statSync } from "node:fs";
import { resolve } from "node:path";

import { invalidImage } from "./invalid-image.ts";

export type ImageReference =
  /** A file as `docker save` writes it, or a folder or file in OCI's layout. */
  | {
      readonly kind: "archive";
      readonly text: string;
      readonly path: string;
      readonly tag?: string;
    }
  | { readonly kind: "registry"; readonly text: string; readonly reference: string }
  | { readonly kind: "incus"; readonly text: string; readonly alias: string };

const registryReference =
  /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(:\d+)?(\/[a-z0-9]([a-z0-9._-]*[a-z0-9])?)*(:[\w][\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/i;

/**
 * Accepts `docker-archive:PATH`, `oci:PATH[:TAG]`, `docker://REFERENCE`, `incus:ALIAS`, a bare path to what exists, or
 * a bare name of a registry's image. Relative paths start from `baseDir`. Throws `invalid-image`.
 */
export function parseImageReference(text: string, baseDir: string): ImageReference {
  const prefixed = /^(docker-archive|oci|oci-archive|incus):(.+)$/s.exec(text);
  const [, kind, rest = ""] = prefixed ?? [];
  if (kind === "incus") return { kind, text, alias: rest };
  if (kind !== undefined) return archive(text, rest, baseDir);
  if (text.startsWith("docker://")) return registry(text, text.slice("docker://".length));
  const path = resolve(baseDir, text);
  if (exists(path)) return { kind: "archive", text, path };
  if (/^[./~]/.test(text) || /\.(tar|tgz|tar\.gz|tar\.zst)$/.test(text)) {
    throw invalidImage(text, `there is no file ${path}`);
  }
  return registry(text, text);
}

function archive(text: string, rest: string, baseDir: string): ImageReference {
  const path = resolve(baseDir, rest);
  if (exists(path)) return { kind: "archive", text, path };
  const tagged = /^(.+):([\w][\w.-]{0,127})$/s.exec(rest);
  const [, before = "", tag = ""] = tagged ?? [];
  if (tagged !== null && exists(resolve(baseDir, before))) {
    return { kind: "archive", text, path: resolve(baseDir, before), tag };
  }
  throw invalidImage(text, `there is no file or folder ${path}`, {
    next: "Correct the path. `npm run images` builds those of the sites that come with WebServ.",
  });
}

function registry(text: string, name: string): ImageReference {
  if (!registryReference.test(name)) {
    throw invalidImage(text, "it is neither a path that exists nor the name of an image", {
      next: "Give docker-archive:PATH, oci:PATH, docker://NAME[:TAG] or incus:ALIAS.",
    });
  }
  const [first = "", ...others] = name.split("/");
  // A first part without dot, colon and `localhost` is a user of Docker's own registry.
  const hosted = others.length > 0 && (/[.:]/.test(first) || first === "localhost");
  const full = hosted ? name : `docker.io/${others.length === 0 ? "library/" : ""}${name}`;
  return { kind: "registry", text, reference: `docker://${full}` };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
