// Finds, for one reading, the names of elements that ids are made of, and what tells apart those of
// one name.
import { documentNames } from "./document-names.ts";
import { EntryIndex } from "../scope/entry-index.ts";
import { nameSlug, slugsAround } from "./descriptor.ts";
import type { Proposal } from "./id-maker.ts";
import type { IdName } from "./id-name.ts";
import { idNameOf } from "./id-name.ts";
import { kindOf } from "../naming/name.ts";
import { OutsideScopes } from "../scope/outside-scopes.ts";
import { unnumbered } from "./named-in-order.ts";
import type { ElementPart } from "../tree/parts.ts";
import { RowLabels } from "../scope/row-labels.ts";
import type { ScopedPart } from "../scope/scoped-parts.ts";
import { scopedParts } from "../scope/scoped-parts.ts";
import type { ElementLocations } from "../scope/element-locations.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Walk } from "../tree/walk-result.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export class ReadingNames {
  readonly #walk: Walk;
  readonly #keyOf: (element: Element) => number;
  readonly #entryIndex: EntryIndex;
  readonly #labels: RowLabels;
  readonly #names = new Map<ElementPart, IdName>();
  readonly #slugs = new Map<ElementPart, string>();
  #scopedParts: readonly ScopedPart[] | undefined;
  #outside: OutsideScopes | undefined;

  constructor(
    walk: Walk,
    locations: ElementLocations,
    shadowRootOf: (element: Element) => ShadowRoot | null,
    keyOf: (element: Element) => number,
  ) {
    this.#walk = walk;
    this.#keyOf = keyOf;
    this.#entryIndex = new EntryIndex(walk.runs, shadowRootOf);
    this.#labels = new RowLabels(locations, this.#entryIndex);
  }

  of(part: ElementPart): IdName {
    let name = this.#names.get(part);
    if (name === undefined) {
      name = idNameOf(part);
      this.#names.set(part, name);
    }
    return name;
  }

  /** Lists all that can be acted on, in reading order. */
  get scopedParts(): readonly ScopedPart[] {
    this.#scopedParts ??= scopedParts(this.#walk);
    return this.#scopedParts;
  }

  /** Proposes ids by the keys of their elements. */
  propose(newcomers: readonly ElementPart[]): Map<number, Proposal> {
    return documentNames(this.scopedParts, newcomers, this.#entryIndex, {
      keyOf: this.#keyOf,
      nameOf: (part) => this.#slugOf(part),
      outside: (this.#outside ??= new OutsideScopes(this.#walk, this.#entryIndex)),
      namePartsOf: ({ part, scopes }) => {
        const name = this.#slugOf(part);
        const label = this.#labels.labelFor(part.element);
        const isOwn = label === withoutVolatile(this.of(part).short).toLowerCase();
        const isNearest = this.#labels.isNearest(part.element);
        return { name, scopes: slugsAround(scopes, isOwn ? "" : label, name, isNearest) };
      },
    });
  }

  /** Returns the parts that may have been called by these ids, numbers apart. */
  candidates(ids: readonly string[]): ElementPart[] {
    const wanted = new Set(ids.map((id) => unnumbered(id.slice(id.lastIndexOf(".") + 1))));
    const parts = this.scopedParts.map(({ part }) => part);
    return parts.filter((part) => wanted.has(unnumbered(this.#slugOf(part))));
  }

  #slugOf(part: ElementPart): string {
    let slug = this.#slugs.get(part);
    if (slug === undefined) {
      const { element } = part;
      const kind = kindOf(element, unshadowed(element).localName);
      slug = nameSlug({ name: this.of(part).short, kind });
      this.#slugs.set(part, slug);
    }
    return slug;
  }
}
