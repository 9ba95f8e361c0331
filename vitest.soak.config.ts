// `npm run soak`: the tests of chance alone, for as many rounds as take many minutes or hours.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "vitest/config";

import { groups, projectOf } from "./scripts/tests/groups.ts";

const DAY_MS = 86_400_000;
const names = ["browser", "e2e", "incus"] as const satisfies (keyof typeof groups)[];

export default defineConfig({
  test: {
    env: { WEBSERV_SOAK: "1" },
    projects: names.map((name) => projectOf(name, { include: repeating(name), testMs: DAY_MS })),
  },
});

/** The files of a group that have a short and a long version. */
function repeating(group: string): string[] {
  return globSync(`test/${group}/**/*.test.ts`, { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(join(import.meta.dirname, file), "utf8").includes("support/time/rounds.ts"),
  );
}
