// Defines the labels on every instance of ours, which tell it from others' after any crash.
import * as z from "zod/mini";

/** Keys of an instance's config. */
export const labelKeys = {
  /** The daemon's home; nothing with another owner, or none, is ever touched. */
  owner: "user.webserv.owner",
  kind: "user.webserv.kind",
  site: "user.webserv.site",
  /** A clone or a checkpoint goes back to it. */
  template: "user.webserv.template",
  /** A checkpoint, and a clone made for a sandbox, name that. A clone of the pool has none. */
  sandbox: "user.webserv.sandbox",
  /** A clone's is random, since its address and so its name come round. */
  clone: "user.webserv.clone",
  /** A clone bears a digest of the limits it was made with. */
  limits: "user.webserv.limits",
  /** A template is `half` until it can be copied. */
  state: "user.webserv.state",
  /** A template bears digests of the image and the recipe it was made from, and the time. */
  image: "user.webserv.image",
  recipe: "user.webserv.recipe",
  preparedAt: "user.webserv.prepared-at",
} as const;

const text = z.optional(z.string());

const schema = z.object({
  owner: z.string(),
  kind: z.enum(["template", "clone", "checkpoint"]),
  site: z.string(),
  template: text,
  sandbox: text,
  clone: text,
  limits: text,
  state: z.optional(z.enum(["half", "whole"])),
  image: text,
  recipe: text,
  preparedAt: text,
});
export type Labels = z.infer<typeof schema>;

export function writeLabels(labels: Labels): Record<string, string> {
  return Object.fromEntries(
    keys().flatMap((key) => {
      const value = labels[key];
      return value === undefined ? [] : [[labelKeys[key], value]];
    }),
  );
}

/** Returns undefined if the instance is not of this owner. */
export function readLabels(
  config: Readonly<Record<string, string>>,
  owner: string,
): Labels | undefined {
  if (config[labelKeys.owner] !== owner) return undefined;
  // An empty value is how Incus keeps a key that was taken away.
  const found = keys().flatMap((key) => {
    const value = config[labelKeys[key]];
    return value === undefined || value === "" ? [] : [[key, value] as const];
  });
  const parsed = z.safeParse(schema, Object.fromEntries(found));
  return parsed.success ? parsed.data : undefined;
}

function keys(): readonly (keyof typeof labelKeys)[] {
  return [
    "owner",
    "kind",
    "site",
    "template",
    "sandbox",
    "clone",
    "limits",
    "state",
    "image",
    "recipe",
    "preparedAt",
  ];
}
