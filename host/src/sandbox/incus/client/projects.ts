// Makes and changes projects of Incus; one of them holds all that is ours.
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";

export const project = z.object({
  name: z.string(),
  description: z._default(z.string(), ""),
  config: z.record(z.string(), z.string()),
  used_by: z._default(z.nullable(z.array(z.string())), []),
});
export type Project = z.infer<typeof project>;

export interface ProjectSpec {
  readonly name: string;
  readonly description?: string;
  readonly config?: Readonly<Record<string, string>>;
}

export interface IncusProjects {
  list(signal: AbortSignal): Promise<Project[]>;
  get(name: string, signal: AbortSignal): Promise<Project>;
  create(spec: ProjectSpec, signal: AbortSignal): Promise<void>;
  /** Keys not named stay as they are. */
  patch(name: string, change: Omit<ProjectSpec, "name">, signal: AbortSignal): Promise<void>;
  delete(name: string, signal: AbortSignal): Promise<void>;
}

export function incusProjects(connection: IncusConnection): IncusProjects {
  return {
    list: (signal) =>
      connection.ask(z.array(project), apiPath("projects"), signal, { query: { recursion: "1" } }),
    get: (name, signal) => connection.ask(project, apiPath("projects", name), signal),
    async create(spec, signal) {
      await connection.run("POST", apiPath("projects"), spec, signal);
    },
    async patch(name, change, signal) {
      await connection.run("PATCH", apiPath("projects", name), change, signal);
    },
    async delete(name, signal) {
      await connection.run("DELETE", apiPath("projects", name), undefined, signal);
    },
  };
}
