// Lists what can be acted on in a reading, each with what it stands in: cards, rows, forms,
// sections, and headings above it.
import { ENCLOSURES, isHeading } from "../../dom/element-kinds.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { hasId } from "../tree/parts.ts";
import type { Above, Scope, ScopeNames } from "./scopes.ts";
import { contextOf, countOf, higher, scopeNames, scopeOf } from "./scopes.ts";
import type { Walk } from "../tree/walk-result.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** A part that can be acted on, which finds out what it stands in once it is asked. */
export class ScopedPart {
  readonly part: ElementPart;
  readonly #walk: Walk;
  readonly #around: ScopeHolder;
  readonly #above: Above | undefined;
  #named: ScopeNames | undefined;

  constructor(part: ElementPart, walk: Walk, around: ScopeHolder, above: Above | undefined) {
    this.part = part;
    this.#walk = walk;
    this.#around = around;
    this.#above = above;
  }

  /** The names of its scopes, nearest first. */
  get scopes(): readonly string[] {
    return this.#names().names;
  }

  /** The texts of the nearest scope, to tell rows apart. */
  get context(): string {
    let { scope } = this.#around;
    while (scope.caption !== undefined && scope.outer !== undefined) scope = scope.outer;
    return contextOf(scope.texts, this.#walk);
  }

  /** The heading that names the nearest scope, if one does. */
  get heading(): Element | undefined {
    return this.#names().heading;
  }

  #names(): ScopeNames {
    this.#named ??= scopeNames(this.#around.scope, this.part, this.#walk, this.#above);
    return this.#named;
  }
}

/**
 * Lists all that can be acted on, in reading order. The whole page tells what a part stands in,
 * whatever is shown of it.
 */
export function scopedParts(walk: Walk): ScopedPart[] {
  const found: ScopedPart[] = [];
  /** The headings that what comes next stands under. */
  let above: Above | undefined;
  /** The heading that what comes next stands in. */
  let within: ElementPart | undefined;
  const visit = (part: ElementPart, outer: ScopeHolder, isClosed: boolean): void => {
    if (hasId(part)) {
      const over = within === undefined ? above : higher(above, within);
      found.push(new ScopedPart(part, walk, outer, over));
    }
    const heads = isHeadingPart(part);
    // A part without children holds nothing to be named, and nothing that names.
    if (part.children.length === 0 && !heads) return;
    const before = above;
    const around = within;
    if (heads) within = part;
    const inside = heads ? outer : new NestedScope(part, outer, countOf(before));
    visitAll(part.children, inside);
    // The heading of a card says nothing about what comes after the card.
    if (isClosed) above = before;
    within = around;
    if (heads) above = { last: part, before: above, count: countOf(above) + 1 };
  };
  const page = {
    scope: {
      outer: undefined,
      name: undefined,
      headings: { from: 0, to: walk.headings.length },
      above: 0,
      texts: { from: 0, to: 0 },
      wide: true,
      caption: undefined,
      label: false,
    },
  };
  const visitAll = (parts: readonly Part[], around: ScopeHolder): void => {
    const isSeries = holdsSeries(parts);
    for (const part of parts) {
      if (part.kind === "element") visit(part, around, isSeries || isEnclosed(part));
    }
  };
  visitAll(walk.parts, page);
  return found;
}

/** Stands around others, and tells the nearest scope that it makes or stands in. */
interface ScopeHolder {
  readonly scope: Scope;
}

/**
 * A scope that may begin with a part. Most parts hold nothing that has to be named, so whether one
 * makes a scope is found out once that is asked.
 */
class NestedScope implements ScopeHolder {
  readonly #part: ElementPart;
  readonly #outer: ScopeHolder;
  readonly #above: number;
  #scope: Scope | undefined;

  constructor(part: ElementPart, outer: ScopeHolder, above: number) {
    this.#part = part;
    this.#outer = outer;
    this.#above = above;
  }

  get scope(): Scope {
    if (this.#scope === undefined) {
      const { scope } = this.#outer;
      this.#scope = scopeOf(this.#part, scope, this.#above) ?? scope;
    }
    return this.#scope;
  }
}

/** Tells whether several of the parts have headings of their own. */
function holdsSeries(parts: readonly Part[]): boolean {
  let count = 0;
  for (const part of parts) {
    if (part.kind !== "element" || part.headings.from === part.headings.to) continue;
    if (!isHeadingPart(part) && ++count > 1) return true;
  }
  return false;
}

function isHeadingPart({ element, tag, headings }: ElementPart): boolean {
  // A heading is one of the headings that stand in it.
  return headings.from < headings.to && isHeading(tag, unshadowed(element).getAttribute("role"));
}

/** Tells whether headings in a part are about nothing outside it. */
function isEnclosed(part: ElementPart): boolean {
  return part.interaction !== undefined || ENCLOSURES.has(part.tag);
}
