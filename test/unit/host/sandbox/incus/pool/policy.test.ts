import { describe, expect, test } from "vitest";

import {
  countAcquire,
  expectedDemand,
  HALF_LIFE_MS,
  noDemand,
} from "@webserv/host/src/sandbox/incus/pool/demand.ts";
import { planPools, reserveMiB } from "@webserv/host/src/sandbox/incus/pool/policy.ts";
import type {
  Circumstances,
  SiteFacts,
  SitePlan,
} from "@webserv/host/src/sandbox/incus/pool/policy.ts";

const machine = { cores: 4, busy: 0.8, freeMiB: 20_000, totalMiB: 24_000 };
const around: Circumstances = { machine, returningMiB: 0, quiet: false };

function site(some: Partial<SiteFacts> = {}): SiteFacts {
  return {
    site: "shop",
    size: { min: 0, max: 10 },
    demand: 0,
    ready: 0,
    filling: 0,
    cloneMiB: 100,
    ...some,
  };
}

function planOne(facts: Partial<SiteFacts>, where: Circumstances = around): SitePlan {
  const plan = planPools([site(facts)], where).get("shop");
  if (plan === undefined) throw new Error("no plan for the site");
  return plan;
}

describe("the number of clones", () => {
  test("a site's target is the minimum without demand, and at most the maximum whatever the demand", () => {
    expect(planOne({ size: { min: 2, max: 10 } })).toMatchObject({ target: 2, start: 2 });
    expect(planOne({ demand: 500 })).toMatchObject({ target: 10, start: 2, waiting: 8 });
  });

  test("as many clones are started as demand asks for, less those that are ready or under way", () => {
    expect(planOne({ demand: 5, ready: 3, filling: 1 })).toMatchObject({ target: 5, start: 1 });
  });

  test("clones beyond the target are discarded", () => {
    expect(planOne({ demand: 1, ready: 4 })).toMatchObject({ target: 1, discard: 3, start: 0 });
    expect(planOne({ demand: 9, ready: 9, size: { min: 0, max: 6 } }).discard).toBe(3);
  });
});

describe("demand", () => {
  test("demand is the largest burst within a horizon, and halves with every half-life", () => {
    let demand = noDemand;
    for (const atMs of [0, 10, 20, 30, 5000, 5010]) {
      demand = countAcquire(demand, { atMs, missed: false, horizonMs: 1000 });
    }
    expect(expectedDemand(demand, 30)).toBe(4);
    expect(expectedDemand(demand, 30 + HALF_LIFE_MS)).toBe(2);
    expect(expectedDemand(demand, 30 + 3 * HALF_LIFE_MS)).toBe(0.5);
  });

  test("demand grows by more than was asked for if no clone was ready", () => {
    let demand = noDemand;
    for (const atMs of [0, 1, 2]) {
      demand = countAcquire(demand, { atMs, missed: true, horizonMs: 1000 });
    }
    expect(expectedDemand(demand, 2)).toBe(4);
  });

  test("demand rises at once if a larger burst comes while it falls", () => {
    let demand = countAcquire(noDemand, { atMs: 0, missed: false, horizonMs: 1000 });
    for (const atMs of [HALF_LIFE_MS, HALF_LIFE_MS + 1, HALF_LIFE_MS + 2]) {
      demand = countAcquire(demand, { atMs, missed: false, horizonMs: 1000 });
    }
    expect(expectedDemand(demand, HALF_LIFE_MS + 2)).toBe(3);
  });
});

describe("the machine", () => {
  test("few clones are made at a time, and more if the cores are idle", () => {
    expect(planOne({ demand: 10 }).start).toBe(2);
    expect(planOne({ demand: 10 }, { ...around, machine: { ...machine, busy: 0.1 } }).start).toBe(
      4,
    );
    expect(planOne({ demand: 10, filling: 2 }).start).toBe(0);
  });

  test("a reserve of memory stays free, counting clones that are being made and memory that comes back", () => {
    const freeMiB = reserveMiB(machine) + 250;
    const tight: Circumstances = { ...around, machine: { ...machine, freeMiB } };
    const plan = planOne({ demand: 10 }, tight);
    expect(plan).toMatchObject({ target: 2, start: 2, waiting: 0 });
    expect(plan.held).toMatch(/^memory: \d+ MiB are free, 3600 MiB stay free, a clone takes 100/);
    expect(planOne({ demand: 10, filling: 2 }, tight)).toMatchObject({ target: 2, start: 0 });
    expect(planOne({ demand: 10 }, { ...tight, returningMiB: 100 }).target).toBe(3);
  });

  test("if memory is gone, clones beyond the minimum are given back and the others stay", () => {
    const freeMiB = reserveMiB(machine) / 2 - 350;
    const plans = planPools(
      [
        site({ site: "large", ready: 8, demand: 8, size: { min: 6, max: 10 } }),
        site({ site: "small", ready: 3, demand: 3, size: { min: 1, max: 10 } }),
      ],
      { ...around, machine: { ...machine, freeMiB } },
    );
    expect(plans.get("large")).toMatchObject({ discard: 2, target: 6, start: 0 });
    expect(plans.get("small")).toMatchObject({ discard: 2, target: 1, start: 0 });
  });

  test("a plan says what else of the machine is used up, and starts nothing", () => {
    const full = "the storage pool has 100 MiB left";
    expect(planOne({ demand: 3, ready: 1 }, { ...around, machine: { ...machine, full } })).toEqual({
      target: 1,
      start: 0,
      waiting: 0,
      discard: 0,
      held: full,
    });
  });
});

describe("whose turn it is", () => {
  test("sites below their minimum come first, then those that lack the largest share", () => {
    const plans = planPools(
      [
        site({ site: "wants-more", demand: 10, ready: 9 }),
        site({ site: "wants-all", demand: 10, ready: 2 }),
        site({ site: "below-minimum", ready: 4, size: { min: 5, max: 10 } }),
      ],
      around,
    );
    expect(plans.get("below-minimum")?.start).toBe(1);
    expect(plans.get("wants-all")?.start).toBe(1);
    expect(plans.get("wants-more")?.start).toBe(0);
  });

  test("a caller who waits for a sandbox goes before the filling of a pool, but not for ever", () => {
    const waited = planOne({ demand: 3 }, { ...around, foregroundMs: 100 });
    expect(waited).toMatchObject({ start: 0, waiting: 3, target: 3 });
    expect(waited.held).toBeDefined();
    expect(planOne({ demand: 3 }, { ...around, foregroundMs: 60_000 }).start).toBe(1);
  });

  test("no clone is begun while the first page of one that was just handed out loads", () => {
    expect(planOne({ demand: 3 }, { ...around, quiet: true })).toMatchObject({
      start: 0,
      waiting: 3,
    });
  });

  test("a site that failed starts nothing until its next try, and then one clone, while others go on", () => {
    const failure = { why: "no template", retryInMs: 1500 };
    const plans = planPools(
      [site({ site: "broken", demand: 4, failure }), site({ site: "sound", demand: 1 })],
      around,
    );
    expect(plans.get("broken")).toMatchObject({ start: 0, waiting: 0, target: 4 });
    expect(plans.get("broken")?.held).toBe("no template; tried again in 2 s");
    expect(plans.get("sound")?.start).toBe(1);
    expect(planOne({ demand: 4, failure: { ...failure, retryInMs: 0 } }).start).toBe(1);
    expect(planOne({ demand: 4, filling: 1, failure: { ...failure, retryInMs: 0 } }).start).toBe(0);
  });
});
