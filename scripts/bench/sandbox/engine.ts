// Defines what the benchmark asks of either engine: to launch a site's image until its page is there, and its cost.
import type { SiteSource } from "../../../host/src/sandbox/backend.ts";
import type { ReadinessQuestion } from "../../../host/src/sandbox/readiness.ts";
import type { EngineProcesses } from "./engine-memory.ts";

export interface BenchSite {
  /** The name on the command line, such as `big-file`. */
  readonly key: string;
  /** The name in reports. */
  readonly label: string;
  readonly source: SiteSource;
  /** The Docker archive; the same for both engines. */
  readonly archive: string;
}

/** Holds one launched clone whose page has been there. */
export interface Running {
  /** The question that asks for its page again. */
  readonly page: ReadinessQuestion;
  /** Resolves when nothing of it is left. */
  delete(): Promise<void>;
}

export interface Engine {
  readonly name: "Incus" | "Docker";
  readonly version: string;
  readonly processes: EngineProcesses;
  /** Makes the image ready to be launched from. */
  prepare(site: BenchSite, signal: AbortSignal): Promise<void>;
  /** Launches a fresh clone, from the request until its rendered page has been read whole. */
  launch(site: BenchSite, signal: AbortSignal): Promise<Running>;
  /** Resolves with the bytes taken by everything the engine stores. */
  diskBytes(signal: AbortSignal): Promise<number>;
}
