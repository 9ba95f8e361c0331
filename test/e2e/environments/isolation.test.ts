// Environments side by side in one browser: nothing that a page or the extension keeps reaches another one.
import type { Environment } from "@webserv/shared/model/environment.ts";
import { expect, test } from "vitest";

import type { ChainSession } from "../../support/daemon/chain.ts";
import { LONG, useEnvironments } from "../../support/daemon/environment-world.ts";
import { htmlOf } from "../../support/reading/observed.ts";

const NOTHING = "none / none / none / none";

const world = useEnvironments();

async function keeping(environment: Environment, search = ""): Promise<ChainSession> {
  return await world.chain.session({
    browserId: environment.environmentId,
    url: `http://counter.test/keeping${search}`,
  });
}

test("cookies, both storages and databases of a page are its environment's alone, until a reset", async () => {
  const [first, second, third] = await world.create(3);
  if (first === undefined || second === undefined || third === undefined) throw new Error("few");
  expect(new Set([first.pid, second.pid, third.pid]).size).toBe(1);
  await using one = await keeping(first, "?word=apple");
  await using two = await keeping(second, "?word=pear");
  await using three = await keeping(third);
  expect((await one.observe()).html).toContain("word=apple / apple / apple / apple");
  expect((await two.observe()).html).toContain("word=pear / pear / pear / pear");
  expect((await three.observe()).html).toContain(NOTHING);
  // Read again, once all are there: none has written over another's.
  const url = "http://counter.test/keeping";
  expect(htmlOf(await one.act({ type: "goto", url }))).toContain("word=apple / apple / apple");
  expect(htmlOf(await two.act({ type: "goto", url }))).toContain("word=pear / pear / pear / pear");
  expect(htmlOf(await three.act({ type: "goto", url }))).toContain(NOTHING);
  const { environmentId } = first;
  await world.chain.agent.call("env.reset", { environmentId }, LONG);
  await using anew = await keeping(first);
  expect((await anew.observe()).html).toContain(NOTHING);
  expect((await two.observe()).html).toContain("word=pear / pear / pear / pear");
});

test("sessions, tabs and actions under the same ids are kept apart by the extension", async () => {
  const [first, second] = await world.create(2);
  if (first === undefined || second === undefined) throw new Error("few");
  await using one = await world.chain.session({ browserId: first.environmentId });
  await using two = await world.chain.session({ browserId: second.environmentId });
  // The same action ids, at once: each is carried out, once, in its own page.
  for (const turn of [1, 2, 3]) {
    const add = { type: "goto", url: "http://counter.test/add" } as const;
    const options = { actionId: `same-${turn}` };
    const steps = await Promise.all([one.act(add, options), two.act(add, options)]);
    expect(steps.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(steps.map(htmlOf).map((html) => html.includes(String(10 + turn)))).toEqual([true, true]);
  }
  await one.act({ type: "new_tab", url: "http://counter.test/count" });
  expect((await one.observe()).tabs).toHaveLength(2);
  expect((await two.observe()).tabs).toHaveLength(1);
  await one.close();
  expect((await two.observe()).html).toContain("13");
  expect(await world.chain.stateOf(two.sessionId)).toBe("open");
});
