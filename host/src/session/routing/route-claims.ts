// Keeps track of which browser shows which sandbox under which host: one per host, for all sessions of a browser.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

export interface RouteClaim {
  readonly site: string;
  readonly sandboxId: string;
  readonly hosts: readonly CanonicalHost[];
}

interface SessionClaim extends RouteClaim {
  readonly sessionId: string;
}

/**
 * Checks sandboxes that are to be seen together.
 * @throws WebservError `site-taken` if two of them have a host in common.
 */
export function assertHostsDiffer(claims: readonly RouteClaim[]): void {
  for (const [index, claim] of claims.entries()) {
    for (const other of claims.slice(0, index)) {
      const host = sharedHost(other, claim);
      if (host !== undefined && other.sandboxId !== claim.sandboxId)
        throw clash(claim, other, host);
    }
  }
}

export class RouteClaims {
  readonly #claims = new Map<string, SessionClaim[]>();

  /**
   * Claims all or none.
   * @throws WebservError `site-taken` if a host already stands for another sandbox.
   */
  claim(browserId: string, sessionId: string, claims: readonly RouteClaim[]): void {
    assertHostsDiffer(claims);
    const present = this.#claims.get(browserId) ?? [];
    for (const claim of claims) {
      for (const other of present) {
        const host = sharedHost(other, claim);
        if (host === undefined || other.sandboxId === claim.sandboxId) continue;
        throw taken(browserId, claim, other, host);
      }
    }
    this.#claims.set(browserId, [...present, ...claims.map((claim) => ({ ...claim, sessionId }))]);
  }

  release(browserId: string, sessionId: string): void {
    const rest = this.of(browserId).filter((claim) => claim.sessionId !== sessionId);
    if (rest.length === 0) this.#claims.delete(browserId);
    else this.#claims.set(browserId, rest);
  }

  of(browserId: string): readonly SessionClaim[] {
    return this.#claims.get(browserId) ?? [];
  }

  browsersOf(sandboxId: string): string[] {
    return [...this.#claims.keys()].filter((browserId) =>
      this.of(browserId).some((claim) => claim.sandboxId === sandboxId),
    );
  }
}

/** Returns the host as in an address; undefined if they have none in common. */
function sharedHost(first: RouteClaim, second: RouteClaim): string | undefined {
  const shared = first.hosts.find((one) =>
    second.hosts.some((other) => one.host === other.host && one.port === other.port),
  );
  if (shared === undefined) return undefined;
  return shared.port === 80 ? shared.host : `${shared.host}:${shared.port}`;
}

function clash(claim: RouteClaim, other: RouteClaim, host: string): WebservError {
  const message =
    claim.site === other.site
      ? `a session sees one sandbox of the site "${claim.site}" under its host ${host}, not both ${other.sandboxId} and ${claim.sandboxId}`
      : `the sites "${other.site}" and "${claim.site}" have the host ${host} in common, and a session sees one of them there`;
  return new WebservError("site-taken", message, {
    next: "Name one site for each host; a session in another browser can show the other one.",
    details: { host, site: claim.site, sandboxId: other.sandboxId },
  });
}

function taken(
  browserId: string,
  claim: RouteClaim,
  other: SessionClaim,
  host: string,
): WebservError {
  const { sandboxId, sessionId, site } = other;
  return new WebservError(
    "site-taken",
    `the browser ${browserId} shows the sandbox ${sandboxId} of the site "${site}" under the host ${host} to the session ${sessionId}`,
    { details: { browserId, host, site: claim.site, sandboxId, sessionId } },
  );
}
