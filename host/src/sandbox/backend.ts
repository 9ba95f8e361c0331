// What every sandbox backend can do, over the whole of a sandbox's life.
import type { BackendName, Sandbox, SandboxStats } from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";

/** A site's definition and the folder its relative paths start from. */
export interface SiteSource {
  readonly site: Site;
  readonly baseDir: string;
}

export interface CreateRequest {
  readonly source: SiteSource;
  /** Chosen by the caller; creating the same id of the same site twice returns the first. */
  readonly sandboxId: string;
}

export interface BranchRequest {
  /** A checkpoint of the parent; left out: its state now. */
  readonly checkpoint?: string;
  readonly newSandboxId: string;
}

/**
 * A backend owns every sandbox it made, across restarts of the daemon. Methods throw WebservError
 * (`unknown-sandbox`, `sandbox-exists`, `sandbox-failed`, `sandbox-not-ready`, `unknown-checkpoint`,
 * `checkpoint-exists`, `limit-reached`, `backend-unavailable`). A method that throws or is aborted
 * leaves nothing behind that was not there before.
 */
export interface SandboxBackend {
  readonly name: BackendName;

  /** Prepares what `create` copies from. Idempotent; prepares anew where the source has changed. */
  importSite(source: SiteSource, signal: AbortSignal): Promise<void>;
  /** Deletes what `importSite` prepared. */
  removeSite(name: string): Promise<void>;

  /** Starts a fresh copy and resolves when the site answers as its readiness asks. */
  create(request: CreateRequest, signal: AbortSignal): Promise<Sandbox>;
  get(sandboxId: string): Sandbox;
  list(): readonly Sandbox[];

  /** Keeps the state now under a name; the sandbox goes on afterwards at the same origin. */
  checkpoint(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox>;
  /** Back to a checkpoint. The origin may change: the router must be told. */
  restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox>;
  /** Back to the site's initial state; checkpoints stay. The origin may change. */
  reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox>;
  /** A new sandbox from another's state; the parent is as it was, but for a pause. */
  branch(sandboxId: string, request: BranchRequest, signal: AbortSignal): Promise<Sandbox>;
  /** Stops it and deletes its data and checkpoints. Deleting what is gone already does nothing. */
  delete(sandboxId: string): Promise<void>;
  stats(sandboxId: string): Promise<SandboxStats>;

  /**
   * Called once at the daemon's start, before anything else: finds what an earlier daemon left,
   * takes back what is whole and sweeps what is not.
   */
  adopt(
    sources: (siteName: string) => SiteSource | undefined,
    signal: AbortSignal,
  ): Promise<{ adopted: readonly Sandbox[]; swept: readonly string[] }>;

  /** Called when a sandbox fails by itself, with its state at that time. */
  onFailure(listener: (sandbox: Sandbox) => void): void;

  /** Stops and deletes every sandbox: the daemon's clean end. */
  close(): Promise<void>;
}
