// How sandboxes are named: by an id of their own, and by what a session sees of them.
import { randomBytes } from "node:crypto";

import type { Session } from "@webserv/shared/model/session.ts";
import { siteSlug, siteUrl } from "@webserv/shared/model/site.ts";

import type { RouteClaim } from "../routing/route-claims.ts";

export function newSandboxId(siteName: string): string {
  return `${siteSlug(siteName).slice(0, 40)}-${randomBytes(4).toString("hex")}`;
}

/** How a session names a claim. */
export function sessionSandbox(claim: RouteClaim): Session["sandboxes"][number] {
  const [first] = claim.hosts;
  return {
    site: claim.site,
    sandboxId: claim.sandboxId,
    url: first === undefined ? "" : siteUrl(first),
  };
}
