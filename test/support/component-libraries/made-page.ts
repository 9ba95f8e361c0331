// Describes a page of a component library that is made here.

/** Describes a page made here, by its path; pages that packages ship whole need none. */
export interface MadePage {
  readonly library: string;
  readonly name: string;
  readonly path: string;
  readonly html?: string;
}
