// Tests what Incus refuses for a passing interface is tried again, and nothing else is.
import { expect, test } from "vitest";

import { withoutBridgeRace } from "../../../../../../scripts/set-up/incus/network/bridge-race.ts";

const race = "Failed getting bridge children interfaces: open /sys/class/net/veth1: no such file";

test.each([
  ["a race that ends", race, 3, { ended: "made", tries: 4 }],
  ["a race that never ends", race, 1000, { ended: race, tries: 10 }],
  ["another refusal", "it already exists", 3, { ended: "it already exists", tries: 1 }],
])("at %s, work is tried as often as it may help", async (_what, words, failures, outcome) => {
  let tries = 0;
  const ended = await withoutBridgeRace(() => {
    tries += 1;
    return tries > failures ? Promise.resolve("made") : Promise.reject(new Error(words));
  }).catch((error: unknown) => (error instanceof Error ? error.message : undefined));
  expect({ ended, tries }).toEqual(outcome);
});
