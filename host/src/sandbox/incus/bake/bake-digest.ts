// Digests the part of a site's definition that makes its template another one.
import type { Site } from "@webserv/shared/model/site.ts";

import { canonicalJson, contentHash } from "../../../canonical-json.ts";

/** Raised where what we do to an image changes, so that templates made before are made anew. */
const BAKE_VERSION = 1;

/**
 * Hex, 64 characters; the same whatever order names are written in. Not in it: the image itself (it has its own
 * digest), where it is fetched from, limits, readiness and pool, which are each clone's.
 */
export function bakeDigest(site: Site): string {
  const { env, command, sharedMemoryMiB, share, bake, ports } = site.image ?? {};
  return contentHash(
    canonicalJson({
      version: BAKE_VERSION,
      // The address a site thinks it has is baked into it.
      hosts: site.hosts,
      ports,
      env,
      command,
      sharedMemoryMiB,
      share,
      bake,
    }),
  );
}
