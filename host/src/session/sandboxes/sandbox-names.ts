// Names sandboxes: by an id of their own, and by the session that sees them.
import { randomBytes } from "node:crypto";

import type { Session } from "@webserv/shared/model/session.ts";
import { siteSlug, siteUrl } from "@webserv/shared/model/site.ts";

import type { RouteClaim } from "../routing/route-claims.ts";

export function newSandboxId(siteName: string): string {
  return `${siteSlug(siteName).slice(0, 40)}-${randomBytes(4).toString("hex")}`;
}

/** Describes a claim as its session sees it. */
export function sessionSandbox(claim: RouteClaim): Session["sandboxes"][number] {
  const [first] = claim.hosts;
  return {
    site: claim.site,
    sandboxId: claim.sandboxId,
    url: first === undefined ? "" : siteUrl(first),
  };
}
