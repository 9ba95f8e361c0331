// An image with one big file that is written to at every start: what a clone adds to it stays small.
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { describeWithIncus } from "../support/incus/incus.ts";
import { STEPS_MS, useRealSite } from "../support/sandboxes/real-site.ts";

const POLL = { interval: 500 };
const GIB = 1024 ** 3;
const DATA = "/var/lib/catalogue/data.ibd";
const OFFSET = 1024 ** 2;

describeWithIncus("an image with a file of more than 2 GiB", () => {
  const site = useRealSite({
    name: "magento-like",
    definition: join(packageRoot, "scripts", "images", "magento-like", "site.json"),
  });

  /** The first bytes, where the server notes its start, and those where a test writes. */
  const start = async (sandboxId: string): Promise<string> =>
    await site().exec(sandboxId, "head", "-c", "28", DATA);
  const note = async (sandboxId: string): Promise<string> =>
    await site().exec(
      sandboxId,
      "sh",
      "-c",
      `dd if=${DATA} bs=1 skip=${OFFSET} count=4 status=none`,
    );
  const write = async (sandboxId: string, words: string): Promise<string> => {
    const script = `printf ${words} | dd of=${DATA} bs=1 seek=${OFFSET} conv=notrunc,fsync status=none`;
    return await site().exec(sandboxId, "sh", "-c", script);
  };
  const diskMiB = async (sandboxId: string): Promise<number> =>
    (await site().agent.call("sandbox.stats", { sandboxId })).diskMiB;

  test(
    "clones write to a big file at their start, keep it for themselves, and take next to no disk",
    { timeout: STEPS_MS },
    async () => {
      // Each clone of this test is made when it is asked for.
      await site().keepReady(0);
      const one = await site().create("one");
      const two = await site().create("two");
      expect(await (await fetch(one.origin)).text()).toContain("A shop with a big catalogue");
      for (const { sandboxId } of [one, two]) {
        const [size = "", blocks = ""] = (
          await site().exec(sandboxId, "stat", "--format", "%s %b", DATA)
        ).split(" ");
        expect(Number(size)).toBeGreaterThanOrEqual(2 * GIB);
        // Not sparse: there is as much of it as there seems to be.
        expect(Number(blocks) * 512).toBeGreaterThanOrEqual(2 * GIB);
        expect(await start(sandboxId)).toMatch(/^started \d{20}$/);
      }

      await write("one", "mine");
      await write("two", "hers");
      expect([await note("one"), await note("two")]).toEqual(["mine", "hers"]);
      const third = await site().branch("one", "three");
      await write("three", "both");
      expect([await note("one"), await note("two"), await note("three")]).toEqual([
        "mine",
        "hers",
        "both",
      ]);

      for (const { sandboxId } of [one, two, third]) {
        expect(await diskMiB(sandboxId)).toBeLessThan(100);
      }
      // What is measured is what is added: it does grow by what is written.
      await site().exec("two", "dd", `of=${DATA}`, "if=/dev/urandom", ...WRITE_200_MIB);
      // The file system counts it when it next commits.
      await expect.poll(async () => await diskMiB("two"), POLL).toBeGreaterThan(150);
      expect(await note("one")).toBe("mine");

      await site().reset("two");
      expect(await start("two")).toMatch(/^started \d{20}$/);
      expect(await note("two")).not.toBe("hers");
      expect(await diskMiB("two")).toBeLessThan(100);
    },
  );
});

const WRITE_200_MIB = ["bs=1M", "seek=64", "count=200", "conv=notrunc,fsync", "status=none"];
