import { describe, expect, test } from "vitest";

import { loadedImage } from "../../../../../scripts/bench/docker/api.ts";
import { mountsBelow } from "../../../../../scripts/bench/docker/leftovers.ts";
import { memoryIn } from "../../../../../scripts/bench/sandbox/machine-use.ts";
import { parseOptions, parts, siteKeys } from "../../../../../scripts/bench/sandbox/options.ts";
import { rateOf } from "../../../../../scripts/bench/sandbox/resets.ts";
import { weightOf } from "../../../../../scripts/bench/sandbox/weigh.ts";

const MIB = 1024 * 1024;

function memory(heldMiB: number, notFreeMiB: number) {
  return { held: heldMiB * MIB, notFree: notFreeMiB * MIB };
}

describe("the command line of the sandbox benchmark", () => {
  test("everything is measured if the command line names nothing", () => {
    const options = parseOptions([]);
    expect([...options.parts]).toEqual([...parts]);
    expect(options).toMatchObject({
      json: false,
      docker: true,
      sites: siteKeys,
      small: 200,
      wordpress: 100,
    });
  });

  test("parts, sites and numbers can be chosen on the command line", () => {
    const args = ["--json", "--no-docker", "--only", "weight,launch", "--sites", "big-file,small"];
    const options = parseOptions([...args, "--rounds", "3", "--small", "0", "--wordpress", "7"]);
    expect([...options.parts]).toEqual(["launch", "weight"]);
    expect(options).toMatchObject({
      json: true,
      docker: false,
      sites: ["small", "big-file"],
      rounds: 3,
      small: 0,
      wordpress: 7,
    });
  });

  test.each([
    [["--only", "launch,speed"], '--only names "speed"'],
    [["--sites", ""], '--sites names ""'],
    [["--rounds", "0"], "--rounds is 0"],
    [["--small", "many"], "--small is many"],
  ])("the arguments %j are refused with the value that is wrong", (args, words) => {
    expect(() => parseOptions(args)).toThrow(words);
  });
});

test("a clone's weight is the mean of what each one took, beyond the first", () => {
  const weight = weightOf([memory(1000, 500), memory(1030, 510), memory(1040, 514)], 8 * MIB);
  expect(weight).toMatchObject({
    clones: 2,
    diskMiB: 4,
    memoryMiB: 20,
    notFreeMiB: 7,
    memorySpread: { min: 10, max: 30, n: 2 },
  });
  expect(() => weightOf([memory(1000, 500)], 0)).toThrow("at least one clone");
});

test("sustained resets are counted from when the pool they began with is used up", () => {
  // Two from the pool at once, then one every half a second.
  const ends = [10, 20, 520, 1020, 1520, 2020];
  expect(rateOf(ends, 2, 1)).toEqual({ atOnce: 1, perSecond: 2, resets: 4, seconds: 2 });
  expect(() => rateOf([10, 20], 2, 1)).toThrow("too few");
});

test("page cache counts as used memory", () => {
  const text =
    "MemTotal:       1000 kB\nMemFree:         300 kB\nMemAvailable:    700 kB\nCached: 400 kB\n";
  expect(memoryIn(text)).toEqual({
    usedBytes: 700 * 1024,
    availableBytes: 700 * 1024,
  });
  expect(() => memoryIn("MemTotal: 1 kB\n")).toThrow("MemFree");
});

test("the mounts below Docker's folder come deepest first, and nobody else's come at all", () => {
  const line = (path: string) => `36 35 98:0 / ${path} rw,noatime shared:1 - ext4 /dev/root rw`;
  const text = [
    line("/var/lib/own"),
    line("/var/lib/own/data"),
    line("/var/lib/own-not"),
    line("/var/lib/own/data/a\\040b/merged"),
    "",
  ].join("\n");
  expect(mountsBelow(text, "/var/lib/own")).toEqual([
    "/var/lib/own/data/a b/merged",
    "/var/lib/own/data",
  ]);
});

test.each([
  ['{"stream":"Loaded image: nginx:latest\\n"}\r\n', "nginx:latest"],
  ['{"status":"x"}\n{"stream":"Loaded image ID: sha256:abc\\n"}\n', "sha256:abc"],
])("the image that %j speaks of is %s", (text, name) => {
  expect(loadedImage(text)).toBe(name);
});

test("Docker's refusal of an archive is told in its words", () => {
  expect(() => loadedImage('{"error":"no space left on device"}\n')).toThrow("no space left");
  expect(() => loadedImage("")).toThrow("named no image");
});
