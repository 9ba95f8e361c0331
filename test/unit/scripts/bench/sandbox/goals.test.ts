import { describe, expect, test } from "vitest";

import type { Figures } from "../../../../../scripts/bench/sandbox/figures.ts";
import { goalsOf } from "../../../../../scripts/bench/sandbox/goals.ts";
import { allMet, at, held, site, weight } from "./sample-figures.ts";

describe("the goals of the sandbox benchmark", () => {
  test("each goal of the sandbox benchmark is met by figures at its limit", () => {
    const goals = goalsOf(allMet);
    expect(goals.filter(({ met }) => !met)).toEqual([]);
    expect(goals.map(({ name }) => name)).toEqual([
      "acquire, small (nginx)",
      "acquire, WordPress",
      "launch, small",
      "acquire to first page, WordPress",
      "launch, WordPress",
      "launch, big file",
      "disk of a clone, small (nginx)",
      "memory of a clone, small (nginx)",
      "disk of a clone, WordPress",
      "memory of a clone, WordPress",
      "small clones at once",
      "WordPress clones at once",
    ]);
  });

  test("each goal of the sandbox benchmark is missed by figures just past its limit", () => {
    const figures: Figures = {
      sites: [
        site("small", "small", { launch: { Incus: at(250.1) } }),
        site("wordpress", "WordPress", {
          launch: { Incus: at(1001), Docker: at(1000) },
          turns: { acquire: at(10.1), acquireToPage: at(300.1), reset: at(1), branch: at(1) },
          weight: { Incus: weight(10.1, 100.1), Docker: weight(40, 100) },
        }),
        site("big-file", "big file", { launch: { Incus: at(1001), Docker: at(5000) } }),
      ],
      density: { availableMiB: 1, held: [held("small", 199), held("wordpress", 99)] },
    };
    const goals = goalsOf(figures);
    expect(goals).toHaveLength(9);
    expect(goals.filter(({ met }) => met)).toEqual([]);
  });

  test("goals relative to Docker are left out if Docker was not measured", () => {
    const figures: Figures = {
      sites: [
        site("wordpress", "WordPress", {
          launch: { Incus: at(900) },
          weight: { Incus: weight(4, 90) },
        }),
      ],
    };
    expect(goalsOf(figures)).toEqual([]);
  });
});
