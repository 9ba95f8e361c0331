// Keeps the sites: their definitions as last seen, and templates in step with image and recipe.
import type { SiteState } from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { ImportRequest, Progress, SiteSource } from "../../backend.ts";
import { createKeyedQueue } from "../../keyed-queue.ts";
import { limitsDigest } from "../clone/clone-config.ts";
import type { Engine } from "../clone/engine.ts";
import { labelKeys } from "../state/labels.ts";
import { prepareTemplate, templateName } from "./prepare.ts";
import type { PreparedImage, PrepareOptions, PrepareRequest } from "./prepare.ts";
import type { Template, Templates } from "./templates.ts";

export interface SitesOptions extends PrepareOptions {
  readonly engine: Engine;
  readonly templates: Templates;
  /** Brings an image into Incus, if it is not there yet. */
  readonly importImage: (
    reference: string,
    source: SiteSource,
    progress: Progress,
    signal: AbortSignal,
  ) => Promise<PreparedImage>;
  /** The digest an import has, without importing. */
  readonly imageDigest: (
    reference: string,
    source: SiteSource,
    signal: AbortSignal,
  ) => Promise<string>;
  /** Deletes what is there of images of a site, or of every site, that no instance needs any more. */
  readonly sweepImages: (site: string | undefined, signal: AbortSignal) => Promise<void>;
  /** Digest of what is done to an image. */
  readonly recipe: (site: Site) => string;
  readonly log: { warn(fields: object, message: string): void };
  /** A clone is made from it, or goes back to it. */
  readonly inUse: (template: string) => boolean;
  /** New sandboxes of the site are made from another template or with other limits from now on, or from none. */
  readonly changed: (site: string, template: Template | undefined) => Promise<void>;
}

/** Undoing is not the caller's to cancel, but it ends too. */
const UNDO_MS = 60_000;

export class Sites {
  readonly #options: SitesOptions;
  readonly #sources = new Map<string, SiteSource>();
  readonly #queue = createKeyedQueue();
  readonly #importing = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: SitesOptions) {
    this.#options = options;
  }

  /** The definition of a site as it was last seen. */
  source(site: string): SiteSource | undefined {
    return this.#sources.get(site);
  }

  /** Clones kept ready with other limits than the definition's are given up. */
  see(source: SiteSource): void {
    const { name, limits } = source.site;
    const before = this.#sources.get(name)?.site.limits ?? limits;
    this.#sources.set(name, source);
    const template = this.#options.templates.current(name);
    if (template === undefined || limitsDigest(before) === limitsDigest(limits)) return;
    const work = this.#tidy(name, async () => this.#options.changed(name, template));
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  state({ site }: SiteSource): SiteState {
    const { templates, recipe } = this.#options;
    const template = templates.current(site.name);
    return {
      site: site.name,
      backend: "incus",
      prepared: template?.recipe === recipe(site),
      ...(template === undefined
        ? {}
        : { imageDigest: template.image, preparedAt: template.preparedAt }),
    };
  }

  /** Prepares the template if it is not there, or not of this image and recipe. */
  async import(request: ImportRequest, signal: AbortSignal): Promise<Template> {
    const { site } = request.source;
    this.see(request.source);
    const work = this.#queue.run(site.name, signal, async () => {
      this.#importing.add(site.name);
      try {
        return await this.#prepare(request, signal);
      } finally {
        await this.#tidy(site.name, async (until) => this.#sweep(site.name, until));
        this.#importing.delete(site.name);
      }
    });
    this.#running.add(work);
    return await work.finally(() => this.#running.delete(work));
  }

  /** Resolves when nothing is being prepared, nor undone. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /**
   * Runs with the template that new sandboxes are made from, while it is sure to stay. It is made if there is none, or
   * if the definition's recipe has changed. Throws `site-not-prepared` if that names no image.
   */
  async using<T>(
    source: SiteSource,
    signal: AbortSignal,
    work: (template: Template) => Promise<T>,
  ): Promise<T> {
    const { templates, recipe } = this.#options;
    this.see(source);
    const current = templates.current(source.site.name);
    const template =
      current?.recipe === recipe(source.site) ? current : await this.import({ source }, signal);
    return await templates.using(template.instance, async () => work(template));
  }

  /** Resolves with whether there was a template. */
  async remove(name: string): Promise<boolean> {
    const { templates, changed } = this.#options;
    return await this.#queue.run(name, undefined, async () => {
      const had = templates.sites.includes(name);
      templates.retire(name);
      this.#sources.delete(name);
      await changed(name, undefined);
      await this.#tidy(name, async (until) => this.#sweep(name, until));
      return had;
    });
  }

  /** Deletes what nothing is made from and nothing goes back to, in the site's turn. Never rejects. */
  async sweep(name: string): Promise<void> {
    // It sweeps at its end, which may be minutes away.
    if (this.#importing.has(name)) return;
    const work = this.#queue.run(name, undefined, async () =>
      this.#tidy(name, async (until) => this.#sweep(name, until)),
    );
    this.#running.add(work);
    await work.finally(() => this.#running.delete(work));
  }

  /** Deletes what an earlier daemon's imports left of images; to be called before the first import. Never rejects. */
  async sweepImages(): Promise<void> {
    await this.#tidy(undefined, async (until) => this.#options.sweepImages(undefined, until));
  }

  async #sweep(name: string, signal: AbortSignal): Promise<void> {
    const { templates, inUse, sweepImages } = this.#options;
    const gone = await templates.sweep(name, inUse, signal);
    if (gone > 0) await sweepImages(name, signal);
  }

  async #prepare(request: ImportRequest, signal: AbortSignal): Promise<Template> {
    const { templates, owner, imageDigest, changed } = this.#options;
    const { source } = request;
    const { site } = source;
    const progress = request.progress ?? (() => undefined);
    const recipe = this.#options.recipe(site);
    const current = templates.current(site.name);
    if (request.image === undefined && current?.recipe === recipe) return current;
    const reference = request.image ?? site.image?.source;
    if (reference === undefined) throw notPrepared(site);
    progress({ text: "looking at the image" });
    const digest = await imageDigest(reference, source, signal);
    if (current?.image === digest && current.recipe === recipe) {
      progress({ text: "nothing to do: the template is of this image and recipe", share: 1 });
      return current;
    }
    // An earlier one that is still gone back to, or a new one.
    const known = templates.find(templateName(owner, site, digest, recipe));
    const template =
      known === undefined
        ? await this.#make({ source, reference, recipe, progress }, signal)
        : await this.#renew(known, signal);
    templates.add(template);
    await changed(site.name, template);
    return template;
  }

  async #make(
    { reference, ...request }: Omit<PrepareRequest, "image"> & { readonly reference: string },
    signal: AbortSignal,
  ): Promise<Template> {
    const { importImage, sweepImages, owner, templates } = this.#options;
    const { source, progress } = request;
    try {
      const image = await importImage(reference, source, progress, signal);
      // The digest of an image in Incus is known only now.
      const name = templateName(owner, source.site, image.digest, request.recipe);
      const known = templates.find(name);
      if (known !== undefined) return await this.#renew(known, signal);
      return await prepareTemplate({ ...request, image }, this.#options, signal);
    } finally {
      // The template is whole without it, and the image's file and volume are as big as it is.
      await this.#tidy(source.site.name, async (until) => sweepImages(source.site.name, until));
    }
  }

  /** Something left over does no harm to what was asked for; the next sweep tries again. */
  async #tidy(
    site: string | undefined,
    work: (until: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    try {
      await work(AbortSignal.timeout(UNDO_MS));
    } catch (err) {
      this.#options.log.warn({ err, site }, "could not delete what a site needs no more");
    }
  }

  async #renew(known: Template, signal: AbortSignal): Promise<Template> {
    const preparedAt = new Date().toISOString();
    const label = { [labelKeys.preparedAt]: preparedAt };
    await this.#options.engine.setLabels(known.instance, label, signal);
    return { ...known, preparedAt };
  }
}

export function notPrepared({ name, image }: Site): WebservError {
  return new WebservError("site-not-prepared", `the site "${name}" has no template yet`, {
    next: `Import its image: \`webserv site import ${name}${image?.source === undefined ? " --image <image>" : ""}\`.`,
  });
}
