// Says what a page of a component library is, where it is made here.

/** A page made here, by its path; those that packages ship whole have none of their own. */
export interface MadePage {
  readonly library: string;
  readonly name: string;
  readonly path: string;
  readonly html?: string;
}
