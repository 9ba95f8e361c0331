// The four groups of tests, one after the other, from the ones that need nothing to the ones that need the most.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      group("unit", 0, { testTimeout: 10_000, hookTimeout: 10_000 }),
      group("browser", 1, { testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 }),
      group("e2e", 2, { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 }),
      group("incus", 3, { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 }),
    ],
  },
});

interface GroupOptions {
  readonly testTimeout: number;
  readonly hookTimeout: number;
  readonly maxWorkers?: number;
}

function group(name: string, groupOrder: number, options: GroupOptions) {
  return {
    test: {
      name,
      environment: "node" as const,
      include: [`test/${name}/**/*.test.ts`],
      sequence: { groupOrder },
      ...options,
    },
  };
}
