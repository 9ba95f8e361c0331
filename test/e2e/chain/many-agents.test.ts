// Several agents at once on one daemon, while each kind of process is killed: nothing lost, doubled or mixed up.
import { afterAll, beforeAll, expect, test } from "vitest";

import { TestHome } from "../../support/daemon/daemon.ts";
import { Random } from "../../support/fuzz/random.ts";
import { accountOf } from "../../support/many/account.ts";
import type { Kind } from "../../support/many/crowd.ts";
import { Crowd, KINDS } from "../../support/many/crowd.ts";
import { rounds, SEED } from "../../support/time/rounds.ts";

/** Each kind of process is killed so many times. */
const ROUNDS = rounds({ short: 1, soak: 250 });

let home: TestHome;
let crowd: Crowd;
beforeAll(async () => {
  home = await TestHome.make();
  crowd = await Crowd.open({ home: home.paths.home, browsers: 2, agentsEach: 2 });
});
afterAll(async () => {
  await crowd.close();
  await home[Symbol.asyncDispose]();
});

test("four agents go on whatever is killed, and what each was told is true", async ({ signal }) => {
  const random = new Random(SEED);
  const stop = new AbortController();
  const running = crowd.run(stop.signal);
  const survived: Kind[] = [];
  const kinds = Array.from({ length: ROUNDS }, () => KINDS).flat();
  for (const kind of kinds) {
    const began = performance.now();
    await Promise.all(crowd.agents.map((agent) => agent.whenDoneSince(began, signal)));
    survived.push((await crowd.kill(kind, random.below(crowd.browsers), signal)).kind);
  }
  stop.abort();
  await running;
  expect(survived).toEqual(kinds);
  const account = accountOf(crowd.agents, crowd.site);
  expect(account).toMatchObject({ lost: [], doubled: [], untrue: [], crossTalk: [] });
  expect(account.told.done).toBeGreaterThan(kinds.length * crowd.agents.length);
});
