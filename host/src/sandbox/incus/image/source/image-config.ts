// Reads the config of an image in Docker's and OCI's words, and the manifests that lead to it.
import * as z from "zod/mini";

const text = z.string().check(z.maxLength(128 * 1024));
const nullish = <T extends z.core.SomeType>(schema: T) => z.optional(z.nullable(schema));
const record = nullish(z.record(z.string(), z.unknown()));

/** The config blob: its `config` is what `docker inspect` shows. */
export const imageConfigFile = z.object({
  architecture: z._default(z.string(), ""),
  os: z._default(z.string(), "linux"),
  config: nullish(
    z.object({
      Entrypoint: nullish(z.array(text)),
      Cmd: nullish(z.array(text)),
      Env: nullish(z.array(text)),
      WorkingDir: nullish(text),
      User: nullish(text),
      ExposedPorts: record,
      Volumes: record,
      Labels: nullish(z.record(z.string(), text)),
      StopSignal: nullish(text),
      Healthcheck: nullish(z.record(z.string(), z.unknown())),
    }),
  ),
  rootfs: z.object({ diff_ids: z.array(z.string()).check(z.maxLength(1024)) }),
});

export const imageConfig = z.object({
  entrypoint: z.array(z.string()),
  cmd: z.array(z.string()),
  /** Each `NAME=value`. */
  env: z.array(z.string()),
  workdir: z.string(),
  user: z.string(),
  /** The exposed ports, such as `80/tcp`. */
  exposedPorts: z.array(z.string()),
  volumes: z.array(z.string()),
  labels: z.record(z.string(), z.string()),
  stopSignal: z.string(),
  healthcheck: z.optional(z.record(z.string(), z.unknown())),
});
export type ImageConfig = z.infer<typeof imageConfig>;

export const emptyImageConfig: ImageConfig = {
  entrypoint: [],
  cmd: [],
  env: [],
  workdir: "/",
  user: "",
  exposedPorts: [],
  volumes: [],
  labels: {},
  stopSignal: "SIGTERM",
};

/** A field that is left out has the value that Docker gives it. */
export function configOf(file: z.infer<typeof imageConfigFile>): ImageConfig {
  const given = file.config ?? {};
  return {
    entrypoint: given.Entrypoint ?? [],
    cmd: given.Cmd ?? [],
    env: given.Env ?? [],
    workdir:
      given.WorkingDir === undefined || given.WorkingDir === null || given.WorkingDir === ""
        ? "/"
        : given.WorkingDir,
    user: given.User ?? "",
    exposedPorts: Object.keys(given.ExposedPorts ?? {}),
    volumes: Object.keys(given.Volumes ?? {}),
    labels: given.Labels ?? {},
    stopSignal: given.StopSignal ?? emptyImageConfig.stopSignal,
    ...(given.Healthcheck === undefined || given.Healthcheck === null
      ? {}
      : { healthcheck: given.Healthcheck }),
  };
}

/** The form of manifest.json of `docker save`. */
export const dockerManifest = z
  .array(z.object({ Config: z.string(), Layers: z.array(z.string()).check(z.maxLength(1024)) }))
  .check(z.minLength(1));

const descriptor = z.object({
  mediaType: z._default(z.string(), ""),
  digest: z.string().check(z.regex(/^sha(256:[0-9a-f]{64}|512:[0-9a-f]{128})$/)),
  size: z.int().check(z.nonnegative()),
  platform: z.optional(z.object({ architecture: z.string(), os: z.string() })),
  annotations: nullish(z.record(z.string(), z.string())),
});
export type Descriptor = z.infer<typeof descriptor>;

/** The form of index.json, and of the lists of manifests it may lead to. */
export const ociIndex = z.object({ manifests: z.array(descriptor).check(z.minLength(1)) });

export const ociManifest = z.object({
  config: descriptor,
  layers: z.array(descriptor).check(z.maxLength(1024)),
});
