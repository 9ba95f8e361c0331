// The sandboxes as sessions and agents use them: the backend, the sites, and the routes to them.
import { randomBytes } from "node:crypto";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { siteUrl } from "@webserv/shared/model/site.ts";
import type { Session } from "@webserv/shared/model/session.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";

import type { SandboxBackend } from "../sandbox/backend.ts";
import type { SiteRegistry } from "../site/site-registry.ts";
import type { Claim } from "./route-claims.ts";

export interface SandboxesOptions {
  readonly backend: SandboxBackend;
  readonly sites: SiteRegistry;
  /** Called when a sandbox listens elsewhere, or nowhere, from now on. */
  readonly moved: (sandboxId: string) => Promise<void>;
}

export class Sandboxes {
  readonly #options: SandboxesOptions;

  constructor(options: SandboxesOptions) {
    this.#options = options;
  }

  get backend(): SandboxBackend {
    return this.#options.backend;
  }

  list(): readonly Sandbox[] {
    return this.backend.list();
  }

  site(name: string): Site {
    return this.#options.sites.get(name).site;
  }

  /** Starts a sandbox and resolves when it answers. */
  async create(siteName: string, sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    const source = this.#options.sites.get(siteName);
    await this.backend.importSite({ source }, signal);
    return await this.backend.create({ source, sandboxId }, signal);
  }

  async checkpoint(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#moving(sandboxId, () => this.backend.checkpoint(sandboxId, name, signal));
  }

  async restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#moving(sandboxId, () => this.backend.restore(sandboxId, name, signal));
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#moving(sandboxId, () => this.backend.reset(sandboxId, signal));
  }

  async branch(
    sandboxId: string,
    checkpoint: string | undefined,
    newSandboxId: string,
    signal: AbortSignal,
  ): Promise<Sandbox> {
    const request = { newSandboxId, ...(checkpoint === undefined ? {} : { checkpoint }) };
    return await this.#moving(sandboxId, () => this.backend.branch(sandboxId, request, signal));
  }

  async delete(sandboxId: string): Promise<void> {
    await this.#moving(sandboxId, () => this.backend.delete(sandboxId));
  }

  /** Where a sandbox listens, while it is ready. */
  originOf(sandboxId: string): string | undefined {
    const sandbox = this.list().find((sandbox) => sandbox.sandboxId === sandboxId);
    return sandbox?.state === "ready" ? sandbox.origin : undefined;
  }

  /**
   * A sandbox that runs already.
   * @throws WebservError `unknown-sandbox`, `sandbox-failed`, `sandbox-not-ready`.
   */
  ready(sandboxId: string): Sandbox {
    const sandbox = this.backend.get(sandboxId);
    if (sandbox.state === "ready") return sandbox;
    throw sandbox.state === "failed"
      ? new WebservError(
          "sandbox-failed",
          `the sandbox ${sandboxId} has failed: ${sandbox.failure ?? "no reason known"}`,
        )
      : new WebservError("sandbox-not-ready", `the sandbox ${sandboxId} is still starting`);
  }

  /** Why the pages of a session can't be its sites': the first of its sandboxes that does not run. */
  fault(of: Session["sandboxes"]): WebservError | undefined {
    for (const { sandboxId } of of) {
      try {
        this.ready(sandboxId);
      } catch (error) {
        return toWebservError(error);
      }
    }
    return undefined;
  }

  /** Tells the routes that a sandbox listens elsewhere, or nowhere, from now on. */
  async moved(sandboxId: string): Promise<void> {
    await this.#options.moved(sandboxId);
  }

  /** Adds a site and prepares what its sandboxes are copied from. */
  async importSite(path: string, signal: AbortSignal): Promise<Site> {
    const { site } = await this.#options.sites.importSite(path, async (source) => {
      await this.backend.importSite({ source }, signal);
    });
    return site;
  }

  /** @throws WebservError `unknown-site`; `invalid-params` where it has sandboxes. */
  async removeSite(name: string): Promise<void> {
    const ids = this.list().flatMap(({ site, sandboxId }) => (site === name ? [sandboxId] : []));
    if (ids.length > 0) {
      throw new WebservError(
        "invalid-params",
        `the site "${name}" has sandboxes: ${ids.slice(0, 10).join(", ")}`,
        { next: "Delete them first.", details: { sandboxes: ids } },
      );
    }
    await this.#options.sites.removeSite(name);
    await this.backend.removeSite(name);
  }

  async #moving<T>(sandboxId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.moved(sandboxId);
    }
  }
}

export function newSandboxId(siteName: string): string {
  return `${siteName.slice(0, 40)}-${randomBytes(4).toString("hex")}`;
}

/** How a session names a claim. */
export function sessionSandbox(claim: Claim): Session["sandboxes"][number] {
  const [first] = claim.hosts;
  return {
    site: claim.site,
    sandboxId: claim.sandboxId,
    url: first === undefined ? "" : siteUrl(first),
  };
}
