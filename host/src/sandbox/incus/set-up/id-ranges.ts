// The ranges of user and group ids of root, which isolated containers take theirs from.

export const idRangeFiles = ["/etc/subuid", "/etc/subgid"] as const;
/** A container takes 65,536 ids; Incus keeps the first range for those that are not isolated. */
export const ENOUGH_IDS = 1001 * 65_536;

export interface IdRange {
  readonly owner: string;
  readonly first: number;
  readonly count: number;
}

/** Reads the text of one of the files. */
export function rangesIn(text: string): IdRange[] {
  return [...text.matchAll(/^([^:#\s]+):(\d+):(\d+)$/gm)].map(([, owner, first, count]) => ({
    owner: owner ?? "",
    first: Number(first),
    count: Number(count),
  }));
}

export function widthOfRoot(ranges: readonly IdRange[]): number {
  const ofRoot = ranges.filter(({ owner }) => owner === "root" || owner === "0");
  return ofRoot.reduce((sum, { count }) => sum + count, 0);
}
