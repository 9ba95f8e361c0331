// Describes the definition of an application that can be sandboxed.
import * as z from "zod/mini";

export const siteName = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9_-]{0,39}$/),
    z.describe("Name of the site: a-z, 0-9, hyphens and underscores"),
  );

/** Returns the name without underscores, for ids of sandboxes and names of instances. */
export function siteSlug(name: string): string {
  return name.replaceAll("_", "-");
}

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

/** The condition for a sandbox to count as ready: a real request was answered as expected. */
export const readiness = z.strictObject({
  path: z._default(z.string().check(z.startsWith("/")), "/"),
  status: z._default(z.int(), 200),
  /** Text that the body must hold. */
  includes: z.optional(z.string()),
  /** Text that the body must not hold, such as an error page's. */
  excludes: z.optional(z.string()),
  timeoutMs: z._default(z.int().check(z.positive()), 30_000),
});

export const limits = z.strictObject({
  memoryMiB: z.optional(z.int().check(z.positive())),
  /** Cores. */
  cpus: z.optional(z.number().check(z.positive())),
  processes: z.optional(z.int().check(z.positive())),
  /** The space that the sandbox may add to its copy. */
  diskMiB: z.optional(z.int().check(z.positive())),
});
export type Limits = z.infer<typeof limits>;

/** The `local` backend runs the site by this recipe: it copies a folder and starts a process in the copy. */
export const localRecipe = z.strictObject({
  /** Folder to copy; relative to the definition file. */
  folder: z.string().check(z.minLength(1)),
  /** Program and arguments, run in the copy. `node` means the Node that runs the daemon. */
  command: z.array(z.string()).check(z.minLength(1)),
  /** Extra environment. PORT and HOST are set by the backend. */
  env: z._default(z.record(z.string(), z.string()), {}),
});

/** A path inside a sandbox. */
const insidePath = z
  .string()
  .check(
    z.maxLength(4096),
    z.regex(/^\/(?!.*(^|\/)\.\.(\/|$))/),
    z.describe("Absolute path inside"),
  );

const bakeTimeoutMs = z._default(z.int().check(z.positive(), z.maximum(3_600_000)), 300_000);

/**
 * One step of the bake, which runs once after an image's first boot and is then part of every
 * clone. `{url}` in a string stands for the site's first canonical address, such as
 * http://shop.test:7770.
 */
export const bakeStep = z.discriminatedUnion("kind", [
  /** Runs a command inside; an exit code other than 0 fails the bake. */
  z.strictObject({
    kind: z.literal("run"),
    command: z.array(z.string()).check(z.minLength(1), z.maxLength(256)),
    /** User name or uid; root if left out. */
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    cwd: z.optional(insidePath),
    env: z._default(z.record(z.string(), z.string()), {}),
    timeoutMs: bakeTimeoutMs,
  }),
  /** Requests a page of the site, as a browser would, so that what it generates on demand exists. */
  z.strictObject({
    kind: z.literal("request"),
    path: z.string().check(z.startsWith("/")),
    method: z._default(z.enum(["GET", "POST"]), "GET"),
    /** Index into the site's `hosts`. */
    host: z._default(z.int().check(z.nonnegative(), z.maximum(15)), 0),
    headers: z._default(z.record(z.string(), z.string()), {}),
    body: z.optional(z.string()),
    /** Any status below 400 if left out. */
    status: z.optional(z.int()),
    includes: z.optional(z.string()),
    times: z._default(z.int().check(z.positive(), z.maximum(1000)), 1),
    timeoutMs: bakeTimeoutMs,
  }),
  /** Writes a file inside. */
  z.strictObject({
    kind: z.literal("file"),
    path: insidePath,
    content: z.string().check(z.maxLength(1024 * 1024)),
    mode: z._default(z.string().check(z.regex(/^0[0-7]{3}$/)), "0644"),
    uid: z._default(z.int().check(z.nonnegative()), 0),
    gid: z._default(z.int().check(z.nonnegative()), 0),
  }),
  /** Repeats a command until it ends with 0. */
  z.strictObject({
    kind: z.literal("wait"),
    command: z.array(z.string()).check(z.minLength(1), z.maxLength(256)),
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    timeoutMs: bakeTimeoutMs,
  }),
]);
export type BakeStep = z.infer<typeof bakeStep>;

/** The `incus` backend runs the site by this recipe: it imports an image once and carries out the steps of its bake. */
export const imageRecipe = z.strictObject({
  /**
   * The place that `site import` takes the image from by default: `docker-archive:PATH`, `oci:PATH`,
   * `docker://REFERENCE` or `incus:ALIAS`; paths are relative to the definition file.
   */
  source: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  /** The port inside for each of `hosts`, in their order; the host's own port if left out. */
  ports: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(16))),
  /** Added to the image's environment. */
  env: z._default(z.record(z.string(), z.string()), {}),
  /** Replaces the image's entrypoint and command. */
  command: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(256))),
  /** Size of /dev/shm; if left out, what Incus gives (half of the memory limit). */
  sharedMemoryMiB: z.optional(z.int().check(z.positive())),
  /** Folders that no clone writes: read-only and shared by all clones, page cache and all. */
  share: z._default(z.array(insidePath).check(z.maxLength(16)), []),
  bake: z._default(z.array(bakeStep).check(z.maxLength(100)), []),
});
export type ImageRecipe = z.infer<typeof imageRecipe>;

/** The number of clones that are kept ready. */
export const poolSize = z
  .strictObject({
    min: z._default(z.int().check(z.nonnegative(), z.maximum(1000)), 0),
    max: z._default(z.int().check(z.nonnegative(), z.maximum(1000)), 4),
  })
  .check(z.refine(({ min, max }) => min <= max, "min is more than max"));
export type PoolSize = z.infer<typeof poolSize>;

/** An account that the site comes with. */
export const siteLogin = z.strictObject({
  /** The role of the account, such as `customer` or `admin`. */
  role: z.string().check(z.minLength(1), z.maxLength(40)),
  username: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Path of the form. */
  path: z.optional(z.string().check(z.startsWith("/"))),
});

export const site = z.strictObject({
  name: siteName,
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The site starts at the first one. */
  hosts: z.array(canonicalHost).check(z.minLength(1), z.maxLength(16)),
  readiness: z._default(readiness, { path: "/", status: 200, timeoutMs: 30_000 }),
  limits: z._default(limits, {}),
  local: z.optional(localRecipe),
  image: z.optional(imageRecipe),
  pool: z._default(poolSize, { min: 0, max: 4 }),
  logins: z._default(z.array(siteLogin).check(z.maxLength(16)), []),
});
export type Site = z.infer<typeof site>;

/** Returns the address that a browser opens for the site, such as http://store.test. */
export function siteUrl(host: CanonicalHost): string {
  return `http://${host.host}${host.port === 80 ? "" : `:${host.port}`}`;
}
