// Tests what keeps Incus from being purged: anything of others in it, and that it can't be asked.
import { expect, test } from "vitest";
import * as z from "zod/mini";

import { SetupError } from "../../../../../scripts/bootstrap/words.mjs";
import type { IncusApi } from "../../../../../scripts/set-up/incus/api.ts";
import { thingsOfOthers } from "../../../../../scripts/set-up/incus/others.ts";

/** Answers by project and path; what is not given is empty. */
function incusWith(answers: Readonly<Record<string, readonly object[]>>) {
  const all = new Map<string, readonly object[]>([
    ["default /1.0/projects", [{ name: "default" }]],
    ["default /1.0/networks", [{ name: "eth0", managed: false }]],
    ...Object.entries(answers),
  ]);
  return (project: string): Pick<IncusApi, "list"> => ({
    list: (schema, path) => {
      const answer = all.get(`${project} ${path}`) ?? [];
      return Promise.resolve(answer.map((each) => z.parse(schema, each)));
    },
  });
}

test("an Incus with nothing but what it makes by itself has no things of others", async () => {
  expect(await thingsOfOthers(incusWith({}))).toEqual([]);
});

const projects = [{ name: "default" }, { name: "mine" }];
test.each<[string, Readonly<Record<string, readonly object[]>>, readonly string[]]>([
  [
    "instances of every project",
    {
      "default /1.0/projects": projects,
      "default /1.0/instances": [{ name: "a" }],
      "mine /1.0/instances": [{ name: "b" }],
    },
    ["2 instances (a, …)", "1 project (mine)"],
  ],
  [
    "custom volumes and their pool",
    {
      "default /1.0/storage-pools": [{ name: "disk" }],
      "default /1.0/storage-pools/disk/volumes/custom": [{ name: "data" }],
    },
    ["1 volume (data)", "1 storage pool (disk)"],
  ],
  [
    "images",
    { "default /1.0/images": [{ fingerprint: "0123456789abcdef" }] },
    ["1 image (0123456789ab)"],
  ],
  [
    "networks that Incus manages",
    { "default /1.0/networks": [{ name: "incusbr0", managed: true }] },
    ["1 network (incusbr0)"],
  ],
])("%s in an Incus are things of others", async (_what, answers, wanted) => {
  expect(await thingsOfOthers(incusWith(answers))).toEqual(wanted);
});

test("an Incus that can't be asked is not taken for an empty one", async () => {
  const silent = () => ({ list: () => Promise.reject(new SetupError("nobody listens.")) });
  await expect(thingsOfOthers(silent)).rejects.toThrow("can't tell what is in it");
});
