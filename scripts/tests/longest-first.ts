// The order in which test files run: long ones first, so that none is left alone at the end, and the groups mixed.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The parts of their paths by which files that take more than half a minute are known, the longest first. */
const LONGEST: readonly string[] = [
  "incus/failure",
  "incus/leaks",
  "worker/dialogs",
  "worker/chaos",
  "content/pages",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // By what the last run here took, or else by size.
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, ({ project }) => project.name);
    return mixed([...groups.values()].map(longestFirst));
  }
}

function longestFirst(files: readonly TestSpecification[]): TestSpecification[] {
  const rank = ({ moduleId }: TestSpecification): number => {
    const index = LONGEST.findIndex((part) => moduleId.includes(`${part}.test.ts`));
    return index === -1 ? LONGEST.length : index;
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Deals the lists out into one, each spread over all of it: tests with Incus side by side would wait for Incus,
 * and those with browsers for a processor.
 */
export function mixed<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, at: index / list.length })))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
