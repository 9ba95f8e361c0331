// Makes random choices that are the same for the same seed.

/** Computes FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
}

/** Makes a function that returns the next number from 0 (included) to 1 (excluded). */
export function randomOf(seed: string): () => number {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mixed(state) / 2 ** 32;
  };
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const left = [...values];
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other] as T, left[last] as T];
  }
  return left;
}

/** Chooses a number within each range, in whole ms. */
export function drawn(
  ranges: Readonly<Record<string, readonly [number, number]>>,
  random: () => number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, [least, most]]) => [
      name,
      Math.round(least + random() * (most - least)),
    ]),
  );
}

/** Applies the finish of MurmurHash3: FNV alone leaves similar names alike. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
