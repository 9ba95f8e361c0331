// Provides the images and bakes that the sites' templates need.
import type { SiteSource } from "../../backend.ts";
import { bakeDigest } from "../bake/bake-digest.ts";
import { runBake } from "../bake/run-bake.ts";
import type { IncusClient } from "../client/client.ts";
import { parseImageReference } from "../image/source/image-reference.ts";
import { shareDevices, sweepImages } from "../image/image-store.ts";
import { imageDigest, importImage } from "../image/import-image.ts";
import { clearImportLeftovers } from "../image/leftovers.ts";
import type { SitesOptions } from "./sites.ts";

export type SiteImages = Pick<
  SitesOptions,
  "imageDigest" | "importImage" | "sweepImages" | "bake" | "recipe"
>;

export interface SiteImagesOptions {
  readonly client: IncusClient;
  /** Storage pool. */
  readonly pool: string;
  readonly owner: string;
  readonly workDir: string;
  readonly log: { info(fields: object, message: string): void };
}

export function siteImages({ client, pool, owner, workDir, log }: SiteImagesOptions): SiteImages {
  let cleared: Promise<unknown> | undefined;
  const options = async (text: string, { site, baseDir }: SiteSource) => {
    await (cleared ??= clearImportLeftovers(workDir));
    return {
      client,
      pool,
      owner,
      workDir,
      log,
      site,
      reference: parseImageReference(text, baseDir),
    };
  };
  return {
    async imageDigest(text, source, signal) {
      return await imageDigest(await options(text, source), signal);
    },
    async importImage(text, source, progress, signal) {
      const image = await importImage({ ...(await options(text, source)), progress }, signal);
      const { fingerprint, digest } = image;
      return { fingerprint, digest, devices: shareDevices(image) };
    },
    async sweepImages(site, signal) {
      // Templates are whole without their images; volumes they use stay.
      const what = { owner, keep: new Set<string>(), ...(site === undefined ? {} : { site }) };
      await sweepImages({ client, pool }, what, signal);
    },
    async bake({ instance, address }, site, progress, signal) {
      const tell = (message: string, facts: object): void => log.info(facts, message);
      await runBake({ client, instance, address, site, progress, log: tell }, signal);
    },
    recipe: bakeDigest,
  };
}
