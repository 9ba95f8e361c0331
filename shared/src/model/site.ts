// The definition of an application that can be sandboxed.
import * as z from "zod/mini";

export const siteName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/), z.describe("Name of the site: a-z, 0-9 and hyphens"));

/** A host name and port under which the browser sees the site. */
export const canonicalHost = z.strictObject({
  host: z
    .string()
    .check(
      z.maxLength(253),
      z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/),
    ),
  port: z._default(z.int().check(z.minimum(1), z.maximum(65_535)), 80),
});
export type CanonicalHost = z.infer<typeof canonicalHost>;

/** When a sandbox counts as ready: a real request answered as expected. */
export const readiness = z.strictObject({
  path: z._default(z.string().check(z.startsWith("/")), "/"),
  status: z._default(z.int(), 200),
  /** Text the body must hold. */
  includes: z.optional(z.string()),
  timeoutMs: z._default(z.int().check(z.positive()), 30_000),
});

export const limits = z.strictObject({
  memoryMiB: z.optional(z.int().check(z.positive())),
  /** Cores. */
  cpus: z.optional(z.number().check(z.positive())),
  processes: z.optional(z.int().check(z.positive())),
  /** What the sandbox may add to its copy. */
  diskMiB: z.optional(z.int().check(z.positive())),
});
export type Limits = z.infer<typeof limits>;

/** How the `local` backend runs the site: a folder that is copied and a process started in the copy. */
export const localRecipe = z.strictObject({
  /** Folder to copy; relative to the definition file. */
  folder: z.string().check(z.minLength(1)),
  /** Program and arguments, run in the copy. `node` means the Node that runs the daemon. */
  command: z.array(z.string()).check(z.minLength(1)),
  /** Extra environment. PORT and HOST are set by the backend. */
  env: z._default(z.record(z.string(), z.string()), {}),
});

export const site = z.strictObject({
  name: siteName,
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The first one is where the site starts. */
  hosts: z.array(canonicalHost).check(z.minLength(1), z.maxLength(16)),
  readiness: z._default(readiness, { path: "/", status: 200, timeoutMs: 30_000 }),
  limits: z._default(limits, {}),
  local: z.optional(localRecipe),
});
export type Site = z.infer<typeof site>;

/** The address a browser opens for the site, such as http://store.test. */
export function siteUrl(host: CanonicalHost): string {
  return `http://${host.host}${host.port === 80 ? "" : `:${host.port}`}`;
}
