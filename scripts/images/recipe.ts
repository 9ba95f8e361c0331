// Says what an image is made from: its packages, the files laid over them, and the commands run inside.
import type { Private } from "./private-root.ts";

/** Holds the `config` of a Docker image, as far as images made here use it. */
export interface ImageConfig {
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
  readonly Env: readonly string[];
  readonly WorkingDir?: string;
  readonly User?: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Volumes?: Readonly<Record<string, object>>;
  readonly Labels?: Readonly<Record<string, string>>;
  readonly StopSignal?: string;
  readonly Healthcheck?: {
    readonly Test: readonly string[];
    /** The interval in ns, as all times here. */
    readonly Interval: number;
    readonly Timeout: number;
    readonly StartPeriod?: number;
    readonly Retries: number;
  };
}

export interface BuildPlace {
  /** The root file system of the image. */
  readonly root: string;
  /** The recipe's own folder in the repository. */
  readonly recipe: string;
  /** An empty folder on the same file system, gone after the build. */
  readonly scratch: string;
  /** Runs commands inside the root file system or beside it. */
  readonly run: Private;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Describes an image. Before `build` is called, files in the folder `root` beside a recipe are laid over the packages'.
 * Those in its folder `build` are below /.build then, and not in the image.
 */
export interface Recipe {
  readonly name: string;
  /** The Debian packages, beside the essential ones. */
  readonly packages: readonly string[];
  readonly config: ImageConfig;
  build?(place: BuildPlace): Promise<void>;
}
