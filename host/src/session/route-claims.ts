// Who shows which sandbox under which host in a browser: one sandbox a host, however many sessions.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

export interface Claim {
  readonly site: string;
  readonly sandboxId: string;
  readonly hosts: readonly CanonicalHost[];
}

interface HeldClaim extends Claim {
  readonly sessionId: string;
}

export class RouteClaims {
  readonly #held = new Map<string, HeldClaim[]>();

  /**
   * All or none.
   * @throws WebservError `site-taken` where a host already stands for another sandbox.
   */
  claim(browserId: string, sessionId: string, claims: readonly Claim[]): void {
    const held = [...(this.#held.get(browserId) ?? [])];
    for (const claim of claims) {
      const other = held.find(
        (held) => held.sandboxId !== claim.sandboxId && shareHost(held, claim),
      );
      if (other !== undefined) throw taken(browserId, sessionId, claim, other);
      held.push({ ...claim, sessionId });
    }
    this.#held.set(browserId, held);
  }

  release(browserId: string, sessionId: string): void {
    const rest = this.of(browserId).filter((claim) => claim.sessionId !== sessionId);
    if (rest.length === 0) this.#held.delete(browserId);
    else this.#held.set(browserId, rest);
  }

  of(browserId: string): readonly HeldClaim[] {
    return this.#held.get(browserId) ?? [];
  }

  browsersOf(sandboxId: string): string[] {
    return [...this.#held.keys()].filter((browserId) =>
      this.of(browserId).some((claim) => claim.sandboxId === sandboxId),
    );
  }
}

function shareHost(first: Claim, second: Claim): boolean {
  return first.hosts.some((one) =>
    second.hosts.some((other) => one.host === other.host && one.port === other.port),
  );
}

function taken(browserId: string, sessionId: string, claim: Claim, other: HeldClaim): WebservError {
  const details = { browserId, site: claim.site, sandboxId: other.sandboxId };
  return other.sessionId === sessionId
    ? new WebservError(
        "site-taken",
        `a session sees one sandbox of the site "${claim.site}", not both ${other.sandboxId} and ${claim.sandboxId}`,
        { next: "Name one sandbox for each site.", details },
      )
    : new WebservError(
        "site-taken",
        `the browser ${browserId} shows the sandbox ${other.sandboxId} of the site "${other.site}" to the session ${other.sessionId}`,
        { details: { ...details, sessionId: other.sessionId } },
      );
}
