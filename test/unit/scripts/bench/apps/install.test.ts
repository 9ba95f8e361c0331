// Tests into which folder an application is installed, and by which commands.
import { expect, test } from "vitest";

import { commandsFor, folderName } from "../../../../../scripts/bench/apps/install.ts";

const packages = { from: "pip", pinned: ["wagtail==8.0.1"] } as const;

test("other versions are installed beside those that are there", () => {
  const later = { ...packages, pinned: ["wagtail==8.0.2"] };
  expect(folderName("wagtail", packages)).toBe(folderName("wagtail", { ...packages }));
  expect(folderName("wagtail", packages)).not.toBe(folderName("wagtail", later));
});

test("packages of Python go into an environment of their own, and those of Node into a folder", () => {
  expect(commandsFor(packages, "/cache/w")).toEqual([
    ["python3", "-m", "venv", "/cache/w"],
    ["/cache/w/bin/pip", "install", "--quiet", "wagtail==8.0.1"],
  ]);
  const [command] = commandsFor({ from: "npm", pinned: ["node-red@4.1.15"] }, "/cache/n");
  expect(command?.slice(0, 4)).toEqual(["npm", "install", "--prefix", "/cache/n"]);
  expect(command?.at(-1)).toBe("node-red@4.1.15");
});
