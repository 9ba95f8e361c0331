// `npm test`: the tests of units first, then all others together.
import { defineConfig } from "vitest/config";

import { projectOf } from "./scripts/tests/groups.ts";
import { LongestFirst } from "./scripts/tests/longest-first.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [projectOf("unit"), projectOf("browser"), projectOf("e2e"), projectOf("incus")],
  },
});
