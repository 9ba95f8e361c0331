// Declares what every sandbox backend can do, over the whole of a sandbox's life.
import type {
  BackendName,
  ExecResult,
  PoolState,
  Sandbox,
  SandboxLogs,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { PoolSize, Site } from "@webserv/shared/model/site.ts";

import type { Turn } from "./sandbox-ids.ts";

/** A site's definition and the folder its relative paths start from. */
export interface SiteSource {
  readonly site: Site;
  readonly baseDir: string;
}

export type SiteSources = (siteName: string) => SiteSource | undefined;

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** An earlier daemon left these in a backend: sandboxes that were taken back, and things that were swept. */
export interface Left {
  readonly adopted: readonly Sandbox[];
  readonly swept: readonly string[];
}

export interface CreateRequest {
  readonly source: SiteSource;
  /** Chosen by the caller; creating the same id of the same site twice returns the first. */
  readonly sandboxId: string;
}

/** Reports the progress of a long piece of work, in words for a person and, if it is known, as a share from 0 to 1. */
export type Progress = (now: { readonly text: string; readonly share?: number }) => void;

export interface ImportRequest {
  readonly source: SiteSource;
  /**
   * The place of the image, such as `docker-archive:/x/shop.tar`: see `parseImageReference`. If it is left out, a
   * template that is prepared already is used, else the definition's own `image.source`.
   */
  readonly image?: string;
  readonly progress?: Progress;
}

export interface BranchRequest {
  /** A checkpoint of the parent; if it is left out, the parent's present state is copied. */
  readonly checkpoint?: string;
  readonly newSandboxId: string;
}

export interface ExecOptions {
  readonly user?: string;
  readonly cwd?: string;
}

/**
 * A backend owns every sandbox it made, across restarts of the daemon. Methods throw WebservError
 * (`unknown-sandbox`, `sandbox-exists`, `sandbox-failed`, `sandbox-not-ready`, `unknown-checkpoint`,
 * `checkpoint-exists`, `limit-reached`, `backend-unavailable`). A method that throws or is aborted
 * leaves nothing behind that was not there before.
 */
export interface SandboxBackend {
  readonly name: BackendName;
  /**
   * True if its sandboxes are made from images, which are imported once; false if from the folder that a definition
   * names.
   */
  readonly runsImages: boolean;

  /** Says why this backend can't run the site at all; undefined if it can. */
  unfit(site: Site): string | undefined;
  /**
   * Prepares what `create` copies from. It is idempotent, and prepares anew if the source has changed. It also throws
   * `invalid-image` and `bake-failed`.
   */
  importSite(request: ImportRequest, signal: AbortSignal): Promise<SiteState>;
  /** Deletes what `importSite` prepared, if only for an earlier definition. Resolves with whether there was any. */
  removeSite(name: string): Promise<boolean>;
  siteState(source: SiteSource): Promise<SiteState>;

  /**
   * Starts a fresh copy and resolves when the site answers as its readiness asks. A caller that has the turn of the id
   * already hands it on.
   */
  create(request: CreateRequest, caller: AbortSignal | Turn): Promise<Sandbox>;
  find(sandboxId: string): Sandbox | undefined;
  get(sandboxId: string): Sandbox;
  list(): readonly Sandbox[];

  /** Keeps the present state under a name; the sandbox goes on afterwards at the same origin. */
  checkpoint(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox>;
  /** Puts the sandbox back to a checkpoint. The origin may change: the router must be told. */
  restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox>;
  /** Puts the sandbox back to the site's initial state; checkpoints stay. The origin may change. */
  reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox>;
  /**
   * Makes a new sandbox from another's state; the parent stays as it was, but for a pause. `caller` has the turn of the
   * new id.
   */
  branch(sandboxId: string, request: BranchRequest, caller: AbortSignal | Turn): Promise<Sandbox>;
  /** Stops it and deletes its data and checkpoints. Deleting what is gone already does nothing. */
  delete(sandboxId: string, caller?: Turn): Promise<void>;
  stats(sandboxId: string): Promise<SandboxStats>;
  /** Returns the end of the site's standard output and error. */
  logs(sandboxId: string, maxBytes: number): Promise<SandboxLogs>;
  /** Runs a command inside, for debugging. Throws `unsupported` if sandboxes have no inside. */
  exec(
    sandboxId: string,
    command: readonly string[],
    options: ExecOptions,
    signal: AbortSignal,
  ): Promise<ExecResult>;

  /** Returns the pools of the sites that have one; empty if this backend keeps none. */
  pools(): readonly PoolState[];
  /**
   * Sets the size of a site's pool until the daemon ends. @throws WebservError `unsupported` if this backend keeps no
   * pools, `site-not-prepared`.
   */
  setPool(source: SiteSource, size: PoolSize): Promise<PoolState>;

  /**
   * Called once at the daemon's start, before anything else: finds what an earlier daemon left,
   * takes back what is whole and sweeps what is not.
   */
  adopt(sources: SiteSources, signal: AbortSignal): Promise<Left>;

  /** Called when a sandbox fails by itself, with its state at that time. */
  onFailure(listener: (sandbox: Sandbox) => void): void;

  /** Stops and deletes every sandbox and every clone kept ready: the daemon's clean end. */
  close(): Promise<void>;

  /** Releases everything without deleting it: another backend takes back the sandboxes that are there. */
  abandon(): Promise<void>;
}
