// Indexes boxes by their vertical position, so that a long page's boxes are not all searched for each text.
import type { Area } from "../geometry/area.ts";

interface Boxed {
  readonly box: Area;
}

/** The height of a band, in px. */
const BAND = 256;
/** A box over more bands than these is kept apart and returned for all of them. */
const MAX_BANDS = 32;

/** A spatial index over horizontal bands. */
export class AreaIndex<T extends Boxed> {
  readonly #bands = new Map<number, T[]>();
  readonly #tall: T[] = [];

  add(each: T): void {
    const { left, top, right, bottom } = each.box;
    if (right <= left || bottom <= top) return;
    const [first, last] = [Math.floor(top / BAND), Math.floor(bottom / BAND)];
    if (last - first > MAX_BANDS) {
      this.#tall.push(each);
      return;
    }
    for (let band = first; band <= last; band++) {
      const list = this.#bands.get(band);
      if (list === undefined) this.#bands.set(band, [each]);
      else list.push(each);
    }
  }

  /** Yields the entries whose boxes overlap with `area`; some perhaps more than once. */
  *at(area: Area): Iterable<T> {
    const lists = [this.#tall];
    const first = Math.floor(area.top / BAND);
    const last = Math.min(first + MAX_BANDS, Math.floor(area.bottom / BAND));
    for (let band = first; band <= last; band++) lists.push(this.#bands.get(band) ?? []);
    for (const list of lists) {
      for (const each of list) if (overlaps(each.box, area)) yield each;
    }
  }
}

/** Tells whether two areas share more than an edge. */
export function overlaps(one: Area, other: Area): boolean {
  return (
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}
