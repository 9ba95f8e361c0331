// Orders the test files: long ones first, so that none is left alone at the end, and the groups mixed.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Lists the files that take more than half a minute, the longest first; those of real applications take it once
 * their images are built.
 */
const LONGEST: readonly string[] = [
  "e2e/project/main-job",
  "e2e/cli/verbs",
  "e2e/faults/every-action",
  "e2e/guard/mcp-http",
  "e2e/task-agent/run-task",
  "e2e/faults/pages",
  "e2e/agent/mcp-browsers",
  "e2e/agent/mcp-tools",
  "e2e/project/packed",
  "e2e/browser/install-browsers",
  "browser/background/input/while-a-dialog-waits",
  "browser/background/input/dialogs",
  "browser/content/observe/pages",
  "browser/content/observe/oracle",
  "browser/content/observe/identity/id-survival",
  "browser/content/observe/fuzz",
  "browser/content/settle/settling-memory",
  "incus/failure",
  "incus/leaks",
  "incus/sequences",
  "incus/setup",
  "incus/daemon-sandboxes",
  "incus/isolation",
  "incus/evershop",
  "incus/wordpress",
  "incus/magento-like",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The order is by the duration of the last run here, or else by size.
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, ({ project }) => project.name);
    return mixed([...groups.values()].map(longestFirst));
  }
}

function longestFirst(files: readonly TestSpecification[]): TestSpecification[] {
  const rank = ({ moduleId }: TestSpecification): number => {
    const index = LONGEST.findIndex((part) => moduleId.endsWith(`/test/${part}.test.ts`));
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
