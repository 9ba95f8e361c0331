// Digests the part of a site's definition that makes its template another one.
import type { Site } from "@webserv/shared/model/site.ts";

import { canonicalJson, contentHash } from "../../../canonical-json.ts";

/** It is raised if our changes to images become others, so that templates made before are made anew. */
const BAKE_VERSION = 1;

/**
 * Returns 64 characters of hex, the same whatever order names are written in. The digest does not cover the image
 * itself (it has its own digest), its source, nor limits, readiness and pool, which belong to each clone.
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
