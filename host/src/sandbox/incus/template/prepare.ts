// Makes a template: an instance of the image, booted once, baked, brought to a clean end and kept.
import { createHash } from "node:crypto";

import { siteSlug } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Progress, SiteSource } from "../../backend.ts";
import { noNetwork, siteConfig } from "../clone/clone-config.ts";
import type { Clone } from "../clone/clone.ts";
import type { Clones } from "../clone/clones.ts";
import type { Device, Engine } from "../clone/engine.ts";
import { labelKeys, writeLabels } from "../state/labels.ts";
import { BASE } from "./templates.ts";
import type { Template } from "./templates.ts";

export interface PreparedImage {
  readonly fingerprint: string;
  readonly digest: string;
  /** All clones share its read-only folders in them. */
  readonly devices: Readonly<Record<string, Device>>;
}

export interface PrepareOptions {
  readonly engine: Engine;
  readonly clones: Clones;
  readonly owner: string;
  /** Carries out the recipe's steps in a running instance. */
  readonly bake: (
    clone: Clone,
    site: Site,
    progress: Progress,
    signal: AbortSignal,
  ) => Promise<void>;
}

export interface PrepareRequest {
  readonly source: SiteSource;
  readonly image: PreparedImage;
  /** Digest of what is done to the image. */
  readonly recipe: string;
  readonly progress: Progress;
}

/** Databases write out what they hold; then the site is ended all the same. */
const SHUT_DOWN_MS = 120_000;

/** Makes a template; also throws `bake-failed`. It leaves nothing behind if it throws. */
export async function prepareTemplate(
  request: PrepareRequest,
  options: PrepareOptions,
  signal: AbortSignal,
): Promise<Template> {
  const { engine, clones, owner } = options;
  const { image, recipe, progress, source } = request;
  const { site } = source;
  const instance = templateName(owner, site, image.digest, recipe);
  const labels = writeLabels({
    owner,
    kind: "template",
    site: site.name,
    state: "half",
    image: image.digest,
    recipe,
  });
  const preparedAt = new Date().toISOString();
  // An earlier try of the same may have left something that could not be deleted then.
  await engine.remove(instance, signal);
  await clones.building(
    instance,
    async (plan) => {
      progress({ text: "making an instance of the image" });
      const config = { ...siteConfig(site), ...labels, ...plan.config };
      const devices = { ...plan.devices, ...image.devices };
      await engine.createFromImage(image.fingerprint, { ...plan, config, devices }, signal);
    },
    async (clone) => {
      await bringUp(clone, request, options, signal);
      progress({ text: "keeping it as the site's template" });
      try {
        const plan = { name: instance, config: labels, devices: { eth0: noNetwork }, start: false };
        await engine.copy(clone.instance, plan, signal);
        await engine.snapshot(instance, BASE, signal);
        const whole = { [labelKeys.state]: "whole", [labelKeys.preparedAt]: preparedAt };
        await engine.setLabels(instance, whole, signal);
      } catch (error) {
        await clones.remove(instance);
        throw error;
      }
    },
    signal,
  );
  return { instance, site: site.name, image: image.digest, recipe, preparedAt };
}

/** Returns the same name for the same site, image and recipe of one owner. */
export function templateName(owner: string, site: Site, image: string, recipe: string): string {
  const key = JSON.stringify([owner, site.name, image, recipe]);
  return `tpl-${siteSlug(site.name)}-${createHash("sha256").update(key).digest("hex").slice(0, 8)}`;
}

async function bringUp(
  clone: Clone,
  { source: { site }, progress }: PrepareRequest,
  { engine, clones, bake }: PrepareOptions,
  signal: AbortSignal,
): Promise<void> {
  progress({ text: "waiting for the site's first boot" });
  const baked = (site.image?.bake.length ?? 0) > 0;
  if (baked) {
    await clones.answers(site, clone, signal);
    await bake(clone, site, progress, signal);
    progress({ text: "waiting until the site is ready" });
  }
  await clones.ready(site, clone, signal);
  progress({ text: "stopping the site" });
  clones.expectEnd(clone);
  if (await engine.shutDown(clone.instance, SHUT_DOWN_MS, signal)) return;
  throw new WebservError(
    "bake-failed",
    `the site "${site.name}" did not end within ${SHUT_DOWN_MS / 1000} s of being asked to`,
    { next: "Have the image's entrypoint end its services at the image's stop signal." },
  );
}
