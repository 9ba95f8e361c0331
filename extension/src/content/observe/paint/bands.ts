// Boxes by how far down they stand, so that those of a long page are not gone through for each text.
import type { Area } from "../geometry/area.ts";

interface Boxed {
  readonly box: Area;
}

/** In px. */
const BAND = 256;
/** What reaches over more bands than these is looked at for all of them. */
const MAX_BANDS = 32;

export class Bands<T extends Boxed> {
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

  /** Those whose boxes overlap with `area`; some perhaps more than once. */
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

export function overlaps(one: Area, other: Area): boolean {
  return (
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}
