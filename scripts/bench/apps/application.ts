// Defines an application of other people: its packages, how it starts, a scripted task, and how the result is verified.
import type { AppAgent } from "./agent.ts";

export const applicationNames = [
  "jupyterlab",
  "node-red",
  "oscar",
  "streamlit",
  "wagtail",
] as const;
export type ApplicationName = (typeof applicationNames)[number];

/** Lists packages with their versions, as the registry's ordinary client takes them. */
export interface Packages {
  readonly from: "npm" | "pip";
  readonly pinned: readonly string[];
}

/** Says where an installed application may put its data, and what it is reached by. */
export interface Place {
  /** An empty folder of this run. */
  readonly folder: string;
  readonly port: number;
  /** Finds a file of the installation, such as a program. */
  readonly installed: (path: string) => string;
  /** Runs a program of the installation until it ends, in `folder`. Resolves with what it prints. */
  readonly run: (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => Promise<string>;
}

/** Says which process serves the application. It runs in the place's folder. */
export interface Server {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The path that answers once the application is ready. */
  readonly readyPath: string;
}

export interface Application {
  readonly name: ApplicationName;
  readonly packages: Packages;
  readonly intent: string;
  /** Prepares the data of a run. */
  prepare(place: Place): Promise<Server>;
  carryOut(agent: AppAgent, url: string): Promise<void>;
  /** Verifies the result without WebServ. Throws if the task is not done. */
  verify(place: Place, url: string): Promise<void>;
}
