import { expect, test } from "vitest";

import { AddressPlan } from "@webserv/host/src/sandbox/incus/clone/addresses.ts";
import { Clones } from "@webserv/host/src/sandbox/incus/clone/clones.ts";
import type { Engine } from "@webserv/host/src/sandbox/incus/clone/engine.ts";
import { StopWatch } from "@webserv/host/src/sandbox/incus/clone/stop-watch.ts";

const parent = { instance: "clone-1-1", address: "10.87.1.1", template: "tpl" };
const plan = { name: "cp-1", config: {}, devices: {}, start: false };

/** Clones of an Incus that notes what it is asked, and refuses what `refuses` names. */
function clonesOf(refuses: keyof Engine | undefined) {
  const asked: string[] = [];
  const stuck: string[] = [];
  const does = (name: keyof Engine) => async (instance: string) => {
    asked.push(`${name} ${instance}`);
    await Promise.resolve();
    if (name === refuses) throw new Error(`no ${name} today`);
  };
  const never = async (): Promise<never> => Promise.reject(new Error("not asked in this test"));
  const engine: Engine = {
    list: never,
    copy: does("copy"),
    createFromImage: never,
    start: never,
    shutDown: never,
    freeze: does("freeze"),
    thaw: does("thaw"),
    snapshot: never,
    setLabels: never,
    labels: async () => Promise.resolve({ "user.webserv.owner": "me" }),
    status: never,
    pid: never,
    remove: does("remove"),
    use: never,
  };
  const clones = new Clones({
    engine,
    owner: "me",
    project: "webserv",
    local: false,
    network: "webserv0",
    storagePool: "webserv",
    diskLimits: false,
    addresses: new AddressPlan("10.87.0.1/16"),
    stops: new StopWatch(() => undefined),
    onStuck: (instance) => stuck.push(instance),
    lastWords: async () => Promise.resolve(""),
    log: { warn: () => undefined },
  });
  return { clones, asked, stuck };
}

test("a clone goes on after its disk was copied", async () => {
  const { clones, asked, stuck } = clonesOf(undefined);
  await clones.keep(parent, plan, AbortSignal.timeout(10_000));
  expect(asked).toEqual(["freeze clone-1-1", "copy clone-1-1", "thaw clone-1-1"]);
  expect(stuck).toEqual([]);
});

test("a clone whose copy failed goes on, and what was half made is deleted", async () => {
  const { clones, asked, stuck } = clonesOf("copy");
  await expect(clones.keep(parent, plan, AbortSignal.timeout(10_000))).rejects.toThrow(
    "no copy today",
  );
  expect(asked.slice(-2)).toEqual(["thaw clone-1-1", "remove cp-1"]);
  expect(stuck).toEqual([]);
});

test("a clone that can't be let go on again is told of, and its copy is deleted", async () => {
  const { clones, asked, stuck } = clonesOf("thaw");
  await expect(clones.keep(parent, plan, AbortSignal.timeout(10_000))).rejects.toThrow(
    "no thaw today",
  );
  expect(stuck).toEqual([parent.instance]);
  expect(asked.at(-1)).toBe("remove cp-1");
});
