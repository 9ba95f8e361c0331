// Reads references to sites and images as people write them: names or paths.
import { resolve } from "node:path";

import { siteName } from "@webserv/shared/model/site.ts";

/** A definition's path has a slash or an ending, which no name has. */
export function isSiteName(text: string): boolean {
  return siteName.safeParse(text).success;
}

/** Returns the reference with its path made absolute; one to a registry or to Incus unchanged. */
export function absoluteImage(reference: string, baseDir: string): string {
  const [, kind, path] = /^(docker-archive:|oci:|oci-archive:)(.+)$/s.exec(reference) ?? [];
  if (kind !== undefined && path !== undefined) return `${kind}${resolve(baseDir, path)}`;
  const plain = /^\.{0,2}\//.test(reference) || /\.(tar|tgz|tar\.gz|tar\.zst)$/.test(reference);
  return plain ? resolve(baseDir, reference) : reference;
}
