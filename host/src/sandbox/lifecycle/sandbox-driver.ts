// Declares what a backend does by itself: make, change and remove sandboxes. All else of their life is the lifecycle's.
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

import type { ExecOptions, ImportRequest, Left, SiteSource, SiteSources } from "../backend.ts";
import type { BackgroundWork } from "./background-work.ts";
import type { SandboxRegister } from "./sandbox-register.ts";

/** A driver's own object for a sandbox. */
export interface DrivenSandbox {
  readonly state: {
    readonly sandboxId: string;
    readonly site: Site;
    /** The folder that the site's definition was in. */
    readonly baseDir: string;
    /** The template that it is reset to. */
    readonly template: string;
  };
  readonly view: Sandbox;
}

export interface SandboxPlan {
  readonly sandboxId: string;
  readonly source: SiteSource;
  readonly template: string;
  /** The sandbox that it is a branch of. */
  readonly parent?: string;
}

/** A branch is copied from its parent, or from a checkpoint of that. */
export interface BranchOrigin<S> {
  /** The checkpoint; if it is absent, the parent is copied as it is now. */
  readonly checkpoint: string | undefined;
  /** Runs in the parent's turn, so that it is not changed or deleted meanwhile; to be used for the copying alone. */
  readonly withParent: (work: (parent: S, until: AbortSignal) => Promise<void>) => Promise<void>;
}

/** The lifecycle gives these to its driver. */
export interface DriverContext<S extends DrivenSandbox> {
  readonly sandboxes: SandboxRegister<S>;
  /** The work that goes on after an answer. The lifecycle waits for it at its end. */
  readonly background: BackgroundWork;
  /** Called if a sandbox has failed by itself; its view tells how. */
  readonly failed: (sandbox: S) => void;
}

/**
 * Every method that is given a sandbox, but `stats`, `logs` and `exec`, runs in that sandbox's turn. Its signal ends
 * with the caller, the sandbox or the backend. A method that throws leaves the sandbox as it was.
 */
export interface SandboxDriver<S extends DrivenSandbox> {
  readonly name: BackendName;
  /** Sandboxes are made from images, which are imported once; else from the folder that a definition names. */
  readonly runsImages: boolean;

  unfit(site: Site): string | undefined;
  importSite(request: ImportRequest, signal: AbortSignal): Promise<SiteState>;
  removeSite(name: string): Promise<boolean>;
  siteState(source: SiteSource): Promise<SiteState>;
  /** Runs with what sandboxes of the site are made from, which stays meanwhile; prepares it if it is missing. */
  withTemplate<T>(
    source: SiteSource,
    signal: AbortSignal,
    work: (template: string) => Promise<T>,
  ): Promise<T>;
  /** Deletes the templates of a site that nothing is made from, and no sandbox is reset to. */
  sweepTemplates(siteName: string): Promise<void>;

  /** Takes the place of a new sandbox, of which nothing runs yet. Throws if something lies there: it is not undone. */
  begin(plan: SandboxPlan): Promise<S>;
  /** Makes what was begun into a copy of its template, and resolves when its site answers. */
  make(sandbox: S, signal: AbortSignal): Promise<void>;
  /** Makes what was begun into a copy of its parent, and resolves when its site answers. */
  copy(sandbox: S, from: BranchOrigin<S>, signal: AbortSignal): Promise<void>;
  /**
   * Removes what `begin` made when `make` or `copy` has failed. If that was ended, nobody asks why, and its log goes too.
   */
  undo(sandbox: S, wasEnded: boolean): Promise<void>;
  /** Removes everything of it. Called again if it threw. */
  remove(sandbox: S): Promise<void>;

  checkpoint(sandbox: S, name: string, signal: AbortSignal): Promise<void>;
  restore(sandbox: S, name: string, signal: AbortSignal): Promise<void>;
  reset(sandbox: S, signal: AbortSignal): Promise<void>;

  stats(sandbox: S): Promise<SandboxStats>;
  logs(sandbox: S, maxBytes: number): Promise<SandboxLogs>;
  exec(
    sandbox: S,
    command: readonly string[],
    options: ExecOptions,
    signal: AbortSignal,
  ): Promise<ExecResult>;

  pools(): readonly PoolState[];
  setPool(source: SiteSource, size: PoolSize): Promise<PoolState>;

  /** Adds what an earlier daemon left, and is whole, to the context's sandboxes, and removes the rest. */
  adopt(sources: SiteSources, signal: AbortSignal): Promise<Left>;
  /** Ends what it has besides sandboxes, of which there is none any more, nor background work. */
  close(): Promise<void>;
  /** Lets go of everything, and leaves it to the next backend. */
  abandon(): Promise<void>;
}
